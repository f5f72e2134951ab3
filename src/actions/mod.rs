//! The verbs, one a file. Each takes the [`App`](crate::app::App) and plain arguments, does one
//! transaction, and returns what a page needs (views, cards), never a state or an event.
//!
//! Commands of a match go through `ledger`: lock, read the clock, settle, decide, append, outbox, commit.

mod abort;
pub mod away;
mod before_start;
mod change_address;
mod check_snapshots;
mod command;
mod compose_address;
mod compose_mail;
mod delete_account;
mod delivery;
mod dev_mail;
mod draw;
mod error;
mod expire_turns;
mod export;
mod give_salt;
mod give_time;
mod invite;
mod join;
mod leave_for_good;
mod ledger;
mod lists;
mod live;
mod log_in;
mod mail_settings;
mod match_error;
mod members;
mod mutes;
mod obligations;
mod open_match;
mod passwords;
mod pause;
mod pick_reward;
mod private_note;
mod pulse;
mod read_model;
mod read_talk;
mod ready;
mod renew_chains;
mod report_talk;
mod reset_password;
mod resign;
mod salt_form;
mod say;
mod send_digests;
mod session_store;
mod settings;
mod sign_up;
mod standing;
mod submit_move;
mod substitute;
mod take_seat;
mod talk_error;
mod tidy;
mod tokens;
mod unsubscribe;
mod vacation;
mod verify_email;
mod view_match;
mod views;

pub use abort::abort;
pub use before_start::{cancel_match, leave_seat};
pub use change_address::{ADDRESS_HELD, ask_address, cancel_address, confirm_address, pending_address};
pub use check_snapshots::{check_snapshot, check_snapshots};
pub use draw::{agree_draw, decline_draw, offer_draw};
pub use expire_turns::{credit_outages, expire_turns};
pub use export::{export, proof};
pub use give_salt::give_salt;
pub use give_time::{TimeGift, give_time};
pub use invite::{
    INVITATION_LASTS, InvitationPage, InvitationView, Invitations, invitation_link, invitations, invite,
    never_invite_again, read_invitation, revoke_invitation,
};
pub use join::{JoinPage, joinable};
pub use leave_for_good::leave_for_good;
pub use lists::{
    MatchCard, MatchPage, MinePage, ShelfPage, archive, empty_seats, matches_of, my_matches, next_match,
    open_tables,
};
pub use match_error::{MatchError, RefusedKind};
pub use open_match::{BankForm, LengthForm, OpenMatch, open_match, rules};
pub use pause::{agree_pause, ask_pause, ask_resume, decline_pause};
pub use pick_reward::{PickReward, pick_reward};
pub use pulse::{SILENCE, beat};
pub use ready::{NotReady, ready};
pub use resign::resign;
pub use salt_form::SaltForm;
pub use submit_move::{SubmitMove, submit_move};
pub use substitute::{agree_substitute, ask_to_substitute, withdraw_substitute};
pub use take_seat::{TakeSeat, take_seat};
pub use vacation::{auto_vacation, end_vacation, plan_vacation};
pub use view_match::view_match;

pub use live::{Change, LiveState, follow_changes, hears, live_state};
pub use mutes::{mute, muted, unmute};
pub use private_note::{SavedNote, private_note, save_private_note};
pub use read_talk::{Reading, read_talk, unread_talk};
pub use report_talk::{Reportable, report_talk, reportable};
pub use say::{Say, say};
pub use talk_error::TalkError;

pub use crate::store::tokens::TokenKind;
pub use compose_mail::{ComposeError, Composed, compose_mail};
pub use delete_account::delete_account;
pub use delivery::{Delivery, delivery, try_again};
pub use dev_mail::{DevMail, DevMailError, MailCard, Part, list_dev_mail, read_dev_mail};
pub use error::AppError;
pub use log_in::{LogInError, log_in};
pub use mail_settings::{
    MailSettings, MatchMail, MatchMailSettings, change_mail_settings, change_match_mail, mail_settings,
    match_mail,
};
pub use renew_chains::renew_chains;
pub use reset_password::{check_reset_token, forgot_password, reset_password};
pub use send_digests::send_digests;
pub use session_store::{Session, load_session, log_out, prolong_session, save_session, update_session};
pub use settings::{
    SessionView, SettingsError, account, account_by_handle, change_handle, change_password, change_zone,
    export_account, revoke_session, sessions,
};
pub use sign_up::{SignUp, SignUpError, UNVERIFIED_LASTS, sign_up};
pub use standing::{Standing, standing};
pub use tidy::tidy;
pub use tokens::{ADDRESS_LASTS, RESET_LASTS, TokenError, VERIFY_LASTS, mint_token, new_token, token_hash};
pub use unsubscribe::{MailedAbout, UnsubscribeError, read_unsubscribe, unsubscribe};
pub use verify_email::{resend_verification, verify_email};
