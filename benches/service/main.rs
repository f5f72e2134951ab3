//! How fast the service is: folding a long log, match pages and moves over HTTP beside a handler that does
//! nothing but `select 1`, and the memory of the server. Run by `script/bench service`.
//!
//! Prints one line for each figure: a name, a tab, a number. The server is a process of its own on a
//! database of its own, the bare handler another process; both are gone when this one ends.

#![expect(clippy::expect_used, reason = "a benchmark that cannot go on fails loudly")]
#![expect(
    clippy::disallowed_methods,
    reason = "a benchmark looks at the clock and at the files of processes"
)]

mod bare;
mod fold;
mod load;
mod scene;
mod server;
mod visitor;

use futures_util::FutureExt;
use load::Tally;
use scene::Scene;
use server::Server;
use std::panic::{AssertUnwindSafe, resume_unwind};
use visitor::Visitor;

/// How often pages, moves and the bare handler take turns, so that they share the machine's moods.
const ROUNDS: usize = 3;

/// Requests of the bare handler in a round.
const BARE: usize = 1500;

fn main() {
    if std::env::args().any(|argument| argument == bare::ARGUMENT) {
        return bare::serve();
    }
    fold::measure();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(service());
}

/// Whatever happens, the database goes.
async fn service() {
    let scene = Scene::set().await;
    let outcome = AssertUnwindSafe(measure(&scene)).catch_unwind().await;
    scene.clear().await;
    if let Err(panic) = outcome {
        resume_unwind(panic);
    }
}

async fn measure(scene: &Scene) {
    let (server, bare) = (Server::start(scene.serve()), Server::start(scene.bare()));
    let visitor = Visitor::new(&server.address);
    visitor.get("/healthz").await;
    println!("memory_rest_kib\t{}", server.resident_kib());
    let mut people = Vec::new();
    for handle in scene::HANDLES {
        people.push(Visitor::logged_in(&server.address, handle).await);
    }
    let stranger = Visitor::new(&bare.address);
    let (mut pages, mut moves, mut nothing) = (Tally::default(), Tally::default(), Tally::default());
    for _ in 0..ROUNDS {
        let looks = people.iter().flat_map(|person| scene.matches.iter().map(|id| person.look(*id)));
        let seen = pages.add(load::run(looks.collect()).await);
        let decisions = visitor::decisions(&seen, &people);
        assert!(decisions.len() > scene.matches.len(), "too few decisions are open");
        moves.add(load::run(decisions).await);
        nothing.add(load::run((0..BARE).map(|_| stranger.nothing()).collect()).await);
    }
    println!("page_rate\t{:.0}", pages.rate());
    println!("page_bytes\t{}", pages.mean_bytes());
    println!("move_rate\t{:.0}", moves.rate());
    println!("moves\t{}", moves.requests);
    println!("bare_rate\t{:.0}", nothing.rate());
    println!("memory_after_kib\t{}", server.resident_kib());
}
