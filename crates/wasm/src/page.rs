//! What JavaScript sees.

use crate::Answerer;
use dropline_core::picture::{Animation, Pixel};
use dropline_engine::Clock;
use std::time::Duration;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;

    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);

    /// A function of the page.
    pub type Listener;

    #[wasm_bindgen(method)]
    fn call(this: &Listener, context: &JsValue, text: &str);
}

/// The clock of the page.
struct PageClock;

impl Clock for PageClock {
    fn now(&self) -> Duration {
        Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
    }
}

/// Somebody who answers, for one worker.
#[wasm_bindgen]
pub struct PageEngine(Answerer);

#[wasm_bindgen]
impl PageEngine {
    /// An engine whose tables take about so many bytes. What it says before a trap goes to the console.
    #[wasm_bindgen(constructor)]
    pub fn new(memory: usize) -> PageEngine {
        std::panic::set_hook(Box::new(|panic| error(&panic.to_string())));
        PageEngine(Answerer::new(memory))
    }

    /// Takes over an opening book, or says what is wrong with it.
    #[wasm_bindgen(js_name = takeBook)]
    pub fn take_book(&mut self, bytes: Vec<u8>) -> Result<(), JsError> {
        Ok(self.0.take_book(bytes)?)
    }

    /// The answer to a question of the HTTP API, as JSON; `news` hears of what is known before.
    pub fn answer(&mut self, path: &str, body: &str, news: &Listener) -> String {
        self.0.answer(path, body, &PageClock, &mut |text| news.call(&JsValue::NULL, text))
    }
}

/// An animated picture in the making; the page draws the frames.
#[wasm_bindgen]
pub struct PageAnimation(Animation);

#[wasm_bindgen]
impl PageAnimation {
    /// One of this size whose last frame is known: pixels of a canvas, row by row.
    #[wasm_bindgen(constructor)]
    pub fn new(width: u16, height: u16, last: &[u8]) -> Result<PageAnimation, JsError> {
        Ok(PageAnimation(Animation::new(width, height, &opaque(last))?))
    }

    /// Adds a frame; the last one is held.
    pub fn add(&mut self, frame: &[u8], is_last: bool) -> Result<(), JsError> {
        Ok(self.0.add(&opaque(frame), is_last)?)
    }

    /// The whole GIF.
    pub fn finish(self) -> Result<Vec<u8>, JsError> {
        Ok(self.0.finish()?)
    }
}

/// Pixels of a canvas without how transparent they are.
fn opaque(pixels: &[u8]) -> Vec<Pixel> {
    pixels.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}
