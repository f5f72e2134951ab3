//! Writes the match pages of hand-made views as HTML files, to look at them in a browser:
//! `cargo run --example gallery -- DIRECTORY`, then serve that directory with `static` beside the files.

#![expect(clippy::disallowed_methods, reason = "writes files for the eye, outside the service")]

#[path = "../tests/it/fixture.rs"]
#[expect(clippy::unwrap_used, reason = "constants of a test fixture")]
mod fixture;

use askama::Template;
use delirious::domain::ids::MatchId;
use delirious::domain::seat::{Army, BoardNo, Seat};
use delirious::domain::view::View;
use delirious::domain::zone::Zone;
use delirious::web::chrome::Chrome;
use delirious::web::pages::match_page::{
    Draft, Final, MatchPageOptions, render_at, render_confirm, render_match,
};
use delirious::web::present::MiniTable;
use std::error::Error;
use std::path::Path;
use uuid::Uuid;

fn chrome(user: Option<&str>) -> Chrome {
    Chrome {
        user: user.map(str::to_owned),
        waiting: 2,
        csrf: "c5rf".to_owned(),
        path: "/m/x".to_owned(),
        flash: None,
        ..Chrome::default()
    }
}

fn options(piece: Option<&str>) -> Result<MatchPageOptions, Box<dyn Error>> {
    let zone = Zone::parse("Europe/Madrid")?;
    let mut opts = MatchPageOptions::new(fixture::NOW, zone, Uuid::from_u128(7));
    opts.piece = piece.map(str::to_owned);
    Ok(opts)
}

/// The same table, seen by the opponent.
fn turned(mut view: View) -> View {
    view.you = Some(Seat::Black2);
    view.boards[0].bottom = Army::Black;
    view
}

fn main() -> Result<(), Box<dyn Error>> {
    let target = std::env::args().nth(1).ok_or("give the directory to write to")?;
    let directory = Path::new(&target);
    let write = |name: &str, html: String| std::fs::write(directory.join(name), html);
    let live: [(&str, View, Option<&str>); 12] = [
        ("start", fixture::start(Some(Seat::White1)), None),
        ("worst", fixture::worst(), None),
        ("picked", fixture::worst(), Some("c4")),
        ("chosen-for", fixture::chosen_for(), None),
        ("promotion", fixture::own_move(), Some("b7")),
        ("drop", fixture::own_move(), Some("N@")),
        ("over", fixture::over(), None),
        ("open", fixture::open(), None),
        ("one-board", fixture::one_board(), None),
        ("zoo", fixture::zoo(), None),
        ("cylinder", fixture::cylinder(), None),
        ("cylinder-black", turned(fixture::cylinder()), None),
    ];
    for (name, view, piece) in &live {
        let page = render_match(view, chrome(Some("ana")), options(*piece)?);
        write(&format!("{name}.html"), page.render()?)?;
    }
    let spectator = render_match(&fixture::spectator(), chrome(None), options(None)?);
    write("spectator.html", spectator.render()?)?;
    let mut refused = options(None)?;
    refused.problem = Some("The bishop on c4 cannot reach h8. Choose another square.".to_owned());
    refused.draft = Draft { mv: "c4h8".to_owned(), salt: "my salt".to_owned() };
    refused.next_match = Some(MatchId(Uuid::from_u128(9)));
    write("refused.html", render_match(&fixture::worst(), chrome(Some("ana")), refused).render()?)?;
    let zone = Zone::parse("Europe/Madrid")?;
    let mut past = fixture::worst();
    past.seq = 18;
    write("at.html", render_at(&past, &fixture::over(), chrome(Some("ana")), &zone).render()?)?;
    let resign = render_confirm(
        Final::Resign,
        &fixture::worst(),
        chrome(Some("ana")),
        &Zone::utc(),
        fixture::NOW,
        Uuid::from_u128(8),
    );
    write("resign.html", resign.render()?)?;
    for (name, view, _) in &live {
        std::fs::write(directory.join(format!("picture-{name}.png")), delirious::picture::png(view, 640)?)?;
    }
    // The front page shows this one; its ground is the page's.
    let mut hero = fixture::chosen_for();
    let one = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/P1PP1PPP/RNBQK2R";
    hero.boards[0] = fixture::board(BoardNo::One, one, Army::White, Army::White, &["b8", "c6"]);
    let hero = delirious::picture::svg(&hero);
    std::fs::write(directory.join("hero.svg"), hero.replacen("fill=\"#f6f1e7\"", "fill=\"none\"", 1))?;
    let minis: Vec<String> = live.iter().map(|(_, view, _)| MiniTable::new(view).to_string()).collect();
    let head = "<!doctype html><link rel=stylesheet href=/static/style.css><main>";
    write(
        "minis.html",
        format!("{head}<ul class=cards><li class=card>{}</ul>", minis.join("<li class=card>")),
    )?;
    Ok(())
}
