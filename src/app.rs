//! What a request or a job needs: the pool, the settings, the clock, and a turn at hashing.

use crate::clock::Clock;
use crate::config::Settings;
use crate::domain::dice::{DiceKey, KeptLinks};
use crate::store::{self, Pool, PooledConnection, StoreError, Tx};
use std::ops::Deref;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// How many passwords may be hashed at once: each takes 19 MiB and a core (OWASP's argon2id).
const HASHES_AT_ONCE: usize = 2;

/// Everything shared between requests and jobs. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// The parts of an [`App`].
pub struct Parts {
    /// Connections to PostgreSQL.
    pub pool: Pool,
    /// What the environment said at the start.
    pub settings: Settings,
    /// The service's time.
    pub clock: Clock,
    /// The links of the chains of dice, from `DICE_KEY`.
    pub dice: KeptLinks,
    /// Turns at password hashing, so that log-ins cannot take all memory and cores.
    pub hashing: Arc<Semaphore>,
}

impl App {
    /// Puts the parts together. Connecting (`store::connect`) and migrating are the caller's.
    pub fn new(settings: Settings, pool: Pool, clock: Clock) -> Self {
        let dice = KeptLinks::new(DiceKey::from_bytes(*settings.dice_key.expose()));
        let hashing = Arc::new(Semaphore::new(HASHES_AT_ONCE));
        Self(Arc::new(Parts { pool, settings, clock, dice, hashing }))
    }

    /// The app of these settings: connects, brings the tables up to date and takes the system's clock.
    pub async fn start(settings: Settings) -> Result<Self, StoreError> {
        let pool = store::connect(&settings.database_url).await?;
        store::migrate(&pool).await?;
        let clock = Clock::system(settings.clock_offset);
        Ok(Self::new(settings, pool, clock))
    }

    /// Begins a transaction; dropped without commit, it is undone.
    pub async fn begin(&self) -> Result<Tx, StoreError> {
        Ok(self.pool.begin().await?)
    }

    /// A connection for reading without a transaction.
    pub async fn connection(&self) -> Result<PooledConnection, StoreError> {
        Ok(self.pool.acquire().await?)
    }
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}
