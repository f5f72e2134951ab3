//! The HTTP server: middleware around the table of routes.

use super::limit::Limits;
use super::live::{self, Hub};
use super::session::Cookies;
use super::{csrf, error, headers, routes, session, trace};
use crate::app::App;
use actix_web::dev::Server;
use actix_web::middleware::{Compress, from_fn};
use actix_web::{HttpServer, web};
use std::io;
use std::net::TcpListener;
use tracing_actix_web::TracingLogger;

/// Seconds that requests under way get when the server is asked to stop.
const GRACE_SECONDS: u64 = 10;

/// What handlers know of the socket.
#[derive(Clone, Copy, Debug)]
pub struct Listening {
    /// Only this machine can reach it.
    pub loopback: bool,
}

/// Serves on `listener` until SIGTERM, SIGINT or a stop by the handle; `workers` threads, or one a core.
pub fn start(app: App, listener: TcpListener, workers: Option<usize>) -> io::Result<Server> {
    let listening = web::Data::new(Listening { loopback: listener.local_addr()?.ip().is_loopback() });
    let secure = app.settings.base_url.scheme() == "https";
    let cookies = web::Data::new(Cookies::new(&app.settings.session_key, secure));
    let limits = web::Data::new(Limits::new(app.settings.trust_proxy).enforced(app.settings.rate_limits));
    let hub = web::Data::new(Hub::default());
    tokio::spawn(live::run(app.clone(), hub.clone().into_inner()));
    let data = web::Data::new(app.clone());
    let mut server = HttpServer::new(move || {
        // The last middleware is the outermost.
        actix_web::App::new()
            .app_data(data.clone())
            .app_data(cookies.clone())
            .app_data(limits.clone())
            .app_data(hub.clone())
            .app_data(listening.clone())
            .app_data(web::PayloadConfig::new(super::fields::MOST))
            .configure(routes::configure)
            .wrap(from_fn(csrf::guard))
            .wrap(from_fn(error::frame))
            .wrap(session::middleware(app.clone(), &cookies))
            .wrap(from_fn(headers::complete))
            .wrap(Compress::default())
            .wrap(TracingLogger::<trace::Spans>::new())
    })
    .shutdown_timeout(GRACE_SECONDS);
    if let Some(workers) = workers {
        server = server.workers(workers);
    }
    Ok(server.listen(listener)?.run())
}
