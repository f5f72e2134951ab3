//! Before a match starts: opening a table, sitting down, inviting, leaving, calling off.

pub mod before;
pub mod create;
mod fairy_form;
pub mod invite;
pub mod join;
