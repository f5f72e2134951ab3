//! Opening a table, inviting, sitting down, leaving.

use crate::helpers::{Browser, TestApp};
use reqwest::StatusCode;
use sqlx::PgPool;

const OPEN: [(&str, &str); 6] = [
    ("preset", "bughouse-worst-move"),
    ("name", "Café <at> eight"),
    ("allowance", "2"),
    ("lapse", "opponent-chooses"),
    ("join", "invited"),
    ("seat", "White1"),
];

/// Opens a match; its path, `/m/{id}`.
pub async fn open(browser: &Browser, change: &[(&str, &str)]) -> String {
    let mut fields = OPEN.to_vec();
    fields.retain(|(name, _)| change.iter().all(|(changed, _)| changed != name));
    fields.extend(change);
    let answer = browser.post("/matches/new", &fields).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    answer.location().split("/invite").next().unwrap().to_owned()
}

/// The first event of a match, as its export gives it away.
async fn opened(browser: &Browser, table: &str) -> serde_json::Value {
    let export = browser.get(&format!("{table}.json")).await.body;
    let export: serde_json::Value = serde_json::from_str(&export).unwrap();
    serde_json::from_str(export["log"][0]["public"].as_str().unwrap()).unwrap()
}

#[sqlx::test]
async fn a_match_is_opened_and_three_are_invited_by_link_mail_and_name(pool: PgPool) {
    let server = TestApp::start(pool);
    let (ana, bruno, caio, dora) = (
        server.member("ana").await,
        server.member("bruno").await,
        server.member("caio").await,
        server.member("dora").await,
    );
    let table = open(&ana, &[]).await;
    assert!(ana.get("/matches").await.body.contains("Café &#60;at&#62; eight"), "names are escaped");

    // Nobody sits down uninvited, or by looking.
    let uninvited = bruno.post(&format!("{table}/join"), &[("seat", "Black2")]).await;
    assert_eq!(uninvited.status, StatusCode::FORBIDDEN);
    let page = ana.post(&format!("{table}/link"), &[]).await;
    let link = page.body.split("value=\"").find_map(|part| part.split_once("/i/")).unwrap().1;
    let link = format!("/i/{}", link.split('"').next().unwrap());
    for _ in 0..2 {
        let looked = bruno.get(&link).await;
        assert_eq!(looked.status, StatusCode::OK);
        assert!(looked.body.contains("ana invites you"), "{}", looked.body);
    }
    let invitation = bruno.get(&link).await.field("invitation").unwrap();
    let taken =
        bruno.post(&format!("{table}/join"), &[("seat", "White1"), ("invitation", &invitation)]).await;
    assert_eq!(taken.status, StatusCode::CONFLICT, "the seat is taken: {}", taken.body);
    let seated =
        bruno.post(&format!("{table}/join"), &[("seat", "Black2"), ("invitation", &invitation)]).await;
    assert_eq!(seated.location(), format!("{table}/join?done=joined"), "{}", seated.body);

    let by_name = ana.post(&format!("{table}/invite"), &[("to", "caio")]).await;
    assert_eq!(by_name.location(), format!("{table}/invite?done=invited"), "{}", by_name.body);
    assert!(caio.get("/matches").await.body.contains("Invitations"));
    let seated = caio.post(&format!("{table}/join"), &[("seat", "White3"), ("salt_text", "pepper")]).await;
    assert_eq!(seated.status, StatusCode::SEE_OTHER, "{}", seated.body);

    ana.post(&format!("{table}/invite"), &[("to", "dora@players.example")]).await;
    let link = server.mailed_path("i").await;
    let invitation = dora.get(&link).await.field("invitation").unwrap();
    let started =
        dora.post(&format!("{table}/join"), &[("seat", "Black4"), ("invitation", &invitation)]).await;
    assert_eq!(started.location(), table, "the match has started: {}", started.body);
    let salted = server.browser().get(&format!("{table}/dice")).await;
    assert!(salted.body.contains(&hex::encode("pepper")), "a typed salt is shown as hex");
}

#[sqlx::test]
async fn a_form_with_mistakes_comes_back_with_its_values_and_the_reasons(pool: PgPool) {
    let server = TestApp::start(pool);
    let ana = server.member("ana").await;
    for (field, value, place) in [
        ("name", "two\nlines", "name"),
        ("name", "", "name"),
        ("allowance", "15", "allowance"),
        ("allowance", "soon", "allowance"),
        ("seat", "White9", "seat"),
        ("lapse", "shrug", "lapse"),
        ("join", "nobody", "join"),
        ("salt_text", &"x".repeat(1025), "salt"),
        ("games", "0", "games"),
        ("games", "21", "games"),
        ("games", "many", "games"),
        ("layer.worst_faces", "7", "layers"),
        ("layer.drop_checks", "forbidden", "layers"),
        ("layer.nonsense", "1", "layers"),
    ] {
        let mut fields = OPEN.to_vec();
        fields.retain(|(name, _)| *name != field);
        fields.push((field, value));
        let answer = ana.post("/matches/new", &fields).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}={value} {}", answer.body);
        let told = answer.body.contains("class=\"error\"") || answer.body.contains("role=\"alert\"");
        assert!(told, "{place}: {}", answer.body);
        if field != "name" {
            assert_eq!(answer.field("name").unwrap(), "Café <at> eight");
        }
    }
    let changed = open(&ana, &[("layer.worst_faces", "1"), ("layer.order", "round-s2")]).await;
    assert!(ana.get(&changed).await.status.is_success());
}

#[sqlx::test]
async fn a_match_may_be_several_games_or_go_for_points(pool: PgPool) {
    let server = TestApp::start(pool);
    let ana = server.member("ana").await;
    let length =
        async |change: &[(&str, &str)]| opened(&ana, &open(&ana, change).await).await["length"].to_string();
    assert_eq!(length(&[]).await, r#"{"games":1}"#);
    assert_eq!(length(&[("games", "3"), ("points", "nonsense")]).await, r#"{"games":3}"#);
    assert_eq!(length(&[("length", "points"), ("points", "7"), ("games", "")]).await, r#"{"points":7}"#);

    let mut fields = OPEN.to_vec();
    fields.extend([("length", "points"), ("points", "41"), ("games", "2")]);
    let answer = ana.post("/matches/new", &fields).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.body.contains("A match is played to 2 to 40 points."), "{}", answer.body);
    assert_eq!(
        (answer.field("points").unwrap().as_str(), answer.field("games").unwrap().as_str()),
        ("41", "2")
    );
}

#[sqlx::test]
async fn the_table_agrees_on_fairy_pieces(pool: PgPool) {
    let server = TestApp::start(pool);
    let ana = server.member("ana").await;
    let page = ana.get("/matches/new?preset=fairy-bughouse").await.body;
    assert_eq!(page.matches("name=\"fairy\"").count(), 24, "every piece that can be agreed on");
    assert_eq!(page.matches("checked> <svg").count(), 14, "the usual ones are ticked");
    assert!(page.contains("<details class=\"fairy\" open>"), "{page}");
    assert!(!ana.get("/matches/new?preset=classic-bughouse").await.body.contains("fairy_form"));

    let layers = async |change: &[(&str, &str)]| {
        let mut fields = OPEN.to_vec();
        fields.retain(|(name, _)| *name != "preset");
        fields.extend(change);
        let answer = ana.post("/matches/new", &fields).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
        let table = answer.location().split("/invite").next().unwrap().to_owned();
        let layers = opened(&ana, &table).await["rules"]["layers"].clone();
        ["gifts", "rewards", "reward_pick", "fairy_set"]
            .map(|layer| layers[layer].as_str().unwrap_or_default().to_owned())
    };
    let usual = "C,G,Z,T,X,Y,N^,B^,R^,Q^,N!,B!,R!,Q!";
    let preset = ("preset", "fairy-bughouse");
    assert_eq!(
        layers(&[preset]).await,
        ["2", "1", "player", usual],
        "what sends nothing of it changes nothing"
    );
    let sent = ("fairy_form", "1");
    let two = [("gifts", "1"), ("rewards", "2"), ("reward_pick", "dice"), ("fairy", "R^!"), ("fairy", "C")];
    let all: Vec<_> = [preset, sent].into_iter().chain(two).collect();
    assert_eq!(layers(&all).await, ["1", "2", "dice", "C,R^!"]);
    let dice_chess: Vec<_> = [("preset", "dice-chess"), sent].into_iter().chain(two).collect();
    assert_eq!(layers(&dice_chess).await, ["1", "2", "dice", "C,R^!"], "games of two may have them too");
    let none = [preset, sent, ("gifts", "0"), ("rewards", "0"), ("reward_pick", "dice")];
    assert_eq!(layers(&none).await, ["", "", "", ""], "nothing is ticked, and nothing is needed");
}

#[sqlx::test]
async fn mistakes_about_fairy_pieces_keep_what_was_ticked(pool: PgPool) {
    let server = TestApp::start(pool);
    let ana = server.member("ana").await;
    for (fields, told) in [
        (&[("gifts", "1"), ("rewards", "0")][..], "Tick at least one piece"),
        (&[("gifts", "9"), ("rewards", "0"), ("fairy", "C")], "Choose a number from 0 to 6."),
        (&[("gifts", "1"), ("rewards", "some"), ("fairy", "C")], "Choose a number from 0 to 6."),
        (&[("gifts", "1"), ("rewards", "0"), ("fairy", "P")], "P is no fairy piece"),
        (&[("gifts", "0"), ("rewards", "1"), ("reward_pick", "me"), ("fairy", "C")], "Reward_pick cannot be"),
    ] {
        let mut form = OPEN.to_vec();
        form.retain(|(name, _)| *name != "preset");
        form.extend([("preset", "worst-move"), ("fairy_form", "1")]);
        form.extend(fields);
        let answer = ana.post("/matches/new", &form).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{fields:?}");
        assert!(answer.body.contains(told), "{told}: {}", answer.body);
        let ticked = usize::from(fields.contains(&("fairy", "C")));
        assert_eq!(answer.body.matches("checked> <svg").count(), ticked, "{fields:?}");
        assert!(answer.body.contains("<details class=\"fairy\" open>"));
    }
}

#[sqlx::test]
async fn before_it_starts_a_player_may_leave_and_the_opener_may_call_it_off(pool: PgPool) {
    let server = TestApp::start(pool);
    let (ana, bruno) = (server.member("ana").await, server.member("bruno").await);
    let table = open(&ana, &[("join", "anyone")]).await;
    assert!(server.browser().get("/open").await.body.contains("1 of 4 seats taken"));
    bruno.post(&format!("{table}/join"), &[("seat", "Black2")]).await;
    assert_eq!(bruno.post(&format!("{table}/cancel"), &[]).await.status, StatusCode::FORBIDDEN);
    assert_eq!(
        bruno.post(&format!("{table}/leave"), &[]).await.location(),
        format!("{table}/join?done=left")
    );
    assert_eq!(bruno.post(&format!("{table}/invite"), &[("to", "caio")]).await.status, StatusCode::FORBIDDEN);
    assert_eq!(ana.post(&format!("{table}/cancel"), &[]).await.location(), "/matches?done=cancelled");
    assert_eq!(
        bruno.post(&format!("{table}/join"), &[("seat", "Black2")]).await.status,
        StatusCode::CONFLICT
    );
}

#[sqlx::test]
async fn an_invitation_taken_back_opens_nothing(pool: PgPool) {
    let server = TestApp::start(pool);
    let (ana, bruno) = (server.member("ana").await, server.member("bruno").await);
    let table = open(&ana, &[]).await;
    let page = ana.post(&format!("{table}/link"), &[]).await;
    let token = page.body.split("/i/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let id = ana.get(&format!("{table}/invite")).await.field("invitation").unwrap();
    let foreign = bruno.post(&format!("{table}/revoke"), &[("invitation", &id)]).await;
    assert_eq!(foreign.status, StatusCode::FORBIDDEN);
    assert_eq!(bruno.get(&format!("/i/{token}")).await.status, StatusCode::OK);
    ana.post(&format!("{table}/revoke"), &[("invitation", &id)]).await;
    assert!(bruno.get(&format!("/i/{token}")).await.status.is_client_error());
    let late = bruno.post(&format!("{table}/join"), &[("seat", "Black2"), ("invitation", &token)]).await;
    assert!(late.status.is_client_error());
}

#[sqlx::test]
async fn an_unconfirmed_address_opens_no_match(pool: PgPool) {
    let server = TestApp::start(pool);
    let ana = server.member("ana").await;
    sqlx::query("update accounts set email_verified_at = null").execute(&server.app.pool).await.unwrap();
    assert!(ana.get("/matches").await.body.contains("confirm your address"));
    let answer = ana.post("/matches/new", &OPEN).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(answer.field("name").unwrap(), "Café <at> eight");
    assert_eq!(ana.post("/settings/resend", &[]).await.location(), "/settings?done=mailed");
    assert!(server.mailed_path("verify").await.starts_with("/verify/"));
}
