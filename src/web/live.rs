//! Open pages that are told when something changed: one connection to PostgreSQL hears it for the whole
//! process, and a bounded number of streams (server-sent events) pass it on. They say which part changed,
//! never what is in it.

use super::error::WebError;
use crate::actions::{self, Change, LiveState};
use crate::app::App;
use crate::domain::ids::{AccountId, MatchId};
use crate::domain::talk::Scope;
use actix_web::web::Bytes;
use futures_util::stream::{self, Stream};
use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::{Interval, Sleep, interval, sleep};

/// Streams of this process.
const MOST: usize = 2000;
/// Changes that a slow stream may be behind before it is told that anything may have changed.
const BACKLOG: usize = 256;
/// A comment goes out this often, so that nobody on the way takes the stream for dead.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// Then a stream ends and the browser asks again, as whoever it is by then.
const LASTS: Duration = Duration::from_mins(15);

/// What a hub tells its streams.
#[derive(Clone, Copy, Debug)]
enum Told {
    Changed(Change),
    Closing,
}

/// The streams of one process.
pub struct Hub {
    sender: broadcast::Sender<Told>,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    all: usize,
    /// Each one's streams, oldest first: their numbers, and what ends them.
    by: HashMap<String, VecDeque<(u64, Arc<Notify>)>>,
    entered: u64,
    closed: bool,
}

impl Default for Hub {
    fn default() -> Self {
        Self { sender: broadcast::channel(BACKLOG).0, open: Mutex::default() }
    }
}

impl Hub {
    /// Tells every stream.
    pub fn tell(&self, change: Change) {
        // Nobody listening is fine.
        drop(self.sender.send(Told::Changed(change)));
    }

    /// Ends every stream, and lets none begin.
    pub fn close(&self) {
        self.open().closed = true;
        drop(self.sender.send(Told::Closing));
    }

    /// How many streams are open.
    pub fn count(&self) -> usize {
        self.open().all
    }

    /// A place for one more stream of `whose`, who may have `each` of them: with one more the oldest ends,
    /// which is most often that of a page that was left.
    fn enter(self: &Arc<Self>, whose: String, each: usize) -> Result<Place, WebError> {
        let mut open = self.open();
        if open.closed || open.all >= MOST {
            return Err(WebError::Busy);
        }
        open.all += 1;
        open.entered += 1;
        let (number, crowded) = (open.entered, Arc::new(Notify::new()));
        let streams = open.by.entry(whose.clone()).or_default();
        if streams.len() >= each
            && let Some((_, oldest)) = streams.pop_front()
        {
            oldest.notify_one();
        }
        streams.push_back((number, Arc::clone(&crowded)));
        drop(open);
        Ok(Place { hub: Arc::clone(self), whose, number, crowded })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A stream's place among the bounded number; free again when it is dropped.
struct Place {
    hub: Arc<Hub>,
    whose: String,
    number: u64,
    crowded: Arc<Notify>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.hub.open();
        open.all = open.all.saturating_sub(1);
        let Some(streams) = open.by.get_mut(&self.whose) else { return };
        streams.retain(|(number, _)| *number != self.number);
        if streams.is_empty() {
            open.by.remove(&self.whose);
        }
    }
}

/// Keeps `hub` told until the process is asked to stop, and then closes it, so that open streams do not
/// hold up the end.
pub async fn run(app: App, hub: Arc<Hub>) {
    tokio::select! {
        () = actions::follow_changes(&app, |change| hub.tell(change)) => {}
        () = asked_to_stop() => {}
    }
    hub.close();
}

async fn asked_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return std::future::pending().await };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}

/// Who asks for a stream.
pub struct Audience {
    /// The match.
    pub id: MatchId,
    /// Who, if logged in.
    pub viewer: Option<AccountId>,
    /// The key of that session.
    pub session: Option<String>,
    /// Under which name the streams are counted: the session's, or the client's address.
    pub whose: String,
    /// How many streams that one may have.
    pub each: usize,
}

/// A stream of events; at first how the match stands. Errors: no such match, or too many streams.
pub async fn stream(
    app: App,
    hub: Arc<Hub>,
    audience: Audience,
) -> Result<impl Stream<Item = Result<Bytes, Infallible>>, WebError> {
    let Audience { id, viewer, session, whose, each } = audience;
    let receiver = hub.sender.subscribe();
    let place = hub.enter(whose, each)?;
    // Read after subscribing: what changes from here on is told.
    let now = actions::live_state(&app, id, viewer).await?.ok_or(WebError::NotFound)?;
    let mut heartbeat = interval(HEARTBEAT);
    heartbeat.reset();
    let line = Line {
        app,
        id,
        viewer,
        session,
        receiver,
        heartbeat,
        end: Box::pin(sleep(LASTS)),
        first: Some(hello(now)),
        place,
        ended: false,
    };
    Ok(stream::unfold(line, |mut line| async move {
        let said = line.next().await?;
        Some((Ok(Bytes::from(said)), line))
    }))
}

/// One stream.
struct Line {
    app: App,
    id: MatchId,
    viewer: Option<AccountId>,
    session: Option<String>,
    receiver: broadcast::Receiver<Told>,
    heartbeat: Interval,
    end: Pin<Box<Sleep>>,
    first: Option<String>,
    place: Place,
    ended: bool,
}

impl Line {
    /// What goes out next; none at the end.
    async fn next(&mut self) -> Option<String> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        if self.ended {
            return None;
        }
        loop {
            let told = tokio::select! {
                () = &mut self.end => return None,
                () = self.place.crowded.notified() => {
                    self.ended = true;
                    return Some(event("crowded", "later"));
                }
                _ = self.heartbeat.tick() => return Some(": still here\n\n".to_owned()),
                told = self.receiver.recv() => told,
            };
            match told {
                Ok(Told::Changed(change)) => match self.parts(change).await {
                    Ok(parts) if parts.is_empty() => {}
                    Ok(parts) => return Some(parts.iter().map(|part| event(part, "changed")).collect()),
                    // The browser asks again, and is told how the match stands by then.
                    Err(_) => return None,
                },
                Err(RecvError::Lagged(_)) => return Some(self.anything()),
                Ok(Told::Closing) | Err(RecvError::Closed) => return None,
            }
        }
    }

    /// The parts of the page that a change concerns, for this viewer.
    async fn parts(&self, change: Change) -> Result<Vec<&'static str>, WebError> {
        Ok(match change {
            Change::Match(id) if id == self.id => vec!["match"],
            Change::Talk(id, room) if id == self.id => {
                let Some(viewer) = self.viewer else { return Ok(Vec::new()) };
                // Seats and sessions end; nobody is told what was said after theirs did.
                let listens =
                    self.still_logged_in().await? && actions::hears(&self.app, self.id, viewer, room).await?;
                if listens { vec![talk(room.scope())] } else { Vec::new() }
            }
            Change::Anything => self.everything(),
            _ => Vec::new(),
        })
    }

    async fn still_logged_in(&self) -> Result<bool, WebError> {
        match &self.session {
            Some(key) => Ok(actions::load_session(&self.app, key).await?.is_some()),
            None => Ok(false),
        }
    }

    fn anything(&self) -> String {
        self.everything().iter().map(|part| event(part, "changed")).collect()
    }

    fn everything(&self) -> Vec<&'static str> {
        let talks = [talk(Scope::Team), talk(Scope::Table)].into_iter().filter(|_| self.viewer.is_some());
        std::iter::once("match").chain(talks).collect()
    }
}

const fn talk(scope: Scope) -> &'static str {
    match scope {
        Scope::Team => "team-talk",
        Scope::Table => "table-talk",
    }
}

fn hello(now: LiveState) -> String {
    let LiveState { seq, words } = now;
    format!("retry: 3000\n{}", event("hello", &format!("{{\"seq\":{seq},\"words\":{words}}}")))
}

fn event(name: &str, data: &str) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_bounded_for_each_and_free_again_when_a_stream_ends() {
        let hub = Arc::new(Hub::default());
        let enter = |whose: &str| hub.enter(whose.to_owned(), 2).unwrap_or_else(|_| panic!("there is room"));
        let (first, second) = (enter("ana"), enter("ana"));
        drop(enter("bruno"));
        assert_eq!(hub.count(), 2, "bruno's ended at once");
        let third = enter("ana");
        assert_eq!(hub.open().by["ana"].len(), 2, "the oldest is asked to go");
        assert_eq!(hub.count(), 3, "and counts until it is gone");
        drop(first);
        assert_eq!((hub.count(), hub.open().by["ana"].len()), (2, 2));
        drop((second, third));
        assert!(hub.open().by.is_empty());
        hub.close();
        assert!(matches!(hub.enter("ana".to_owned(), 2), Err(WebError::Busy)));
    }
}
