//! Constants of vectors, read from memory.
//!
//! V8 makes three instructions of a constant, each time it is needed; reading it takes one. The compiler would turn such reads back into constants, so it is done to the
//! text of the finished module, behind everything else in its memory.

use std::collections::BTreeMap;
use std::fmt::Write;

const PAGE: u64 = 1 << 16;
const CONSTANT: &str = "(v128.const i32x4 ";

/// The text of a module whose vector constants stand in a page of memory of their own. Zeros and ones stay: processors make them from nothing.
pub(super) fn in_memory(text: &str) -> Result<String, String> {
    let unread = |what: &str| format!("cannot read the module's text: {what}");
    let memory = text.find("(memory $").ok_or_else(|| unread("it has no memory"))?;
    let (before, rest) = text.split_at(memory);
    let (memory, after) = rest.split_once(')').ok_or_else(|| unread("its memory"))?;
    let mut words: Vec<String> = memory.split(' ').map(str::to_owned).collect();
    let pages: u64 = words.get(2).and_then(|pages| pages.parse().ok()).ok_or_else(|| unread("its memory"))?;
    words[2] = (pages + 1).to_string();

    let mut places: BTreeMap<[u32; 4], u64> = BTreeMap::new();
    let mut data = String::new();
    let mut moved = String::with_capacity(after.len());
    let mut rest = after;
    while let Some((unchanged, found)) = rest.split_once(CONSTANT) {
        let (numbers, following) = found.split_once(')').ok_or_else(|| unread("a constant"))?;
        let number = |word: &str| u32::from_str_radix(word.trim_start_matches("0x"), 16).ok();
        let parts: Option<Vec<u32>> = numbers.split(' ').map(number).collect();
        let parts: [u32; 4] = parts.and_then(|parts| parts.try_into().ok()).ok_or_else(|| unread("a constant"))?;
        moved.push_str(unchanged);
        if parts == [0; 4] || parts == [u32::MAX; 4] {
            let _ = write!(moved, "{CONSTANT}{numbers})");
        } else {
            let next = PAGE * pages + 16 * places.len() as u64;
            let place = *places.entry(parts).or_insert_with(|| {
                for byte in parts.iter().flat_map(|part| part.to_le_bytes()) {
                    let _ = write!(data, "\\{byte:02x}");
                }
                next
            });
            let read = if parts[..2] == parts[2..] { "v128.load64_splat" } else { "v128.load" };
            let _ = write!(moved, "({read} offset={place} (i32.const 0))");
        }
        rest = following;
    }
    if 16 * places.len() as u64 > PAGE {
        return Err("there are more vector constants than have room in a page".to_owned());
    }
    let data = format!("(data (i32.const {}) \"{data}\")", PAGE * pages);
    Ok(format!("{before}{})\n {data}{moved}{rest}", words.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::in_memory;

    #[test]
    fn constants_are_read_from_behind_the_memory() {
        let text = "(module\n (memory $0 2 9)\n (data $0 (i32.const 8) \"a\")\n (func $0 (result v128)\n  (v128.and\n   (v128.const i32x4 0x00000001 0x0000000f 0x00000001 0x0000000f)\n   \
                    (v128.or (v128.const i32x4 0x00000001 0x00000002 0x00000003 0xffffffff) (v128.const i32x4 0x00000001 0x0000000f 0x00000001 0x0000000f)))\n  \
                    (v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000)))\n";
        let moved = "(module\n (memory $0 3 9)\n (data (i32.const 131072) \"\\01\\00\\00\\00\\0f\\00\\00\\00\\01\\00\\00\\00\\0f\\00\\00\\00\\01\\00\\00\\00\\02\\00\\00\\00\\03\\00\\00\\00\\ff\\ff\\ff\\ff\")\n \
                     (data $0 (i32.const 8) \"a\")\n (func $0 (result v128)\n  (v128.and\n   (v128.load64_splat offset=131072 (i32.const 0))\n   \
                     (v128.or (v128.load offset=131088 (i32.const 0)) (v128.load64_splat offset=131072 (i32.const 0))))\n  \
                     (v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000)))\n";
        assert_eq!(in_memory(text).as_deref(), Ok(moved));
        assert!(in_memory("(module)").is_err_and(|error| error.contains("no memory")));
        assert!(
            in_memory("(module (memory $0 2) (v128.const i32x4 0x1 0x2))")
                .is_err_and(|error| error.contains("a constant"))
        );
    }
}
