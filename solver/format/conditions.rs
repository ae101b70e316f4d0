//! The names of conditions.

use super::words::{Words, did_you_mean, named, shown};
use crate::rules::{Captures, Kamikazes, RuleSet, Shape};

/// The conditions that are supported, as they are written.
pub(super) const SUPPORTED: [&str; 4] = ["Kamikaze", "Reincarnation", "Spherical", "Dynamo"];

/// Conditions of other solvers, to be refused by name.
#[rustfmt::skip]
const UNSUPPORTED: &[&str] = &[
    "ABC", "ActuatedRevolvingBoard", "ActuatedRevolvingCentre", "AlphabeticChess", "AMU", "Anda",
    "Andernach", "Annan", "AntiAndernach", "AntiCirce", "AntiElliuortap", "AntiKings", "AntiKoeko",
    "AntiMars", "AntiSuperCirce", "AntiSynchron", "BackHome", "BackToBack", "Beamten", "Bicaptures",
    "Bichrome", "BiHeffalumps", "BiWoozles", "BlackChecks", "BlackConsequent", "BlackEdge",
    "BlackForcedSquare", "BlackMaximummer", "BlackMinimummer", "BlackMustCapture",
    "BlackOscillatingKings", "BlackPromSquares", "BlackRoyalSquare", "BlackSupertransmutingKing",
    "BlackTransmutingKing", "BlackUltraMaximummer", "BlackVaultingKing", "Bolero",
    "BreakdownPatrol", "Brunner", "CASTChess", "CastlingChess", "ChameleonChess", "ChameleonCirce",
    "ChameleonPursuit", "ChameleonSequence", "ChecklessChess", "Circe", "CirceAssassin",
    "CirceCage", "CirceClone", "CirceCouscous", "CirceDiametral", "CirceEquipollents", "CirceFile",
    "CirceMalefique", "CirceMirror", "CirceParrain", "CirceRank", "CirceRexInclusive",
    "CirceSymmetry", "CirceTurncoats", "ContraParrain", "Couscous", "CrossCapturing", "Cylinder",
    "Degradierung", "DiagramCirce", "Disparate", "DoubleGrid", "DoubleTibet", "EdgeMover", "Eiffel",
    "Einstein", "Elliuortap", "ExclusiveChess", "ExtinctionChess", "FaceToFace", "FileCirce",
    "FollowMyLeader", "FrischaufCirce", "Functionary", "Geneva", "Ghost", "Girouette", "Glasgow",
    "Grid", "GridChess", "Haan", "Haunted", "Heffalumps", "Hole", "Holes", "HorizontalCylinder",
    "HorizontalMirrorCirce", "Imitator", "ImitatorPromotion", "Imitators", "Influencer", "Isardam",
    "KobulKings", "Koeko", "KrikunCirce", "LastCapture", "Leffie", "Lortap", "LosingChess",
    "Madrasi", "MagicSquare", "Make&Take", "MakeAndTake", "Mars", "MarsCirce", "Masand",
    "Maximummer", "Messigny", "Minimummer", "MirrorCirce", "Monochrome", "Mummer", "MustCapture",
    "NewKoeko", "NoCapture", "NoIprom", "NoPromotion", "NorskSjakk", "OscillatingKings", "OWU",
    "Parrain", "PartialParalysis", "Patience", "Patrol", "PhantomChess", "PointReflection",
    "PromOnly", "PromSquares", "Protean", "Provocateurs", "PWC", "Republican", "ReverseEinstein",
    "RoyalSquare", "SAT", "Schwarzschacher", "Sentinels", "ShieldedKings", "SingleBox", "Snek",
    "SnekCircle", "StrictCirce", "StrictSAT", "SuperCirce", "SuperTransmutingKings",
    "SwappingKings", "SymmetryCirce", "Synchron", "Take&Make", "TakeAndMake", "Tibet", "Torus",
    "Traitor", "TransmutingKings", "Turncoats", "UltraMaximummer", "UltraPatrol",
    "Ultraschachzwang", "VaultingKings", "VerticalCylinder", "VerticalMirrorCirce", "Vogtlaender",
    "Volage", "WhiteChecks", "WhiteConsequent", "WhiteEdge", "WhiteForcedSquare", "WhiteMaximummer",
    "WhiteMinimummer", "WhiteMustCapture", "WhiteOscillatingKings", "WhitePromSquares",
    "WhiteRoyalSquare", "WhiteSupertransmutingKing", "WhiteTransmutingKing", "WhiteUltraMaximummer",
    "WhiteVaultingKing", "Woozles", "Wormholes",
];

const EXCLUSIVE: &str = "RexExclusive";
const INCLUSIVE: &str = "RexInclusive";

/// The condition that a word names, with the words that belong to it taken.
///
/// # Errors
/// If the condition is known but not supported; `None` if the word names none.
pub(super) fn condition(word: &str, more: &mut Words<'_>) -> Option<Result<RuleSet, String>> {
    let Some(name) = named(word, &SUPPORTED) else {
        let name = named(word, UNSUPPORTED)?;
        return Some(Err(format!("condition `{name}` is not supported")));
    };
    let (shape, captures) = match name {
        "Spherical" => (Shape::Sphere, Captures::Orthodox),
        "Reincarnation" => (Shape::Plane, Captures::Reincarnation),
        "Dynamo" => (Shape::Plane, Captures::Dynamo),
        _ => {
            let form = match more.next_if(|&word| named(word, &[INCLUSIVE, EXCLUSIVE]).is_some()) {
                Some(word) if word.eq_ignore_ascii_case(EXCLUSIVE) => Kamikazes::AllButKings,
                _ => Kamikazes::All,
            };
            (Shape::Plane, Captures::Kamikaze(form))
        }
    };
    Some(RuleSet::new(shape, captures).map_err(|error| error.to_string()))
}

/// Whether a word tells a form of Kamikaze.
pub(super) fn is_form(word: &str) -> bool {
    named(word, &[INCLUSIVE, EXCLUSIVE]).is_some()
}

/// The message for a word that names no condition.
pub(super) fn unknown(word: &str) -> String {
    let names = SUPPORTED
        .iter()
        .chain(&[INCLUSIVE, EXCLUSIVE])
        .chain(UNSUPPORTED);
    let hint = did_you_mean(word, names.copied());
    if hint.is_empty() {
        let (last, others) = (SUPPORTED[3], SUPPORTED[..3].join("`, `"));
        return format!(
            "unknown condition `{}`: expected `{others}` or `{last}`",
            shown(word)
        );
    }
    format!("unknown condition `{}`{hint}", shown(word))
}
