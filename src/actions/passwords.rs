//! Password hashing: argon2id, off the async threads, only a few at once.

use super::error::AppError;
use crate::app::App;
use crate::domain::account::Password;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use secrecy::{ExposeSecret, SecretString};
use std::time::Duration;

/// OWASP's parameters for argon2id: 19 MiB of memory, two passes, one lane.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// How long a log-in waits for its turn at hashing.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a password is compared with where there is no account, so that it takes as long. It is the hash
/// of random bytes that nobody kept.
const DECOY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$IMhUgcZU/pqppAowyPa3Rw$5byT7SX3YwSxTn9XmOrO7DwKt60Us5MVABqLlBWmcaU";

/// What a comparison found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Another password.
    Wrong,
    /// The password.
    Right,
    /// The password, hashed with parameters that are no longer ours.
    RightButOld,
}

/// The hash of `password` in PHC form.
pub(super) async fn hash(app: &App, password: &Password) -> Result<String, AppError> {
    hash_secret(app, password.secret().clone()).await
}

/// The hash of a password that has just been found right.
pub(super) async fn hash_secret(app: &App, password: SecretString) -> Result<String, AppError> {
    in_turn(app, move || {
        let hash = hasher()?.hash_password(password.expose_secret().as_bytes()).map_err(failed)?;
        Ok(hash.to_string())
    })
    .await
}

/// Compares `password` with a stored hash, or with a decoy at the same cost.
pub(super) async fn verify(
    app: &App,
    password: SecretString,
    stored: Option<String>,
) -> Result<Verdict, AppError> {
    in_turn(app, move || {
        let known = stored.is_some();
        let verdict = compare(&password, stored.as_deref().unwrap_or(DECOY))?;
        Ok(if known { verdict } else { Verdict::Wrong })
    })
    .await
}

fn compare(password: &SecretString, stored: &str) -> Result<Verdict, AppError> {
    let parsed = PasswordHash::new(stored).map_err(failed)?;
    match Argon2::default().verify_password(password.expose_secret().as_bytes(), &parsed) {
        Ok(()) if is_current(&parsed) => Ok(Verdict::Right),
        Ok(()) => Ok(Verdict::RightButOld),
        Err(argon2::password_hash::Error::PasswordInvalid) => Ok(Verdict::Wrong),
        Err(error) => Err(failed(error)),
    }
}

fn is_current(hash: &PasswordHash) -> bool {
    let number = |name: &str| hash.params.get_decimal(name);
    hash.algorithm.as_str() == "argon2id"
        && (number("m"), number("t"), number("p")) == (Some(MEMORY_KIB), Some(PASSES), Some(LANES))
}

fn hasher() -> Result<Argon2<'static>, AppError> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(failed)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn failed(error: impl std::fmt::Display) -> AppError {
    AppError::Hashing(error.to_string())
}

/// Runs `work` on a blocking thread when its turn has come. A caller that goes away gives up its turn
/// only when the work is done.
async fn in_turn<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> Result<T, AppError> + Send + 'static,
) -> Result<T, AppError> {
    let turns = app.hashing.clone();
    let turn = tokio::time::timeout(PATIENCE, turns.acquire_owned()).await;
    let turn = turn.map_err(|_| AppError::Busy)?.map_err(|_| AppError::Busy)?;
    tokio::task::spawn_blocking(move || {
        let result = work();
        drop(turn);
        result
    })
    .await?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made_with(memory: u32) -> String {
        let params = Params::new(memory, 1, 1, None).unwrap();
        let old = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        old.hash_password(b"correct horse").unwrap().to_string()
    }

    #[test]
    fn hashes_name_the_parameters_of_owasp() {
        let hash = hasher().unwrap().hash_password(b"correct horse").unwrap().to_string();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_eq!(compare(&"correct horse".into(), &hash).unwrap(), Verdict::Right);
        assert_eq!(compare(&"battery staple".into(), &hash).unwrap(), Verdict::Wrong);
    }

    #[test]
    fn a_hash_of_old_parameters_is_right_but_old() {
        let old = made_with(64);
        assert_eq!(compare(&"correct horse".into(), &old).unwrap(), Verdict::RightButOld);
        assert_eq!(compare(&"battery staple".into(), &old).unwrap(), Verdict::Wrong);
    }

    #[test]
    fn the_decoy_costs_what_a_real_hash_costs() {
        assert_eq!(compare(&"anything".into(), DECOY).unwrap(), Verdict::Wrong);
        assert!(is_current(&PasswordHash::new(DECOY).unwrap()));
    }

    #[test]
    fn a_broken_hash_is_an_error_not_a_wrong_password() {
        assert!(matches!(compare(&"x".into(), "plain"), Err(AppError::Hashing(_))));
    }
}
