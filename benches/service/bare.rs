//! What the service is measured against: the same HTTP server with one handler and no middleware, which
//! asks PostgreSQL for nothing but a sign of life.

use actix_web::{App, HttpResponse, HttpServer, web};
use delirious::config::database_url_from_env;
use delirious::store::{self, Pool};
use std::net::TcpListener;

/// The argument by which this program runs as the bare handler.
pub const ARGUMENT: &str = "bare-handler";

/// What the handler answers.
pub const ANSWER: &str = "1";

/// Serves until it is killed, on the pool that the service would have.
pub fn serve() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let url = database_url_from_env().expect("DATABASE_URL");
        let pool = web::Data::new(store::connect(&url).await.expect("a database"));
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        println!("bare is at http://{}/", listener.local_addr().expect("an address"));
        let server =
            HttpServer::new(move || App::new().app_data(pool.clone()).route("/", web::get().to(one)));
        server.listen(listener).expect("a listener").run().await.expect("a server");
    });
}

async fn one(pool: web::Data<Pool>) -> HttpResponse {
    match sqlx::query_scalar::<_, i32>("select 1").fetch_one(&**pool).await {
        Ok(one) => HttpResponse::Ok().body(one.to_string()),
        Err(error) => HttpResponse::InternalServerError().body(error.to_string()),
    }
}
