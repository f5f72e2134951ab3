//! The picture inside a mail: both boards as this reader may see them.

use crate::domain::view::View;
use crate::picture::{self, PictureError};

/// The picture's width in pixels: twice what a mail shows, for dense screens.
const WIDTH: u32 = 1200;

/// The boards of `view` as PNG. This takes a while: call it off the async threads.
pub fn png(view: &View) -> Result<Vec<u8>, PictureError> {
    picture::png(view, WIDTH)
}
