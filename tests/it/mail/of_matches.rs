//! A match played by mail: each decision mails whom it concerns, what they may see, and nobody else.

use crate::smtp::{Received, SmtpServer};
use crate::table::{HANDLES, Table};
use delirious::actions::{self, SaltForm, TakeSeat};
use delirious::domain::seat::BoardNo;
use delirious::domain::view::{Phase, TurnView};
use delirious::jobs::send_mail::{SendMail, Tally};
use delirious::mail::transport::Mailer;
use delirious::random;
use mail_parser::MimeHeaders;
use sqlx::PgPool;
use std::sync::Arc;

/// Somebody who carries the mails of a table, and knows which are new.
pub struct Post {
    pub server: SmtpServer,
    worker: Arc<SendMail>,
    read: usize,
}

impl Post {
    pub async fn of(table: &Table) -> Self {
        let server = SmtpServer::start().await;
        let worker = SendMail::new(table.app.clone(), Mailer::new(&server.url()).unwrap());
        Self { server, worker, read: 0 }
    }

    pub async fn work(&self) -> Tally {
        self.worker.send_due(|| false).await.unwrap()
    }

    /// Sends what is owed, and gives what came since the last call, as "handle: subject", sorted.
    pub async fn delivered(&mut self) -> Vec<String> {
        self.work().await;
        let received = self.server.received();
        let line = |mail: &Received| {
            let handle = mail.only_recipient().strip_suffix("@players.example").unwrap().to_owned();
            format!("{handle}: {}", mail.subject())
        };
        let mut lines = received[self.read..].iter().map(line).collect::<Vec<_>>();
        self.read = received.len();
        lines.sort();
        lines
    }
}

/// Who has to be told of a turn, and in which words.
fn told_of(turn: &TurnView) -> Vec<String> {
    let (mover, decider) = (HANDLES[turn.mover as usize], HANDLES[turn.decider as usize]);
    if turn.mover == turn.decider {
        return vec![format!("{mover}: Your turn: Tuesday table")];
    }
    vec![
        format!("{decider}: You choose {}'s move: Tuesday table", turn.mover),
        format!("{mover}: {decider} chooses your move: Tuesday table"),
    ]
}

#[sqlx::test]
async fn at_the_start_all_four_are_told_and_whoever_decides_is_asked(pool: PgPool) {
    let table = Table::running(&pool, "bughouse-worst-move").await;
    let mut post = Post::of(&table).await;
    let turns = table.view(0).await.turns;
    let mut expected = HANDLES
        .iter()
        .enumerate()
        .map(|(place, handle)| {
            // Start and first decision are one mail.
            let asked = turns.iter().find(|turn| turn.decider as usize == place).map(|turn| {
                if turn.mover == turn.decider {
                    ", your turn".to_owned()
                } else {
                    format!(", you choose {}'s move", turn.mover)
                }
            });
            format!("{handle}: The match has begun{}: Tuesday table", asked.unwrap_or_default())
        })
        .collect::<Vec<_>>();
    expected.sort();
    assert_eq!(post.delivered().await, expected);
}

#[sqlx::test]
async fn every_turn_mails_the_decider_and_on_a_worst_roll_the_mover_and_nobody_else(pool: PgPool) {
    let table = Table::running(&pool, "bughouse-worst-move").await;
    let mut post = Post::of(&table).await;
    post.delivered().await;
    let (mut best, mut worst) = (0, 0);
    // On both boards in turn: a partner who waits too long would be hurried.
    for board in BoardNo::ALL.into_iter().cycle().take(60) {
        if best >= 4 && worst >= 4 {
            break;
        }
        table.play(board).await.unwrap();
        let Some(turn) = table.turn(board).await else { break };
        if turn.mover == turn.decider {
            best += 1;
        } else {
            worst += 1;
        }
        let mut expected = told_of(&turn);
        expected.sort();
        assert_eq!(post.delivered().await, expected);
    }
    assert!(best > 0 && worst > 0, "both kinds were seen: {best} best, {worst} worst");
}

#[sqlx::test]
async fn a_turn_that_was_played_before_its_mail_went_out_is_not_spoken_of(pool: PgPool) {
    let table = Table::running(&pool, "bughouse-worst-move").await;
    let mut post = Post::of(&table).await;
    post.delivered().await;
    table.play(BoardNo::One).await.unwrap();
    table.play(BoardNo::One).await.unwrap();
    let now = told_of(&table.turn(BoardNo::One).await.unwrap());

    let mut expected = now;
    expected.sort();
    assert_eq!(post.delivered().await, expected);
}

#[sqlx::test]
async fn at_the_end_all_four_learn_how_it_ended_for_them(pool: PgPool) {
    let table = Table::running(&pool, "bughouse-worst-move").await;
    let mut post = Post::of(&table).await;
    actions::resign(&table.app, table.people[0], table.id, random::uuid()).await.unwrap();
    assert!(matches!(table.view(0).await.phase, Phase::Over { .. }));
    let expected = ["ana: You lost", "bruno: You won", "caio: You won", "dora: You lost"];
    assert_eq!(post.delivered().await, expected.map(|line| format!("{line}: Tuesday table")));
}

#[sqlx::test]
async fn a_mail_shows_the_readers_own_view_and_leads_to_the_move(pool: PgPool) {
    let table = Table::running(&pool, "bughouse-worst-move").await;
    let post = Post::of(&table).await;
    post.work().await;
    for (place, handle) in HANDLES.into_iter().enumerate() {
        let view = table.view(place).await;
        let to = format!("{handle}@players.example");
        let received = post.server.received();
        let mail = received.iter().find(|mail| mail.only_recipient() == to).expect("a mail each");
        let mail = mail.message();
        let text = mail.body_text(0).unwrap();
        assert!(text.contains(&view.head), "the whole head");
        assert!(text.contains(&format!("/m/{}", table.id)), "{text}");
        assert!(text.contains(&format!("{handle} ({}, you)", view.you.unwrap())), "{text}");
        for other in HANDLES {
            assert!(!text.contains(&format!("{other}@")), "no address in the text");
        }
        let picture = mail.attachments().next().expect("the picture");
        assert_eq!(picture.content_id(), Some("boards"));
        assert_eq!(picture.contents(), delirious::picture::png(&view, 1200).unwrap());
    }
}

#[sqlx::test]
async fn mails_of_one_match_are_one_conversation(pool: PgPool) {
    let table = Table::running(&pool, "bughouse-worst-move").await;
    let post = Post::of(&table).await;
    post.work().await;
    table.play(BoardNo::Two).await.unwrap();
    post.work().await;
    let received = post.server.received();
    let messages = received.iter().map(Received::message).collect::<Vec<_>>();
    let root = messages[0].references().as_text().unwrap().to_owned();
    assert!(messages.iter().all(|m| m.references().as_text() == Some(&root)));
    let mut ids = messages.iter().map(|m| m.message_id().unwrap().to_owned()).collect::<Vec<_>>();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), messages.len(), "each has an id of its own");
}

#[sqlx::test]
async fn an_invitation_reaches_its_address_and_its_link_opens_the_table(pool: PgPool) {
    let table = Table::open(&pool).await;
    let post = Post::of(&table).await;
    for to in ["eve@players.example", "bruno"] {
        actions::invite(&table.app, table.people[0], table.id, to).await.unwrap();
    }
    assert_eq!(post.work().await.sent, 2);
    for to in ["eve@players.example", "bruno@players.example"] {
        let received = post.server.received();
        let mail = received.iter().find(|mail| mail.only_recipient() == to).expect("a mail");
        assert_eq!(mail.subject(), "ana invites you to a match of Bughouse Worst Move");
        let text = mail.message().body_text(0).unwrap().into_owned();
        let (_, rest) = text.split_once("/i/").expect("a link");
        let token = rest.split_whitespace().next().unwrap();
        let page = actions::read_invitation(&table.app, token).await.unwrap();
        assert_eq!((page.match_id, page.from.as_str()), (table.id, "ana"));
    }
}

#[sqlx::test]
async fn an_invitation_that_was_taken_back_is_not_mailed(pool: PgPool) {
    let table = Table::open(&pool).await;
    let post = Post::of(&table).await;
    let ana = table.people[0];
    actions::invite(&table.app, ana, table.id, "eve@players.example").await.unwrap();
    let invitation = actions::invitations(&table.app, ana, table.id).await.unwrap().list.remove(0);
    actions::revoke_invitation(&table.app, ana, table.id, invitation.id).await.unwrap();
    assert_eq!(post.work().await, Tally { superseded: 1, ..Tally::default() });
}

#[sqlx::test]
async fn a_match_without_dice_mails_turns_too(pool: PgPool) {
    let table = Table::running(&pool, "classic-bughouse").await;
    let mut post = Post::of(&table).await;
    post.delivered().await;
    table.play(BoardNo::One).await.unwrap();
    assert_eq!(post.delivered().await, ["bruno: Your turn: Tuesday table"]);
}

#[sqlx::test]
async fn whoever_can_stir_new_dice_is_asked_and_then_they_roll(pool: PgPool) {
    let table = Table::open(&pool).await;
    let mut post = Post::of(&table).await;
    let [_, bruno, caio, dora] = table.people;
    let sit = |who| actions::take_seat(&table.app, who, table.id, TakeSeat::default());
    sit(bruno).await.unwrap();
    sit(caio).await.unwrap();
    assert_eq!(actions::renew_chains(&table.app).await.unwrap(), 1);
    sit(dora).await.unwrap();
    let asked = post.delivered().await;
    for handle in ["ana", "bruno"] {
        let subject = format!("{handle}: The match has begun, stir the dice: Tuesday table");
        assert!(asked.contains(&subject), "{asked:?}");
    }
    assert_eq!(
        asked.iter().filter(|line| line.contains("stir")).count(),
        2,
        "board 2 has dora's salt: {asked:?}"
    );
    let mine = actions::my_matches(&table.app, bruno, None).await.unwrap();
    assert!(format!("{mine:?}").contains("GiveSalt"), "the list says what is asked");
    actions::give_salt(&table.app, bruno, table.id, random::uuid(), SaltForm::default()).await.unwrap();
    assert!(table.turn(BoardNo::One).await.is_some_and(|turn| turn.roll.is_some()));
    assert!(post.delivered().await.iter().all(|line| !line.contains("tir the dice")));
}
