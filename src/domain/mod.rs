//! The game itself, pure: no I/O, no clock, no randomness. Time, dice and salts are arguments.
//!
//! # Glossary (RULES §1)
//!
//! | word | meaning |
//! | --- | --- |
//! | match | one series of games between the same players |
//! | game | one play-through, from the start position to a result |
//! | board | board 1 and board 2; board 1 alone in one-board games |
//! | seat | White1 and Black2 face each other on board 1, White3 and Black4 on board 2 |
//! | team | White1 + Black4 against Black2 + White3; in one-board games each seat alone |
//! | partner, opponent | the other seat of the team; the seat across the same board |
//! | hand | the pieces a seat may drop |
//! | mover, chooser | the seat whose army moves this turn; the seat that decides the move |
//! | move | what one turn plays: a board move, a castling, a drop |
//! | ply | one move of one seat, as the log counts them |
//! | decider | whoever decides at this moment: the mover, or the chooser on a worst roll |
//! | roll | the committed dice of one turn: type die, worst die |
//! | log, event | a match is its log of events; everything else is derived from it |
//! | notice | something that a mail about a match tells its reader |
//! | view | what one viewer may know; the only thing that pages, mails and exports are made from |

pub mod account;
pub mod dice;
pub mod game;
pub mod hash;
pub mod ids;
pub mod notice;
pub mod page;
pub mod rules;
pub mod seat;
pub mod stamp;
pub mod talk;
pub mod view;
pub mod visibility;
pub mod zone;
