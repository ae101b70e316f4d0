//! A problem, and the questions in it.

use serde::{Deserialize, Serialize};

use super::options::{Duplex, Options};
use super::stipulation::Stipulation;
use super::twin::{Twin, TwinError};
use crate::board::Setup;
use crate::chess::Color;
use crate::rules::RuleSet;

/// One problem, as its document states it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The name by which commands and results refer to it.
    pub id: String,
    /// Who made it, where it appeared.
    pub credits: Credits,
    /// The diagram.
    pub setup: Setup,
    /// The conditions.
    pub rules: RuleSet,
    /// What is asked; a problem for counting moves may do without.
    pub stipulation: Option<Stipulation>,
    /// What else is asked.
    pub options: Options,
    /// The twins, in order; the diagram itself is none of them.
    pub twins: Vec<Twin>,
    /// Whether the twins include one named `a`, so that the diagram itself is not to be solved.
    pub is_zeroposition: bool,
    /// What is claimed.
    pub claims: Claims,
    /// Of which problem this is a part, if it is one.
    pub part: Option<Part>,
}

/// One share of the first moves of a problem that was split.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// The id of the whole problem.
    pub of: String,
    /// The twin that the parts make up.
    pub twin: String,
    /// Which part this is, from 1.
    pub number: u32,
    /// How many there are.
    pub parts: u32,
}

/// What a heading shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Credits {
    /// The composers.
    pub authors: Vec<String>,
    /// Periodical, number and date, in one line.
    pub source: Option<String>,
}

/// What a problem claims about its solution, kept for checking.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Claims {
    /// The number of solutions, in one of YACPDB's forms.
    pub intended_solutions: Option<String>,
    /// The author's solution, as free text.
    pub solution: Option<String>,
    /// The field `expected`, as read.
    pub expected: Option<serde_yaml::Value>,
}

/// One question: a position, who plays which part, and what is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    /// The twin: `a` for the diagram.
    pub twin: String,
    /// The side that plays White's part.
    pub side: Color,
    /// Whether the problem has a phase for each side.
    pub is_duplex: bool,
    /// The diagram of the twin.
    pub setup: Setup,
    /// The conditions of the twin.
    pub rules: RuleSet,
    /// What is asked.
    pub stipulation: Stipulation,
    /// What else is asked.
    pub options: Options,
}

impl Phase {
    /// The side that makes the first move asked for.
    pub fn first_to_move(&self) -> Color {
        let first = self.stipulation.first_to_move();
        let exchanged = self.side == Color::Black;
        let skips_one =
            self.options.post_key_play || (self.options.white_to_play && first == Color::Black);
        if exchanged == skips_one {
            first
        } else {
            !first
        }
    }
}

impl Problem {
    /// The questions in the problem: each twin, and with duplex each side, in order. A twin that
    /// cannot be formed yields its name and the reason, and does not stop the others, but for those
    /// that build on it. Each phase has only those options that have an effect with its stipulation.
    pub fn phases(&self, stipulation: Stipulation) -> Vec<Result<Phase, (String, TwinError)>> {
        let diagram = Phase {
            twin: "a".to_owned(),
            side: Color::White,
            is_duplex: false,
            setup: self.setup.clone(),
            rules: self.rules,
            stipulation,
            options: self.options.clone(),
        };
        let mut phases = Vec::new();
        if !self.is_zeroposition {
            phases.push(Ok(diagram.clone()));
        }
        let mut before: Result<Phase, String> = Ok(diagram.clone());
        for twin in &self.twins {
            let phase = match &before {
                _ if !twin.continued => twin.apply(&diagram),
                Ok(before) => twin.apply(before),
                Err(before) => Err(TwinError::Before {
                    before: before.clone(),
                }),
            };
            before = phase.clone().map_err(|_| twin.name.clone());
            phases.push(phase.map_err(|error| (twin.name.clone(), error)));
        }
        phases.into_iter().flat_map(sides).collect()
    }
}

fn sides<E>(phase: Result<Phase, E>) -> Vec<Result<Phase, E>> {
    let mut phase = match phase {
        Ok(phase) => phase,
        Err(error) => return vec![Err(error)],
    };
    phase.options = phase.options.fitted(phase.stipulation);
    let sides: &[Color] = match phase.options.duplex {
        Duplex::No => &[Color::White],
        Duplex::Both => &Color::BOTH,
        Duplex::Half => &[Color::Black],
    };
    let is_duplex = phase.options.duplex != Duplex::No;
    sides
        .iter()
        .map(|&side| {
            Ok(Phase {
                side,
                is_duplex,
                ..phase.clone()
            })
        })
        .collect()
}
