//! One line for each request: method, route pattern, status, time. Never the address that was asked
//! for, which may hold a token, and nothing that was sent.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use tracing::{Span, field};
use tracing_actix_web::{RequestId, RootSpanBuilder};

/// Makes the span of a request.
pub struct Spans;

impl RootSpanBuilder for Spans {
    fn on_request_start(request: &ServiceRequest) -> Span {
        use actix_web::HttpMessage;
        let route = request.match_pattern().unwrap_or_else(|| "none".to_owned());
        let id = request.extensions().get::<RequestId>().map(ToString::to_string).unwrap_or_default();
        tracing::info_span!("request", method = method(request), route, id, status = field::Empty)
    }

    fn on_request_end<B: MessageBody>(span: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        let status = match outcome {
            Ok(response) => response.status(),
            Err(error) => error.as_response_error().status_code(),
        };
        span.record("status", status.as_u16());
        span.in_scope(|| match outcome {
            Err(error) if status.is_server_error() => {
                tracing::error!(cause = %error, "request failed before a handler");
            }
            _ => tracing::info!("done"),
        });
    }
}

/// A method's name, or a word for those that nobody uses: anything may be sent as a method.
fn method(request: &ServiceRequest) -> &'static str {
    match request.method().as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        _ => "other",
    }
}
