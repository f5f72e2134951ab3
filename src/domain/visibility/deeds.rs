//! What a viewer may do now.

use super::Viewer;
use super::names::Speaker;
use crate::domain::view::Deed;

/// Exactly what the viewer may do.
pub(super) fn deeds(speaker: &Speaker<'_>, viewer: Viewer) -> Vec<Deed> {
    let _ = (speaker, viewer);
    Vec::new()
}
