//! Slow games by forms alone: draws, more time, pauses, vacation, calling off, leaving, substitutes. Each by
//! the right people, by the wrong ones, twice, and too late.

use super::tables::open;
use crate::helpers::{Answer, Browser, TestApp};
use delirious::random;
use reqwest::StatusCode;
use scraper::{ElementRef, Html, Selector};
use sqlx::PgPool;
use time::Duration;

/// Four players of a running match, by seat, and its path.
struct Four {
    server: TestApp,
    players: [Browser; 4],
    table: String,
}

impl Four {
    async fn sit_down(pool: PgPool, change: &[(&str, &str)]) -> Self {
        let server = TestApp::start(pool);
        let [ana, bruno, caio, dora] = ["ana", "bruno", "caio", "dora"].map(|handle| server.member(handle));
        let players = [ana.await, bruno.await, caio.await, dora.await];
        let mut change = change.to_vec();
        change.push(("join", "anyone"));
        let table = open(&players[0], &change).await;
        for (player, seat) in players[1..].iter().zip(["Black2", "White3", "Black4"]) {
            let joined = player.post(&format!("{table}/join"), &[("seat", seat)]).await;
            assert_eq!(joined.status, StatusCode::SEE_OTHER, "{}", joined.body);
        }
        Self { server, players, table }
    }

    async fn page(&self, player: usize) -> String {
        text(&self.players[player].get(&self.table).await)
    }

    /// Who decides now on board 1, and the page that shows it.
    async fn decider(&self) -> usize {
        for player in [0, 1] {
            if self.page(player).await.contains("Every legal move") {
                return player;
            }
        }
        panic!("nobody decides on board 1")
    }
}

/// The words of a page, without its tags.
fn text(page: &Answer) -> String {
    let html = Html::parse_document(&page.body);
    let words: Vec<&str> = html.root_element().text().flat_map(str::split_whitespace).collect();
    words.join(" ").replace("( ", "(").replace(" )", ")")
}

/// The hidden fields of the form that goes to `path` and has a button `word` (any where it is empty).
fn form(page: &Answer, path: &str, word: &str) -> Option<Vec<(String, String)>> {
    let html = Html::parse_document(&page.body);
    let all = |selector: String| Selector::parse(&selector).unwrap();
    let (forms, button) = (all(format!("form[action=\"{path}\"]")), all(format!("button[value=\"{word}\"]")));
    let fits = |form: &ElementRef| word.is_empty() || form.select(&button).next().is_some();
    let form = html.select(&forms).find(fits)?;
    let hidden = all("input[type=hidden]".to_owned());
    let field = |input: ElementRef| {
        let attr = |name| input.value().attr(name).unwrap_or_default().to_owned();
        (attr("name"), attr("value"))
    };
    let fields: Vec<_> = form.select(&hidden).map(field).filter(|(name, _)| name != "csrf").collect();
    Some(fields)
}

/// Sends the fields of a form with a word and what is typed.
async fn send(
    browser: &Browser,
    path: &str,
    hidden: &[(String, String)],
    word: &str,
    typed: &[(&str, &str)],
) -> Answer {
    let mut fields: Vec<(&str, &str)> = hidden.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    fields.extend_from_slice(typed);
    if !word.is_empty() {
        fields.push(("word", word));
    }
    browser.post(path, &fields).await
}

/// Looks at `from`, presses `word` of the form that goes to `path`.
async fn press(browser: &Browser, from: &str, path: &str, word: &str, typed: &[(&str, &str)]) -> Answer {
    let page = browser.get(from).await;
    let hidden = form(&page, path, word).unwrap_or_else(|| panic!("no {word:?} to {path} in {}", page.body));
    send(browser, path, &hidden, word, typed).await
}

fn is_done(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", text(answer));
}

#[sqlx::test]
async fn a_draw_is_offered_and_agreed_to_by_all(pool: PgPool) {
    let four = Four::sit_down(pool, &[]).await;
    let (table, draw) = (&four.table, format!("{}/draw", four.table));
    is_done(&press(&four.players[0], table, &draw, "offer", &[]).await);
    assert!(four.page(0).await.contains("You offer a draw. The words of bruno, caio and dora are missing."));
    let mine = four.players[1].get("/matches").await.body;
    assert!(mine.contains("A draw is offered: your word is asked"), "{mine}");
    let watcher = four.server.member("eve").await;
    let watched = watcher.get(table).await;
    assert!(text(&watched).contains("ana offers a draw") && form(&watched, &draw, "agree").is_none());
    let key = random::uuid().to_string();
    let meddled = watcher.post(&draw, &[("key", &key), ("word", "agree"), ("seen", "1")]).await;
    assert!(meddled.status.is_client_error(), "{}", meddled.status);

    for player in [1, 2, 3] {
        let asked = four.players[player].get(table).await;
        assert!(text(&asked).contains("ana offers a draw."), "{player}");
        let hidden = form(&asked, &draw, "agree").unwrap();
        is_done(&send(&four.players[player], &draw, &hidden, "agree", &[]).await);
        // A double click.
        is_done(&send(&four.players[player], &draw, &hidden, "agree", &[]).await);
    }
    let over = four.page(2).await;
    assert!(over.contains("draw") && over.contains("Step through it"), "{over}");
    assert!(form(&four.players[0].get(table).await, &draw, "offer").is_none(), "nothing is left to do");
}

#[sqlx::test]
async fn a_draw_declined_is_gone_and_an_answer_to_it_comes_too_late_for_the_next(pool: PgPool) {
    let four = Four::sit_down(pool, &[]).await;
    let (table, draw) = (&four.table, format!("{}/draw", four.table));
    press(&four.players[0], table, &draw, "offer", &[]).await;
    let seen = four.players[2].get(table).await;
    let old = form(&seen, &draw, "agree").unwrap();
    is_done(&press(&four.players[1], table, &draw, "decline", &[]).await);
    let late = send(&four.players[2], &draw, &old, "agree", &[]).await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    assert!(text(&late).contains("That was not done. This has changed since you looked"), "{}", text(&late));
    press(&four.players[3], table, &draw, "offer", &[]).await;
    let late = send(&four.players[2], &draw, &old, "agree", &[]).await;
    assert_eq!(late.status, StatusCode::CONFLICT, "the old answer is none to the new offer");
    assert!(four.page(2).await.contains("dora offers a draw."));
}

#[sqlx::test]
async fn an_opponent_is_given_time_and_nobody_else(pool: PgPool) {
    let four = Four::sit_down(pool, &[]).await;
    let (table, path) = (&four.table, format!("{}/time", four.table));
    let decides = four.decider().await;
    let giver = &four.players[1 - decides];
    let before = four.page(decides).await;
    assert!(before.contains("(2 d)"), "{before}");
    for days in ["0", "15", "soon", ""] {
        let refused = press(giver, table, &path, "", &[("days", days)]).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{days}: {}", text(&refused));
        assert_eq!(refused.field("days").unwrap(), days, "what was typed is kept");
        assert!(text(&refused).contains("That was not done."));
    }
    let page = giver.get(table).await;
    let hidden = form(&page, &path, "").unwrap();
    is_done(&send(giver, &path, &hidden, "", &[("days", "3")]).await);
    is_done(&send(giver, &path, &hidden, "", &[("days", "3")]).await);
    assert!(four.page(decides).await.contains("(5 d)"), "once, not twice");
    // The partner of the one who decides cannot.
    let partner = &four.players[3 - decides];
    let refused = send(partner, &path, &hidden, "", &[("days", "3")]).await;
    assert!(refused.status.is_client_error(), "{}", refused.status);
}

#[sqlx::test]
async fn a_pause_by_the_word_of_all_stops_the_clocks_and_ends_by_the_word_of_all(pool: PgPool) {
    let four = Four::sit_down(pool, &[]).await;
    let (table, pause) = (&four.table, format!("{}/pause", four.table));
    let wrong = press(&four.players[0], table, &pause, "ask", &[("days", "61")]).await;
    assert!(wrong.status.is_client_error() && text(&wrong).contains("1 to 60 days"), "{}", text(&wrong));
    assert!(wrong.field("days").is_some());
    is_done(&press(&four.players[0], table, &pause, "ask", &[("days", "7")]).await);
    assert!(four.page(1).await.contains("ana asks for a pause of 7 days."));
    for player in [1, 2, 3] {
        is_done(&press(&four.players[player], table, &pause, "agree", &[]).await);
    }
    let decides = four.decider().await;
    let page = four.page(decides).await;
    assert!(page.contains("The match pauses until Tuesday 8 December 2026"), "{page}");
    assert!(page.contains("the clock stands (the match pauses), 2 d left"), "{page}");
    assert!(four.players[decides].get("/matches").await.body.contains("The clock stands"));
    four.server.clock.advance(Duration::days(3));
    for player in [0, 1, 2, 3] {
        is_done(&press(&four.players[player], table, &pause, "resume", &[]).await);
    }
    let page = four.page(decides).await;
    assert!(!page.contains("The match pauses") && page.contains("(2 d)"), "{page}");
}

#[sqlx::test]
async fn a_vacation_is_seen_by_the_others_and_stops_ones_own_clock_only(pool: PgPool) {
    let four = Four::sit_down(pool, &[("vacation", "10")]).await;
    let (table, path) = (&four.table, format!("{}/vacation", four.table));
    let decides = four.decider().await;
    let traveller = &four.players[decides];
    for (from, until, why) in [
        ("", "", "the last day"),
        ("", "24.12.2026", "the last day"),
        ("tomorrow", "2026-12-24", "the first day"),
        ("2026-12-05", "2026-12-03", "must end after it begins"),
        ("", "2026-12-24", "10 days of vacation left"),
    ] {
        let refused = press(traveller, table, &path, "plan", &[("from", from), ("until", until)]).await;
        assert!(refused.status.is_client_error(), "{from} {until}");
        assert!(text(&refused).to_lowercase().contains(why), "{from} {until}: {}", text(&refused));
        assert_eq!(refused.field("until").unwrap(), until, "what was typed is kept");
    }
    is_done(&press(traveller, table, &path, "plan", &[("from", ""), ("until", "2026-12-05")]).await);
    let name = ["ana", "bruno"][decides];
    let seen = four.page(2).await;
    assert!(seen.contains("on vacation until 5 December 2026"), "{seen}");
    let own = four.page(decides).await;
    assert!(own.contains(&format!("the clock stands ({name} is on vacation)")), "{own}");
    assert!(own.contains("Every legal move"), "and a move is possible all the same");
    is_done(&press(traveller, table, &path, "end", &[]).await);
    assert!(!four.page(2).await.contains("on vacation until"));

    is_done(&press(traveller, table, &path, "auto-on", &[]).await);
    assert!(four.page(decides).await.contains("vacation days are used by themselves"));
    let stranger = four.server.member("eve").await;
    let key = random::uuid().to_string();
    let meddled = stranger.post(&path, &[("key", &key), ("word", "end")]).await;
    assert_eq!(meddled.status, StatusCode::FORBIDDEN, "{}", text(&meddled));
}

#[sqlx::test]
async fn a_vacation_everywhere_is_set_and_ended_on_the_settings_page(pool: PgPool) {
    let four = Four::sit_down(pool, &[]).await;
    let ana = &four.players[0];
    let wrong = ana.post("/settings/away", &[("word", "plan"), ("until", "2026-11-01")]).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(wrong.field("until").unwrap(), "2026-11-01");
    let set = ana.post("/settings/away", &[("word", "plan"), ("until", "2026-12-05")]).await;
    assert_eq!(set.location(), "/settings?done=away#away", "{}", text(&set));
    assert!(
        text(&ana.get("/settings").await)
            .contains("You are on vacation from 1 December 2026 to 5 December 2026")
    );
    assert!(four.page(1).await.contains("on vacation until 5 December 2026"));
    assert_eq!(
        ana.post("/settings/away", &[("word", "end")]).await.location(),
        "/settings?done=away-ended#away"
    );
    assert!(!four.page(1).await.contains("on vacation until"));
    assert_eq!(ana.post("/settings/away", &[("word", "auto-on")]).await.status, StatusCode::SEE_OTHER);
    assert!(text(&ana.get("/settings").await).contains("vacation days are used by themselves, as long as"));
}

#[sqlx::test]
async fn a_match_is_called_off_before_both_teams_have_moved_and_not_after(pool: PgPool) {
    let four = Four::sit_down(pool, &[]).await;
    let path = format!("{}/abort", four.table);
    let stranger = four.server.member("eve").await;
    assert_eq!(stranger.get(&path).await.status, StatusCode::FORBIDDEN);
    let asked = four.players[3].get(&path).await;
    assert!(text(&asked).contains("Call this match off?"), "{}", text(&asked));
    let key = random::uuid().to_string();
    assert_eq!(stranger.post(&path, &[("key", &key)]).await.status, StatusCode::FORBIDDEN);
    assert!(four.players[3].post(&path, &[("key", "none")]).await.status.is_client_error());
    let hidden = form(&asked, &path, "").unwrap();
    is_done(&send(&four.players[3], &path, &hidden, "", &[]).await);
    is_done(&send(&four.players[3], &path, &hidden, "", &[]).await);
    let over = four.page(0).await;
    assert!(over.contains("called off"), "{over}");
    let late = four.players[1].get(&path).await;
    assert_eq!(late.status, StatusCode::FORBIDDEN);
    assert!(text(&late).contains("only before both teams have moved"));
}

#[sqlx::test]
async fn a_seat_left_for_good_is_taken_by_a_substitute_with_two_words(pool: PgPool) {
    let four = Four::sit_down(pool, &[]).await;
    let table = &four.table;
    let (leave, seat) = (format!("{table}/leave-for-good"), format!("{table}/substitute"));
    assert_eq!(four.players[0].get(&seat).await.status, StatusCode::SEE_OTHER, "no seat is empty");
    let asked = four.players[2].get(&leave).await;
    assert!(
        text(&asked).contains("Leave this match for good?") && text(&asked).contains("bruno"),
        "{}",
        text(&asked)
    );
    let hidden = form(&asked, &leave, "").unwrap();
    is_done(&send(&four.players[2], &leave, &hidden, "", &[]).await);
    let page = four.page(0).await;
    assert!(page.contains("White3 is empty: its player has left for good. All clocks stand."), "{page}");
    let (eve, guest) = (four.server.member("eve").await, four.server.browser());
    let listed = text(&guest.get("/open").await);
    assert!(listed.contains("Empty seats") && listed.contains("White3 is empty"), "{listed}");
    assert!(text(&guest.get(&seat).await).contains("Log in to ask for a seat"));

    is_done(&press(&eve, &seat, &seat, "ask", &[]).await);
    let key = random::uuid().to_string();
    let twice = eve.post(&seat, &[("key", &key), ("word", "ask"), ("seat", "White3")]).await;
    assert_eq!(twice.status, StatusCode::CONFLICT);
    assert!(text(&twice).contains("You have asked already"), "{}", text(&twice));
    let own = four.players[0].post(&seat, &[("key", &key), ("word", "ask"), ("seat", "White3")]).await;
    assert!(own.status.is_client_error(), "who sits here cannot ask");
    assert!(four.page(1).await.contains("eve asks for the empty seat White3, as your partner."));
    assert!(four.players[1].get("/matches").await.body.contains("eve asks for the empty seat"));

    is_done(&press(&eve, &seat, &seat, "withdraw", &[]).await);
    is_done(&press(&eve, &seat, &seat, "ask", &[]).await);
    is_done(&press(&four.players[1], table, &seat, "agree", &[]).await);
    assert!(
        text(&eve.get(&seat).await).contains("The partner has agreed; the word of one opponent is missing.")
    );
    let page = four.players[0].get(&seat).await;
    let hidden = form(&page, &seat, "agree").unwrap();
    is_done(&send(&four.players[0], &seat, &hidden, "agree", &[]).await);
    let seated = text(&eve.get(table).await);
    assert!(seated.contains("eve you"), "{seated}");
    assert!(!four.page(0).await.contains("White3 is empty"));
    let late = send(&four.players[3], &seat, &hidden[1..], "agree", &[("key", &key)]).await;
    assert_eq!(late.status, StatusCode::CONFLICT, "{}", text(&late));
    assert!(!text(&guest.get("/open").await).contains("Empty seats"));
}

#[sqlx::test]
async fn a_seat_that_nobody_takes_resigns_after_seven_days(pool: PgPool) {
    let four = Four::sit_down(pool, &[]).await;
    let leave = format!("{}/leave-for-good", four.table);
    press(&four.players[2], &leave, &leave, "", &[]).await;
    four.server.clock.advance(Duration::days(7) + Duration::minutes(1));
    delirious::actions::expire_turns(&four.server.app, 10).await.unwrap();
    let over = four.page(0).await;
    assert!(over.contains("Step through it"), "{over}");
    assert!(!text(&four.server.browser().get("/open").await).contains("Empty seats"));
}

#[sqlx::test]
async fn a_match_with_a_bank_says_so_and_mistakes_in_it_are_told_at_their_fields(pool: PgPool) {
    let four = Four::sit_down(
        pool,
        &[("time", "bank"), ("bank_start", "10"), ("bank_add", "24"), ("bank_cap", "30"), ("allowance", "")],
    )
    .await;
    let page = four.page(0).await;
    assert!(page.contains("a bank of 10 days for each player"), "{page}");
    assert!(page.contains("(10 d)"), "{page}");
    assert!(page.contains("bank 10 d"), "the banks of those who wait: {page}");
    let ana = &four.players[0];
    for (field, value) in
        [("bank_start", "0"), ("bank_start", "x"), ("bank_add", "0"), ("bank_cap", "9"), ("vacation", "181")]
    {
        let mut fields = vec![
            ("preset", "dice-chess"),
            ("name", "Banked"),
            ("time", "bank"),
            ("bank_start", "10"),
            ("bank_add", "24"),
            ("bank_cap", "30"),
            ("vacation", "30"),
            ("lapse", "forfeit"),
            ("join", "anyone"),
            ("seat", "White1"),
        ];
        fields.retain(|(name, _)| *name != field);
        fields.push((field, value));
        let refused = ana.post("/matches/new", &fields).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}={value}");
        assert!(refused.body.contains("class=\"error\""), "{field}={value}: {}", refused.body);
        assert_eq!(refused.field("name").unwrap(), "Banked");
        assert_eq!(refused.field(field).unwrap(), value);
    }
}
