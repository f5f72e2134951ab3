//! From a state to what one viewer may know.
