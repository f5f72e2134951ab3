//! Messages after an action. A redirect names one by a word in its address, so that nothing has to be
//! kept and nobody can make our pages say something else.

/// The sentence for `done=…` in a query.
pub fn of_query(query: &str) -> Option<String> {
    let done = url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "done")?.1;
    let sentence = match &*done {
        "welcome" => "Your address is confirmed. Welcome!",
        "logged-out" => "You are logged out.",
        "reset" => "Your new password holds. All other sessions have ended; please log in.",
        "mailed" => "The mail with the link is on its way.",
        "address-asked" => "The link is on its way to the new address. Nothing changes before you follow it.",
        "address-kept" => "Your address stays as it is.",
        "address" => "Your new address is confirmed. Mail goes there from now on.",
        "away" => "Your vacation is set in all your matches.",
        "away-ended" => "Your vacation is ended in all your matches.",
        "mail-again" => "What is still asked of you is on its way again.",
        "zone" => "Your time zone is saved.",
        "mail" => "We mail you what you chose.",
        "password" => "Your new password holds, and all your other sessions have ended.",
        "revoked" => "That session has ended.",
        "deleted" => "Your account is deleted.",
        "opened" => "The table is open. Invite the others below.",
        "invited" => "The invitation is on its way.",
        "joined" => "You have a seat. The match starts by itself when all seats are taken.",
        "left" => "Your seat is free again.",
        "uninvited" => "That invitation holds no more.",
        "never" => "No invitation will be mailed to this address again.",
        "cancelled" => "The match is called off.",
        "noted" => "Your note is saved.",
        "reported" => "Thank you. The host will look at these words.",
        "muted" => "Their words are folded away for you from now on.",
        "unmuted" => "You see their words again.",
        "picked" => "Your reward is picked.",
        "played" => "Your move is in the log.",
        "draw-offered" => "Your offer of a draw stands. The others are asked by mail.",
        "agreed" => "Your word is given.",
        "declined" => "Declined.",
        "time-given" => "Your opponent has more time now.",
        "pause-asked" => "Your wish for a pause stands. The others are asked by mail.",
        "resume-asked" => "Your word to end the pause is given.",
        "vacation" => "Your vacation is set; the others see it.",
        "vacation-ended" => "Your vacation is ended.",
        "auto-on" => "When your time runs out, vacation days are used by themselves.",
        "auto-off" => "Vacation days are not used by themselves any more.",
        "left-for-good" => "You have left. The seat is open to substitutes for 7 days.",
        "seat-asked" => "You have asked for the seat. The players are asked by mail.",
        "seat-withdrawn" => "You do not ask for the seat any more.",
        "resigned" => "You resigned.",
        _ => return None,
    };
    Some(sentence.to_owned())
}

#[cfg(test)]
mod tests {
    use super::of_query;

    #[test]
    fn only_our_own_sentences_are_shown() {
        assert!(of_query("a=1&done=zone").unwrap().contains("time zone"));
        assert_eq!(of_query("done=<b>you won</b>"), None);
        assert_eq!(of_query(""), None);
    }
}
