//! The games to choose from, as pages introduce them.

/// A preset as the lists of pages name it.
pub struct Stage {
    /// In addresses and on the command line.
    pub name: &'static str,
    /// For people.
    pub title: &'static str,
    /// What it is, in one sentence.
    pub summary: &'static str,
    /// How many play.
    pub players: u8,
}

/// The presets in the order in which one learns them.
pub const STAGES: [Stage; 6] = [
    Stage {
        name: "bughouse-worst-move",
        title: "Bughouse Worst Move",
        summary: "Two boards, captured pieces go to your partner, and dice say which piece moves – and whether your opponent picks the move for you.",
        players: 4,
    },
    Stage {
        name: "fairy-bughouse",
        title: "Fairy Bughouse",
        summary: "Bughouse Worst Move with camels, taxis, bombs and pieces that walk around the edge: gifts in every hand, and a reward for whoever captures a king.",
        players: 4,
    },
    Stage {
        name: "classic-bughouse",
        title: "Classic Bughouse",
        summary: "Two boards, two teams: what you capture your partner may drop, and the first mate on either board decides.",
        players: 4,
    },
    Stage {
        name: "monteiro-bughouse",
        title: "Monteiro Bughouse",
        summary: "Bughouse where promoted pieces stay promoted for good, and a dropped pawn may not give mate.",
        players: 4,
    },
    Stage {
        name: "dice-chess",
        title: "Dice Chess",
        summary: "One board, two players: a die says which kind of piece you move, and the king is simply captured.",
        players: 2,
    },
    Stage {
        name: "worst-move",
        title: "Worst Move",
        summary: "Dice Chess with a second die: half of the time your opponent picks your move, and picks the worst.",
        players: 2,
    },
];

/// The preset of this name.
pub fn find(name: &str) -> Option<&'static Stage> {
    STAGES.iter().find(|stage| stage.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::rules::RuleSet;

    #[test]
    fn every_preset_that_can_be_opened_is_a_stage() {
        let mut stages: Vec<&str> = STAGES.iter().map(|stage| stage.name).collect();
        let mut presets = RuleSet::PRESETS.to_vec();
        stages.sort_unstable();
        presets.sort_unstable();
        assert_eq!(stages, presets);
        for stage in &STAGES {
            let rules = RuleSet::preset(stage.name).unwrap();
            assert_eq!((stage.title, usize::from(stage.players)), (rules.title(), rules.seats().len()));
        }
    }
}
