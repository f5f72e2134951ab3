//! Rule sets as the log writes them.

use super::layers::{self, LayerError};
use super::ruleset::{Events, Fairy, NoSuchRuleSet, RuleSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a rule set is written in the log: with all its layers, but without those of fairy pieces where
/// none come into play.
#[derive(Serialize, Deserialize)]
pub(super) struct RuleSetForm {
    preset: String,
    layers: BTreeMap<String, String>,
}

impl From<RuleSet> for RuleSetForm {
    fn from(rules: RuleSet) -> Self {
        let written = layers::LAYERS.iter().filter(|layer| layer.is_written(&rules));
        let layers = written.map(|layer| (layer.name.to_owned(), rules.value(layer.name)));
        Self { preset: rules.preset_name().to_owned(), layers: layers.collect() }
    }
}

/// A rule set that cannot be read back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum RuleSetFormError {
    #[error(transparent)]
    Name(#[from] NoSuchRuleSet),
    #[error(transparent)]
    Layer(#[from] LayerError),
}

impl TryFrom<RuleSetForm> for RuleSet {
    type Error = RuleSetFormError;
    fn try_from(form: RuleSetForm) -> Result<Self, RuleSetFormError> {
        let mut rules = Self::by_name(&form.preset)?;
        rules.fairy = Fairy::NONE;
        rules.events = Events::None;
        rules.set_all(form.layers.iter().map(|(layer, value)| (layer.as_str(), value.as_str())))?;
        Ok(rules)
    }
}
