//! The verbs, one a file. Each takes the [`App`](crate::app::App) and plain arguments, does one
//! transaction, and returns what a page needs (views, cards), never a state or an event.
//!
//! SKETCH of the surface that `web` and `jobs` build on (bodies follow):
//!
//! Accounts (`sign_up`, `verify_email`, `log_in`, `log_out`, `forgot_password`, `reset_password`, `settings`):
//!   sign_up(&App, SignUp { email: Email, handle: Handle, password: Password, time_zone: Zone }) -> Result<(), SignUpError>
//!       (a known address is answered like an unknown one: it gets a mail that says so)
//!   verify_email(&App, token: &str) -> Result<Account, TokenError>         (POST only)
//!   log_in(&App, email: &str, password: SecretString) -> Result<Account, LogInError>
//!   forgot_password(&App, email: &str) -> Result<(), AppError>;  reset_password(&App, token, Password) -> Result<(), ResetError> (ends all sessions)
//!   account(&App, AccountId) -> Option<Account>; change_settings(..); sessions(&App, AccountId) -> Vec<SessionView>; revoke_session(..)
//!
//! Matches (the lead writes these):
//!   open_match(&App, by: AccountId, OpenMatch { name: String, preset: String, layers: Vec<(String, String)>, allowance_days: u8,
//!              lapse: "forfeit" | "opponent-chooses", join: "anyone" | "invited", seat: Option<Seat>, salt: SaltForm }) -> Result<MatchId, OpenError>
//!   invite(&App, by, MatchId, to: &str /* e-mail or handle */) -> Result<(), InviteError>;  invitation_link(&App, by, MatchId) -> String token
//!   joinable(&App, MatchId, viewer: Option<AccountId>, invitation: Option<&str>) -> Result<JoinView { view: View, may_join: bool, why_not: Option<String> }, _>
//!   take_seat(&App, by, MatchId, TakeSeat { seat: Option<Seat>, partner_of: Option<String>, invitation: Option<String>, salt: SaltForm }) -> Result<(), JoinError>
//!   leave_seat / cancel_match before the start
//!   submit_move(&App, by, MatchId, SubmitMove { board: BoardNo, seen: u64 /* BoardView.seq */, mv: String, key: Uuid, salt: SaltForm }) -> Result<Submitted, SubmitError>
//!       Submitted { view: View, next: Option<MatchId> /* next match that waits for me */ }
//!       SubmitError: NotYours, NotYourTurn, Illegal { why }, Stale { changed: String, .. }, KeyReused (409), Over, Malformed, NoSuchMatch
//!   resign(&App, by, MatchId, key: Uuid) -> Result<(), _>
//!   view_match(&App, MatchId, viewer: Option<AccountId>, at: Option<u64>) -> Result<View, ViewError>
//!   my_matches(&App, AccountId) -> Vec<MatchCard>;  open_tables(&App, viewer) -> Vec<MatchCard>
//!   archive(&App, before: Option<ArchiveKey>) -> ArchivePage { cards: Vec<MatchCard>, next: Option<ArchiveKey> }
//!   export(&App, MatchId, viewer) -> Result<String /* json text */, ViewError>;  proof(&App, MatchId, viewer) -> Result<ProofView, ViewError>
//!   expire_turns(&App, limit) -> Result<usize /* matches settled */, AppError>
//!   MatchCard { view: View, your_turn: bool, deadline: Option<OffsetDateTime>, ... }
//!
//! SaltForm { salt: Option<Vec<u8>>  (None: the server draws one), next: Option<[u8; 32]> (the commitment to the seat's next salt) }

mod compose_mail;
mod dev_mail;
mod error;
mod log_in;
mod passwords;
mod readiness;
mod reset_password;
mod session_store;
mod settings;
mod sign_up;
mod tidy;
mod tokens;
mod verify_email;

pub use crate::store::tokens::TokenKind;
pub use compose_mail::{ComposeError, Composed, compose_mail};
pub use dev_mail::{DevMail, DevMailError, MailCard, Part, list_dev_mail, read_dev_mail};
pub use error::AppError;
pub use log_in::{LogInError, log_in};
pub use readiness::{readiness, waiting_count};
pub use reset_password::{check_reset_token, forgot_password, reset_password};
pub use session_store::{Session, load_session, log_out, prolong_session, save_session, update_session};
pub use settings::{
    SessionView, SettingsError, account, account_by_handle, change_handle, change_password, change_zone,
    delete_account, export_account, revoke_session, sessions, undeliverable_mail,
};
pub use sign_up::{SignUp, SignUpError, UNVERIFIED_LASTS, sign_up};
pub use tidy::tidy;
pub use tokens::{RESET_LASTS, TokenError, VERIFY_LASTS, mint_token, new_token, token_hash};
pub use verify_email::{resend_verification, verify_email};
