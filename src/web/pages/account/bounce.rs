//! What a mail server meant by its refusal, in plain words.

/// The sentence for the line that a server said: by its enhanced code (RFC 3463), else by its words.
pub fn plain_words(said: &str) -> &'static str {
    let lower = said.to_ascii_lowercase();
    let any = |signs: &[&str]| signs.iter().any(|sign| lower.contains(sign));
    if any(&["5.2.2", "5.3.4", "552", "full", "quota", "too big"]) {
        "The mailbox is full, or takes no mail of this size."
    } else if any(&["5.2.1", "disabled", "suspended", "inactive"]) {
        "The mailbox is closed."
    } else if any(&["5.1.2", "5.4.4", "no such domain", "domain not found", "host unknown"]) {
        "There is no mail server for the part after the @."
    } else if any(&[
        "5.1.1",
        "5.1.0",
        "5.1.3",
        "5.1.6",
        "5.1.10",
        "no such user",
        "unknown",
        "does not exist",
        "not exist",
        "no mailbox",
        "unaddressable",
        "invalid",
    ]) {
        "The server knows nobody of this address."
    } else if any(&["5.7.", "554", "spam", "blocked", "policy", "reject", "denied", "blacklist"]) {
        "The server does not want mail from us: look for a filter, or ask its host to let our mail in."
    } else {
        "The server refused it for good."
    }
}

#[cfg(test)]
mod tests {
    use super::plain_words;

    #[test]
    fn the_usual_refusals_are_understood() {
        for (said, meant) in [
            ("permanent error (550): 5.1.1 <x@y.example>: Recipient address rejected", "knows nobody"),
            ("permanent error (552): 5.2.2 Over quota", "is full"),
            ("permanent error (550): 5.2.1 The account is disabled", "closed"),
            ("permanent error (554): 5.7.1 Message rejected as spam", "does not want mail from us"),
            ("permanent error (550): 5.1.2 Host unknown", "after the @"),
            ("permanent error (550): go away", "refused it for good"),
        ] {
            assert!(plain_words(said).contains(meant), "{said}: {}", plain_words(said));
        }
    }
}
