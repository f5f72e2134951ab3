//! `delirious reports`: what players have reported to the host, newest first.

use super::answer;
use crate::store::reports::Report;
use crate::{config, store};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Arguments of `delirious reports`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How many, newest first.
    #[arg(long, default_value_t = 50)]
    limit: u32,
}

/// Runs the command; `DATABASE_URL` alone has to be set.
pub fn run(Args { limit }: Args) -> anyhow::Result<()> {
    let url = config::database_url_from_env()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let reports = runtime.block_on(async {
        let pool = store::connect(&url).await?;
        let mut conn = pool.acquire().await?;
        anyhow::Ok(store::reports::reports(&mut conn, None, limit).await?)
    })?;
    if reports.is_empty() {
        return answer("nothing is reported\n");
    }
    answer(&reports.iter().map(printed).collect::<Vec<_>>().join("\n"))
}

fn printed(report: &Report) -> String {
    let name = |handle: &Option<String>| handle.clone().unwrap_or_else(|| "a former player".to_owned());
    let indented = |text: &str| text.lines().map(|line| ["  | ", line, "\n"].concat()).collect::<String>();
    format!(
        "{}: {} reports {}\n  match {}, words {} of {}, heard by {}\n  because:\n{}  the words:\n{}",
        moment(report.at),
        name(&report.reporter),
        name(&report.speaker),
        report.match_id,
        report.words,
        moment(report.said_at),
        if report.room == "table" {
            "the whole table".to_owned()
        } else {
            format!("the {} team", report.room)
        },
        indented(&report.reason),
        indented(&report.text),
    )
}

fn moment(at: OffsetDateTime) -> String {
    at.format(&Rfc3339).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::MatchId;
    use time::macros::datetime;
    use uuid::Uuid;

    #[test]
    fn a_report_says_who_what_and_where_and_its_texts_cannot_pass_for_more() {
        let report = Report {
            at: datetime!(2026-12-01 12:00 UTC),
            reporter: Some("ana".to_owned()),
            reason: "rude\nreports: forged".to_owned(),
            words: 7,
            match_id: MatchId(Uuid::from_u128(7)),
            room: "table".to_owned(),
            speaker: None,
            said_at: datetime!(2026-12-01 11:00 UTC),
            text: "…".to_owned(),
        };
        let text = printed(&report);
        assert!(text.starts_with("2026-12-01T12:00:00Z: ana reports a former player\n"), "{text}");
        assert!(text.contains("  | rude\n  | reports: forged\n"), "{text}");
    }
}
