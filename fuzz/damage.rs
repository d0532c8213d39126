//! Damages what a parser reads, the same way every time: cheap tests beside the fuzz targets share it.

/// Makes damaged inputs out of good ones.
pub(crate) struct Damage(u64);

impl Damage {
    pub(crate) fn new(seed: u64) -> Damage {
        Damage(seed)
    }

    /// A number below another one.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    /// One of the inputs with up to eight changes; now and then nothing but chance.
    pub(crate) fn bytes(&mut self, good: &[&[u8]]) -> Vec<u8> {
        if self.below(16) == 0 {
            return (0..self.below(100)).map(|_| self.byte()).collect();
        }
        let mut bytes = good[self.below(good.len())].to_vec();
        for _ in 0..self.below(9) {
            let at = self.below(bytes.len() + 1);
            let end = (at + 1 + self.below(8)).min(bytes.len());
            match self.below(5) {
                0 if at < bytes.len() => bytes[at] = self.byte(),
                1 => bytes.insert(at, self.byte()),
                2 => drop(bytes.drain(at..end)),
                3 => bytes.splice(at..at, bytes[at..end].to_vec()).for_each(drop),
                _ if self.below(8) == 0 => bytes.truncate(at),
                _ => {}
            }
        }
        bytes
    }

    /// The same as text; what is not UTF-8 is replaced.
    pub(crate) fn text(&mut self, good: &[&str]) -> String {
        let good: Vec<&[u8]> = good.iter().map(|text| text.as_bytes()).collect();
        String::from_utf8_lossy(&self.bytes(&good)).into_owned()
    }

    /// Any byte; those that mean something to parsers come more often.
    fn byte(&mut self) -> u8 {
        const MEANT: &[u8] = b"0123456789-+.,:;=/x\"'\\{}[] \t\n\r\0\x7f\xff\xc3";
        if self.below(2) == 0 { MEANT[self.below(MEANT.len())] } else { self.below(256) as u8 }
    }
}
