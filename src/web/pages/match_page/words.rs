//! People and lists of them, in words.

use crate::domain::seat::Seat;
use crate::domain::view::View;

/// `bruno (White1)`, or the seat alone where nobody sits.
pub fn who(view: &View, seat: Seat) -> String {
    match handle(view, seat) {
        Some(handle) => format!("{handle} ({seat})"),
        None => seat.to_string(),
    }
}

/// `you`, `bruno`, or the seat where nobody sits.
pub fn name(view: &View, seat: Seat) -> String {
    if view.you == Some(seat) {
        return "you".to_owned();
    }
    handle(view, seat).map_or_else(|| seat.to_string(), str::to_owned)
}

/// Who sits there.
pub fn handle(view: &View, seat: Seat) -> Option<&str> {
    let held = view.seats.iter().find(|held| held.seat == seat)?;
    held.player.as_ref().map(|player| player.handle.as_str())
}

/// `ana`, `ana and caio`, `ana, bruno and caio`.
pub fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// The seats with somebody on them that are not among `seats`, by name.
pub fn others(view: &View, seats: &[Seat]) -> Vec<String> {
    let seated = view.seats.iter().filter(|held| held.player.is_some() && !seats.contains(&held.seat));
    seated.map(|held| name(view, held.seat)).collect()
}

#[cfg(test)]
mod tests {
    use super::list;

    #[test]
    fn names_are_joined_as_in_speech() {
        let names = ["ana", "bruno", "caio"].map(str::to_owned);
        assert_eq!(list(&[]), "");
        assert_eq!(list(&names[..1]), "ana");
        assert_eq!(list(&names[..2]), "ana and bruno");
        assert_eq!(list(&names), "ana, bruno and caio");
    }
}
