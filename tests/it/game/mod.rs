//! The match as a log: commands, time, dice, views, and what `verify` makes of tampering.

mod calls;
mod clock;
mod commands;
mod delirium;
mod dice;
mod golden;
mod random;
mod rewards;
mod series;
mod slow;
mod story;
mod tamper;
mod views;
