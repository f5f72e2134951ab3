//! The match page and the picture as a reader gets them: structure, labels, forms, sizes.

use crate::fixture;
use askama::Template;
use delirious::domain::seat::{Army, Seat};
use delirious::domain::view::{Asking, Doing, PieceView, SetPiece, View};
use delirious::domain::zone::Zone;
use delirious::picture;
use delirious::web::chrome::Chrome;
use delirious::web::pages::match_page::{
    Draft, Final, MatchPageOptions, RewardDraft, render_at, render_confirm, render_match,
};
use delirious::web::present::{MiniTable, Movement, Scene, Shows};
use scraper::{ElementRef, Html, Selector};
use uuid::Uuid;

const KEY: Uuid = Uuid::from_u128(7);

fn chrome() -> Chrome {
    Chrome {
        user: Some("ana".into()),
        waiting: 2,
        csrf: "c5rf".into(),
        path: "/m/x".into(),
        ..Chrome::default()
    }
}

fn options() -> MatchPageOptions {
    MatchPageOptions::new(fixture::NOW, Zone::parse("Europe/Madrid").unwrap(), KEY)
}

fn page(view: &View) -> Html {
    page_with(view, options())
}

fn picking(view: &View, piece: &str) -> Html {
    page_with(view, MatchPageOptions { piece: Some(piece.into()), ..options() })
}

fn page_with(view: &View, opts: MatchPageOptions) -> Html {
    Html::parse_document(&render_match(view, chrome(), opts).render().unwrap())
}

fn all<'a>(html: &'a Html, css: &str) -> Vec<ElementRef<'a>> {
    html.select(&Selector::parse(css).unwrap()).collect()
}

fn text(html: &Html, css: &str) -> String {
    let found = all(html, css);
    let words: Vec<&str> = found.first().map(|e| e.text().collect()).unwrap_or_default();
    words.concat().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn attributes(html: &Html, css: &str, name: &str) -> Vec<String> {
    all(html, css).iter().filter_map(|e| e.attr(name)).map(str::to_owned).collect()
}

fn every_page() -> Vec<(&'static str, String)> {
    let zone = Zone::utc();
    let shown = |view: &View| render_match(view, chrome(), options()).render().unwrap();
    let mut past = fixture::worst();
    past.seq = 18;
    let picked = MatchPageOptions { piece: Some("b7".into()), ..options() };
    vec![
        ("start", shown(&fixture::start(Some(Seat::White1)))),
        ("worst", shown(&fixture::worst())),
        ("chosen for", shown(&fixture::chosen_for())),
        ("spectator", shown(&fixture::spectator())),
        ("promotion", render_match(&fixture::own_move(), chrome(), picked).render().unwrap()),
        ("over", shown(&fixture::over())),
        ("open", shown(&fixture::open())),
        ("one board", shown(&fixture::one_board())),
        ("zoo", shown(&fixture::zoo())),
        ("cylinder", shown(&fixture::cylinder())),
        ("at", render_at(&past, &fixture::over(), chrome(), &zone).render().unwrap()),
        (
            "resign",
            render_confirm(Final::Resign, &fixture::worst(), chrome(), &Zone::utc(), fixture::NOW, KEY)
                .render()
                .unwrap(),
        ),
    ]
}

#[test]
fn no_page_holds_inline_style_or_script_or_anything_from_elsewhere() {
    for (name, source) in every_page() {
        let html = Html::parse_document(&source);
        assert!(all(&html, "[style], style").is_empty(), "{name}: inline style");
        for script in all(&html, "script") {
            assert!(script.attr("src").is_some(), "{name}: inline script");
        }
        for css in ["[onclick]", "[onsubmit]", "[onload]", "[href^='javascript']"] {
            assert!(all(&html, css).is_empty(), "{name}: {css}");
        }
        for link in ["href", "src", "action"] {
            for to in attributes(&html, &format!("[{link}]"), link) {
                assert!(to.starts_with('/') || to.starts_with('#'), "{name}: {link}={to}");
                assert!(!to.starts_with("//"), "{name}: {link}={to}");
            }
        }
    }
}

#[test]
fn every_control_has_a_name() {
    for (name, source) in every_page() {
        let html = Html::parse_document(&source);
        for control in all(&html, "input:not([type=hidden]), select, textarea") {
            let id = control.attr("id").unwrap_or_default();
            assert!(!all(&html, &format!("label[for='{id}']")).is_empty(), "{name}: {}", control.html());
        }
        for control in all(&html, "button, a") {
            let spoken: String = control.text().collect();
            let label = control.attr("aria-label").unwrap_or_default();
            assert!(!spoken.trim().is_empty() || !label.is_empty(), "{name}: {}", control.html());
        }
    }
}

#[test]
fn ids_are_unique_and_labels_lead_somewhere() {
    for (name, source) in every_page() {
        let html = Html::parse_document(&source);
        let mut ids = attributes(&html, "[id]", "id");
        ids.sort();
        let count = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), count, "{name}: an id occurs twice");
        for reference in ["for", "form", "aria-labelledby", "aria-describedby", "popovertarget"] {
            for to in attributes(&html, &format!("[{reference}]"), reference) {
                assert!(ids.contains(&to), "{name}: {reference}={to}");
            }
        }
        for to in attributes(&html, "a[href^='#']", "href") {
            assert!(ids.contains(&to[1..].to_owned()), "{name}: {to}");
        }
    }
}

#[test]
fn each_move_form_carries_what_the_server_needs() {
    let html = page(&fixture::worst());
    let id = fixture::worst().match_id;
    let forms = all(&html, &format!("form[action='/m/{id}/move'][method=post]"));
    assert_eq!(forms.len(), 3, "the board, the list, the typed move");
    for form in forms {
        let value = |field: &str| {
            let css = Selector::parse(&format!("input[name={field}]")).unwrap();
            form.select(&css).next().and_then(|input| input.attr("value")).map(str::to_owned)
        };
        assert_eq!(value("csrf").as_deref(), Some("c5rf"));
        assert_eq!(value("board").as_deref(), Some("1"));
        assert_eq!(value("seen").as_deref(), Some("21"));
        assert_eq!(value("key"), Some(KEY.to_string()));
        assert!(value("salt").is_some() && value("next").is_some());
    }
    assert_eq!(attributes(&html, "form.listed option[data-to]", "value").len(), 7);
}

#[test]
fn a_worst_roll_is_worded_for_all_three_who_see_it() {
    let told = |view: &View| text(&page(view), "h1");
    assert_eq!(told(&fixture::worst()), "You choose White1's move: a bishop, the worst you can find");
    assert_eq!(told(&fixture::chosen_for()), "ana (Black2) chooses your move: a bishop");
    assert_eq!(told(&fixture::spectator()), "ana (Black2) and dora (Black4) decide");
    assert_eq!(text(&page(&fixture::worst()), ".ask .die.worst"), "2, worst");
    assert_eq!(text(&page(&fixture::worst()), ".ask time"), "Thursday 18:40");
}

#[test]
fn the_first_sentence_says_what_is_asked() {
    let told = |view: &View| text(&page(view), "h1");
    assert_eq!(told(&fixture::start(Some(Seat::White1))), "Your move: a knight");
    assert_eq!(told(&fixture::start(Some(Seat::Black2))), "You wait for bruno (White1)");
    assert_eq!(told(&fixture::own_move()), "Your move: any piece");
    assert_eq!(told(&fixture::over()), "bruno and dora win: Black2's king was captured");
    assert_eq!(told(&fixture::open()), "3 seats are free: White1, White3, Black4");
    let mut plain = fixture::start(Some(Seat::White1));
    plain.turns[0].roll = None;
    assert_eq!(told(&plain), "It is your move");
    let mut none = fixture::start(Some(Seat::White1));
    none.turns[0].roll.as_mut().unwrap().any_instead = true;
    assert_eq!(told(&none), "Your move: any piece (no knight can move)");
    let mut waits = fixture::start(Some(Seat::White1));
    waits.turns.remove(0);
    waits.seats[0].doing = Doing::Waiting;
    assert_eq!(told(&waits), "You have no move and wait for a piece from your partner");
}

#[test]
fn only_the_decider_gets_a_form() {
    assert!(all(&page(&fixture::chosen_for()), "form[action$='/move']").is_empty());
    assert!(all(&page(&fixture::spectator()), "form[action$='/move']").is_empty());
    assert!(all(&page(&fixture::over()), "form[action$='/move'], .own .act").is_empty());
    assert!(all(&page(&fixture::chosen_for()), ".act").is_empty());
}

#[test]
fn without_javascript_a_piece_is_chosen_and_then_its_square() {
    let view = fixture::worst();
    let first = attributes(&page(&view), ".own a.act", "href");
    let id = view.match_id;
    assert_eq!(first.len(), 2, "two bishops can move: {first:?}");
    assert!(first.contains(&format!("/m/{id}?piece=c4#table")));
    let html = picking(&view, "c4");
    let targets = attributes(&html, ".own button.act[form=play][name=move]", "value");
    assert_eq!(targets.len(), 5, "{targets:?}");
    assert!(targets.contains(&"c4f7".to_owned()));
    assert_eq!(attributes(&html, ".sq.picked", "data-sq"), ["c4"]);
    assert_eq!(attributes(&html, ".sq.take", "data-sq"), ["f7"]);
}

#[test]
fn pieces_are_dropped_from_the_movers_hand() {
    let view = fixture::own_move();
    assert_eq!(all(&page(&view), ".own .hand a.act").len(), 2);
    let html = picking(&view, "N@");
    assert_eq!(attributes(&html, "button.act", "value"), ["N@d5", "N@g5"]);
    assert_eq!(attributes(&html, ".hand .picked", "data-drop"), ["N"]);
}

#[test]
fn a_promotion_asks_for_the_piece() {
    let html = picking(&fixture::own_move(), "b7");
    assert_eq!(attributes(&html, "a.act[href='#promote-a8']", "href").len(), 1);
    let choices = attributes(&html, "#promote-a8 button[name=move]", "value");
    assert_eq!(choices, ["b7a8q", "b7a8r", "b7a8b", "b7a8n"]);
}

#[test]
fn nonsense_for_a_piece_is_ignored() {
    for piece in ["", "@", "h9", "c4<script>", "K@", &"x".repeat(4000)] {
        assert!(all(&picking(&fixture::worst(), piece), "button.act").is_empty(), "{piece}");
    }
}

#[test]
fn a_refusal_says_why_and_keeps_the_draft() {
    let opts = MatchPageOptions {
        problem: Some("The bishop cannot reach h8.".into()),
        draft: Draft { mv: "c4h8<".into(), salt: "a \"salt\"".into() },
        ..options()
    };
    let html = page_with(&fixture::worst(), opts);
    assert!(text(&html, "[role=alert]").contains("The bishop cannot reach h8."));
    assert_eq!(attributes(&html, "#typed", "value"), ["c4h8<"]);
    assert_eq!(attributes(&html, "#salt", "value"), ["a \"salt\""]);
    assert_eq!(all(&html, "details.others[open]").len(), 1);
}

#[test]
fn boards_are_seen_from_the_viewers_side() {
    let corner = |view: &View| attributes(&page(view), "[data-sq]", "data-sq")[0].clone();
    assert_eq!(corner(&fixture::start(Some(Seat::White1))), "a8");
    assert_eq!(corner(&fixture::start(Some(Seat::Black2))), "h1");
    let html = page(&fixture::start(Some(Seat::White3)));
    assert_eq!(attributes(&html, ".own .board", "data-board"), ["2"]);
    assert_eq!(attributes(&html, ".mate .board", "data-board"), ["1"]);
    assert_eq!(attributes(&page(&fixture::one_board()), ".board", "data-board"), ["1"]);
}

#[test]
fn squares_are_spoken() {
    let html = page(&fixture::chosen_for());
    assert_eq!(text(&html, ".own [data-sq=c6]"), "c6, black knight, last move");
    assert_eq!(text(&html, ".own [data-sq=d4]"), "d4");
    let html = page(&fixture::worst());
    assert_eq!(attributes(&html, "[data-sq=c4] a", "aria-label"), ["c4, white bishop: choose"]);
}

#[test]
fn a_pyramid_stands_on_the_board_and_is_nobodys() {
    let html = page(&fixture::cylinder());
    assert_eq!(text(&html, ".own [data-sq=c4]"), "c4, pyramid");
    assert_eq!(all(&html, ".own .board .pc.n").len(), 1);
    let small = Html::parse_fragment(&MiniTable::new(&fixture::cylinder()).render().unwrap());
    assert_eq!(attributes(&small, "g.n use", "href"), ["/static/pieces.svg#Y"]);
    assert!(picture::svg(&fixture::cylinder()).contains("href=\"#Y\""));
}

#[test]
fn what_goes_around_the_edge_is_drawn_and_spoken() {
    let html = page(&fixture::cylinder());
    let spoken = "g4, white rook, reaches a4, b4 around the edge, last move";
    assert_eq!(text(&html, ".own [data-sq=g4]"), spoken);
    assert_eq!(attributes(&html, "[data-sq=g4]", "data-around"), ["a4 b4"]);
    let squares = |css: &str| attributes(&html, css, "data-sq");
    assert_eq!(squares(".sq.reached"), ["f8", "e7", "d6", "c5", "a4", "b4", "a3"]);
    assert_eq!(squares(".sq:has(> .edge.right:not(.in))"), ["h4", "h2"], "where they leave");
    assert_eq!(squares(".sq:has(> .edge.left.in)"), ["a4", "a3"], "where they come back");
    assert!(squares(".sq.shown").is_empty(), "nothing is picked up");
}

#[test]
fn a_turned_board_turns_its_marks() {
    let mut view = fixture::cylinder();
    view.boards[0].bottom = Army::Black;
    let html = page(&view);
    assert_eq!(attributes(&html, ".sq:has(> .edge.left:not(.in))", "data-sq"), ["h2", "h4"]);
    assert_eq!(attributes(&html, ".sq:has(> .edge.right.in)", "data-sq"), ["a3", "a4"]);
}

#[test]
fn a_piece_picked_up_shows_its_own_ways_around() {
    let mut view = fixture::cylinder();
    view.turns[0].legal = vec![fixture::mv("g4b4", "R^b4", "cylindrical rook g4 to b4")];
    let html = picking(&view, "g4");
    assert_eq!(attributes(&html, ".sq.shown", "data-sq"), ["a4", "b4"]);
}

#[test]
fn pictures_mark_the_ways_around() {
    let plain = picture::svg(&fixture::start(Some(Seat::White1)));
    let svg = picture::svg(&fixture::cylinder());
    assert!(!plain.contains("stroke-dasharray=\"4 3\""));
    assert_eq!(svg.matches("stroke-dasharray=\"4 3\"").count(), 7);
    let small = MiniTable::new(&fixture::cylinder()).render().unwrap();
    let small = Html::parse_fragment(&small);
    assert_eq!((all(&small, "path.ma").len(), all(&small, "path.me").len()), (1, 1));
}

#[test]
fn what_the_other_team_chose_is_marked() {
    let html = page(&fixture::worst());
    assert_eq!(all(&html, ".news li").len(), 4);
    assert_eq!(all(&html, ".news li.against").len(), 1, "bruno chose for ana");
    assert_eq!(all(&html, ".news li.ours").len(), 2, "caio's own move, and his choice for dora");
    assert_eq!(all(&page(&fixture::spectator()), ".story li.against").len(), 2);
    assert!(!text(&html, ".news li.against .words").contains("rolled"), "the dice are drawn beside it");
}

#[test]
fn stepping_marks_where_it_stands_and_leads_on() {
    let mut past = fixture::worst();
    past.seq = 18;
    let live = fixture::over();
    let html = Html::parse_document(&render_at(&past, &live, chrome(), &Zone::utc()).render().unwrap());
    let id = live.match_id;
    let to = |rel: &str| attributes(&html, &format!(".stepper a[rel={rel}]"), "href").concat();
    assert_eq!(to("first"), format!("/m/{id}/at/1#step"));
    assert_eq!(to("prev"), format!("/m/{id}/at/16#step"));
    assert_eq!(to("next"), format!("/m/{id}/at/20#step"));
    assert_eq!(to("last"), format!("/m/{id}/at/23#step"));
    assert_eq!(text(&html, "h1"), "2a. Nc6");
    assert_eq!(text(&html, "[aria-current=step] .stop"), "2a. Nc6");
}

#[test]
fn resigning_is_asked_by_a_page_and_done_by_a_button() {
    let html = page(&fixture::worst());
    let id = fixture::worst().match_id;
    let finals = ["resign", "leave-for-good"].map(|what| format!("/m/{id}/{what}"));
    assert_eq!(attributes(&html, "a.red", "href"), finals);
    assert!(all(&page(&fixture::over()), "a.red").is_empty());
    let ask = render_confirm(Final::Resign, &fixture::worst(), chrome(), &Zone::utc(), fixture::NOW, KEY)
        .render()
        .unwrap();
    let ask = Html::parse_document(&ask);
    assert_eq!(attributes(&ask, "form[method=post] .danger", "class").len(), 1);
    assert!(text(&ask, ".ask").contains("caio, your partner"));
}

#[test]
fn every_symbol_that_a_page_uses_is_in_the_sprite() {
    let sprite = include_str!("../../static/pieces.svg");
    for (name, source) in every_page() {
        for to in attributes(&Html::parse_document(&source), "use", "href") {
            let id = to.strip_prefix("/static/pieces.svg#").unwrap();
            assert!(sprite.contains(&format!("<symbol id=\"{id}\"")), "{name}: {to}");
        }
    }
}

#[test]
fn small_pictures_hold_all_boards() {
    let html = Html::parse_fragment(&MiniTable::new(&fixture::worst()).render().unwrap());
    assert_eq!(
        attributes(&html, "svg.mini", "viewbox").len() + attributes(&html, "svg.mini", "viewBox").len(),
        1
    );
    assert_eq!(all(&html, "svg.mini > svg").len(), 2);
    let pieces =
        fixture::worst().boards.iter().flat_map(|b| &b.squares).filter(|s| s.piece.is_some()).count();
    assert_eq!(all(&html, "use").len(), pieces + 1, "each piece, and one mark of promotion");
}

#[test]
fn pictures_of_moves_show_what_the_rules_allow() {
    let label = |board, shows| Movement::new(&Scene { board, shows }).unwrap().label;
    assert_eq!(
        label("7k/4n3/8/2pP2P1/3C4/3p4/8/K7[] w - - 0 1", Shows::Moves("d4")),
        "A camel on d4 can go to a3, a5, c1, c7, e1 and g3, and captures on e7"
    );
    assert_eq!(
        label("k7/8/8/8/2n1P1R^1/8/8/K7[] w - - 0 1", Shows::Moves("g4")),
        "A cylindrical rook on g4 can go to a4, b4, f4, g1, g2, g3, g5, g6, g7, g8 and h4, and captures on c4; \
         around the edge it reaches a4, b4 and c4"
    );
    assert_eq!(
        label("7k/8/8/8/4n3/4P3/4T3/K3R3[] w - - 0 1", Shows::Moves("e2")),
        "A taxi on e2 can go to e5"
    );
    assert_eq!(
        label("7k/8/8/5p2/3p4/8/4T3/K7[] w - - 0 1", Shows::Passing("e2e5")),
        "A taxi that leapt to e5 can be captured in passing from d4 to e3 and from f5 to e4"
    );
    assert_eq!(
        label("8/8/2nqk3/2p2n2/2*1P1P1/8/8/7K[X] w - - 0 1", Shows::Blast("X@d5")),
        "A bomb dropped on d5 destroys the white pawn on e4, the black pawn on c5, the black knight on c6 and the \
         black queen on d6"
    );
}

#[test]
fn what_is_no_position_or_no_move_has_no_picture() {
    for (board, shows) in [
        ("nonsense", Shows::Moves("d4")),
        ("7k/8/8/8/3C4/8/8/K7[] w - - 0 1", Shows::Moves("d5")),
        ("7k/8/8/8/3C4/8/8/K7[] w - - 0 1", Shows::Blast("X@d5")),
        ("7k/8/8/8/3C4/8/8/K7[] w - - 0 1", Shows::Passing("d4d5")),
    ] {
        assert!(Movement::new(&Scene { board, shows }).is_none(), "{board} {shows:?}");
    }
}

/// The value of a custom property in the first rule that follows `start` in the style sheet.
fn token(start: &str, name: &str) -> [f64; 3] {
    let css = include_str!("../../static/style.css");
    let rule = &css[css.find(start).unwrap()..];
    let value = &rule[rule.find(&format!("--{name}: #")).unwrap() + name.len() + 5..];
    [0, 2, 4].map(|at| f64::from(u8::from_str_radix(&value[at..at + 2], 16).unwrap()) / 255.0)
}

/// Contrast of two colours by WCAG 2.2.
fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
    let linear = |c: f64| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
    let light = |c: [f64; 3]| 0.2126 * linear(c[0]) + 0.7152 * linear(c[1]) + 0.0722 * linear(c[2]);
    let (a, b) = (light(a), light(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn words_can_be_read_in_both_themes() {
    let text = [
        ("ink", "paper"),
        ("ink", "card"),
        ("quiet", "paper"),
        ("quiet", "card"),
        ("stamp", "paper"),
        ("stamp", "card"),
        ("stamp", "stamp-soft"),
        ("post", "paper"),
        ("post", "card"),
        ("post", "post-soft"),
        ("ink", "post-soft"),
        ("on-post", "post"),
        ("on-stamp", "stamp"),
        ("coord-on-light", "light"),
        ("coord-on-dark", "dark"),
    ];
    for theme in [":root {", ":root:not([data-theme=\"light\"])", ":root[data-theme=\"dark\"]"] {
        for (front, back) in text {
            let ratio = contrast(token(theme, front), token(theme, back));
            assert!(ratio >= 4.5, "{theme} {front} on {back}: {ratio:.2}");
        }
        for (front, back) in
            [("edge", "card"), ("white-fill", "dark"), ("black-fill", "light"), ("post", "paper")]
        {
            let ratio = contrast(token(theme, front), token(theme, back));
            assert!(ratio >= 2.5, "{theme} {front} on {back}: {ratio:.2}");
        }
    }
}

#[test]
fn the_first_visit_of_a_match_page_is_small() {
    let page = render_match(&fixture::own_move(), chrome(), options()).render().unwrap();
    let style = include_str!("../../static/style.css").len();
    let scripts = [
        include_str!("../../static/match.js"),
        include_str!("../../static/site.js"),
        include_str!("../../static/seal.js"),
        include_str!("../../static/around.js"),
        include_str!("../../static/live.js"),
    ];
    let script: usize = scripts.iter().map(|script| script.len()).sum();
    let sprite = include_str!("../../static/pieces.svg").len();
    // Even unpacked it stays near what it may weigh packed (60 kB), which is about a quarter of this.
    assert!(page.len() + style + script + sprite < 120_000, "{}", page.len() + style + script + sprite);
}

/// Width and height from the head of a PNG.
fn png_size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn the_picture_is_a_png_of_the_width_asked_for_and_fit_for_mail() {
    for view in [fixture::worst(), fixture::over(), fixture::start(None)] {
        let png = picture::png(&view, 640).unwrap();
        assert_eq!(png_size(&png), (640, 406));
        assert!(png.len() < 40_000, "{} bytes", png.len());
    }
    assert_eq!(png_size(&picture::png(&fixture::one_board(), 344).unwrap()), (344, 436));
}

#[test]
fn the_same_view_gives_the_same_picture_and_another_one_another() {
    let draw = |view: &View| picture::png(view, 320).unwrap();
    assert_eq!(draw(&fixture::worst()), draw(&fixture::worst()));
    assert_ne!(draw(&fixture::worst()), draw(&fixture::chosen_for()), "seen from the other side");
    let mut moved = fixture::worst();
    moved.boards[1].squares[0].piece = None;
    assert_ne!(draw(&fixture::worst()), draw(&moved));
}

#[test]
fn a_picture_of_no_width_is_refused() {
    for width in [0, picture::MAX_WIDTH + 1, u32::MAX] {
        assert!(matches!(picture::png(&fixture::worst(), width), Err(picture::PictureError::Width(_))));
    }
}

#[test]
fn a_picture_shows_nothing_but_the_view() {
    let svg = picture::svg(&fixture::worst());
    assert!(!svg.contains("<text") && !svg.contains("ana"), "no names");
    assert!(!svg.contains("id=\"C\""), "only the symbols it uses");
    assert!(svg.contains("id=\"m-promoted\""));
}

/// The viewer picks `number` pieces of two.
fn rewarded(number: u8) -> View {
    let mut view = fixture::own_move();
    let piece =
        |letter, name: &str| PieceView { army: Army::White, letter, marks: String::new(), name: name.into() };
    let set = |text: &str, name: &str| SetPiece {
        text: text.into(),
        piece: piece(text.chars().next().unwrap(), name),
        moves: format!("How a {name} moves."),
    };
    let turn = view.turns.iter_mut().find(|turn| Some(turn.decider) == view.you).unwrap();
    turn.asks = Asking::Reward { number, set: vec![set("C", "camel"), set("G", "giraffe")] };
    turn.roll = None;
    turn.legal.clear();
    view
}

#[test]
fn a_reward_is_picked_by_a_form_that_keeps_what_was_picked() {
    let html = page(&rewarded(1));
    assert_eq!(text(&html, "h1"), "You captured the king: pick a piece for the next game");
    assert_eq!(attributes(&html, "#reward input[type=radio]", "value"), ["C", "G"]);
    assert!(all(&html, "#reward input[checked]").is_empty() && all(&html, "#play").is_empty());
    assert!(text(&html, "#reward label").contains("How a camel moves."));
    assert_eq!(all(&html, "#reward label .pc").len(), 2);
    let reward = RewardDraft { pieces: vec!["G".into(), "C".into()], salt: "mine".into() };
    let two = page_with(&rewarded(2), MatchPageOptions { reward, ..options() });
    assert_eq!(attributes(&two, "#reward input[checked]", "value"), ["G", "C"]);
    assert_eq!(attributes(&two, "#reward input[checked]", "name"), ["piece1", "piece2"]);
    assert_eq!(attributes(&two, "#reward [name=salt_text]", "value"), ["mine"]);
}

#[test]
fn a_piece_is_called_by_its_square() {
    let mut view = fixture::own_move();
    let turn = view.turns.iter_mut().find(|turn| Some(turn.decider) == view.you).unwrap();
    turn.legal.truncate(1);
    let call = &mut turn.legal[0];
    (call.text, call.words) = ("call e2".into(), "call the intelligent knight on e2".into());
    (call.from, call.to, call.drop, call.call) = (None, None, None, Some("e2".into()));
    let html = page(&view);
    let square = "[data-sq=e2] button.act[form=play][name=move]";
    assert_eq!(attributes(&html, square, "value"), ["call e2"]);
    assert!(attributes(&html, square, "aria-label")[0].ends_with(": call"));
    assert_eq!(attributes(&html, "#listed option[data-call]", "value"), ["call e2"]);
    assert_eq!(text(&html, "fieldset.calls button"), "Call the intelligent knight on e2");
}
