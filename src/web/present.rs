//! How a `View` is laid out for templates: boards as rows of squares, hands, seats, dice.
