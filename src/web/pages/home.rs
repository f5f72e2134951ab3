//! The front page.

use crate::web::chrome::Chrome;
use crate::web::session::Visitor;
use askama::Template;
use askama_web::WebTemplate;

/// `/`.
#[derive(Template, WebTemplate)]
#[template(path = "pages/home.html")]
pub struct Home {
    chrome: Chrome,
}

/// Shows it.
pub async fn show(visitor: Visitor) -> Home {
    Home { chrome: visitor.chrome }
}
