//! How the dice are kept honest, and how to check them by hand.

use crate::web::chrome::Chrome;
use crate::web::session::Visitor;
use askama::Template;
use askama_web::WebTemplate;

/// `/fairness`.
#[derive(Template, WebTemplate)]
#[template(path = "pages/fairness.html")]
pub struct Fairness {
    chrome: Chrome,
}

/// Shows it.
pub async fn show(visitor: Visitor) -> Fairness {
    Fairness { chrome: visitor.chrome }
}
