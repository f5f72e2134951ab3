//! The committed dice of DESIGN §4 against vectors of an independent implementation.

use delirious::domain::dice::{
    CHAIN_LENGTH, CachedLinks, ChainId, ChainOf, DiceKey, Draws, Links, Salt, SaltError, Transcript, follows,
    roll_seed,
};
use delirious::domain::hash::Hash;
use delirious::domain::ids::MatchId;
use serde::Deserialize;
use uuid::Uuid;

#[derive(Deserialize)]
struct Vector {
    dice_key: String,
    match_id: Uuid,
    board: u8,
    chain: u32,
    roll: u32,
    salts: Vec<String>,
    anchor: Hash,
    previous_link: Hash,
    link: Hash,
    transcript: Hash,
    seed: Hash,
    first_dice: Vec<u8>,
}

fn vectors() -> Vec<Vector> {
    serde_json::from_str(include_str!("../data/dice_vectors.json")).unwrap()
}

#[test]
fn every_vector_agrees() {
    for vector in vectors() {
        let key = DiceKey::parse(&vector.dice_key).unwrap();
        let of = ChainOf::try_from(vector.board).unwrap();
        let chain = ChainId { match_id: MatchId(vector.match_id), of, number: vector.chain };
        let link = key.link(chain, vector.roll);
        assert_eq!(key.anchor(chain), vector.anchor);
        assert_eq!(key.link(chain, vector.roll - 1), vector.previous_link);
        assert_eq!(link, vector.link);
        let transcript = vector
            .salts
            .iter()
            .fold(Transcript::start(chain.match_id, of), |t, salt| t.with(&Salt::parse(salt).unwrap()));
        assert_eq!(transcript.hash(), vector.transcript);
        let seed = roll_seed(chain, vector.roll, &link, transcript);
        assert_eq!(seed, vector.seed);
        let mut draws = Draws::from_seed(&seed);
        let dice: Vec<u8> = vector.first_dice.iter().map(|_| draws.die()).collect();
        assert_eq!(dice, vector.first_dice);
    }
}

#[test]
fn a_cache_answers_like_its_key_and_each_link_follows_the_one_before() {
    let key = DiceKey::from_bytes([7; 32]);
    let chain = ChainId { match_id: MatchId(Uuid::from_u128(5)), of: ChainOf::Table, number: 2 };
    let cache = CachedLinks::new(key.clone(), [chain]);
    for i in [0, 1, 2, 4000, CHAIN_LENGTH] {
        assert_eq!(cache.link(chain, i), key.link(chain, i));
    }
    assert!((1..=CHAIN_LENGTH).all(|i| follows(&cache.link(chain, i - 1), &cache.link(chain, i))));
    let other = ChainId { number: 3, ..chain };
    assert_eq!(cache.link(other, 9), key.link(other, 9));
    assert!(!follows(&key.link(chain, 1), &key.link(other, 2)));
}

#[test]
fn numbers_past_the_last_whole_multiple_are_drawn_again() {
    // With n just above half of 2^32 nearly every second number is drawn again: all stay below n,
    // and taking the remainder alone would make small numbers twice as likely.
    let n = (1 << 31) + 1;
    let mut numbers = Draws::from_seed(&Hash([3; 32]));
    let drawn: Vec<u32> = (0..2000).map(|_| numbers.below(n)).collect();
    assert!(drawn.iter().all(|&d| d < n));
    let low = drawn.iter().filter(|&&d| d < n / 2).count();
    assert!((900..1100).contains(&low), "{low} of 2000 in the lower half");
    assert_eq!(numbers.below(1), 0);
}

#[test]
fn a_key_never_prints_itself() {
    let secret = "5e".repeat(32);
    let key = DiceKey::parse(&secret).unwrap();
    assert!(!format!("{key:?}").contains("5e5e"));
    let error = DiceKey::parse(&secret[1..]).unwrap_err();
    assert!(!error.to_string().contains("5e5e") && !format!("{error:?}").contains("5e5e"));
}

#[test]
fn salts_have_at_most_1024_bytes() {
    assert!(Salt::new(vec![0; 1024]).is_ok());
    assert_eq!(Salt::new(vec![0; 1025]), Err(SaltError::TooLong(1025)));
    assert_eq!(Salt::parse("").unwrap().bytes(), b"");
    assert_eq!(Salt::parse("abc"), Err(SaltError::NotHex));
}
