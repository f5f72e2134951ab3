//! What stands around every page: navigation, account, flash message.
//!
//! Every page's askama struct carries it as a field `chrome`, because `templates/base.html` reads it.

/// The frame of a page, as one visitor sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chrome {
    /// The visitor's handle, none for a guest.
    pub user: Option<String>,
    /// How many matches wait for this visitor's decision.
    pub waiting: usize,
    /// The last mail to this visitor came back.
    pub mail_returns: bool,
    /// The CSRF token of the visitor's session, for every form.
    pub csrf: String,
    /// The path of this page, which marks its link in the navigation (`/archive`).
    pub path: String,
    /// A message from the action before, shown once.
    pub flash: Option<String>,
}

impl Chrome {
    /// Whether the page lies under `prefix`, for `aria-current` in the navigation.
    #[must_use]
    pub fn is_at(&self, prefix: &str) -> bool {
        self.path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::Chrome;

    #[test]
    fn a_link_is_marked_on_its_own_pages_only() {
        let chrome = Chrome { path: "/rules/dice".into(), ..Chrome::default() };
        assert!(chrome.is_at("/rules"));
        assert!(!chrome.is_at("/rule"));
        assert!(!chrome.is_at("/archive"));
    }
}
