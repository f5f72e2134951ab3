//! A page a file: its askama struct, and the handler that fills it.

pub mod match_page;
