//! The keywords in English, German and French.

use crate::format::Language;
use crate::format::words::shown;

/// Meanings, each with its name in English, German and French.
pub(super) type Table<T> = [(T, [&'static str; 3])];

/// What may begin or end a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Frame {
    Begin,
    Next,
    End,
}

pub(super) const BEGIN: &Table<Frame> = &[(
    Frame::Begin,
    ["BeginProblem", "AnfangProblem", "DebutProbleme"],
)];

pub(super) const FRAME: &Table<Frame> = &[
    (Frame::End, ["EndProblem", "EndeProblem", "FinProbleme"]),
    (Frame::Next, ["NextProblem", "WeiteresProblem", "ASuivre"]),
];

/// What a problem consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Section {
    Remark,
    StructuredStipulation,
    Author,
    Origin,
    Pieces,
    Condition,
    Option,
    Stipulation,
    Protocol,
    Title,
    Latex,
    LatexPieces,
    Award,
    GameArray,
    Forsyth,
}

#[rustfmt::skip]
pub(super) const SECTIONS: &Table<Section> = &[
    (Section::Remark, ["Remark", "Bemerkung", "Remarque"]),
    (Section::StructuredStipulation, ["SStipulation", "SForderung", "SEnonce"]),
    (Section::Author, ["Author", "Autor", "Auteur"]),
    (Section::Origin, ["Origin", "Quelle", "Source"]),
    (Section::Pieces, ["Pieces", "Steine", "Pieces"]),
    (Section::Condition, ["Condition", "Bedingung", "Condition"]),
    (Section::Option, ["Option", "Option", "Option"]),
    (Section::Stipulation, ["Stipulation", "Forderung", "Enonce"]),
    (Section::Protocol, ["Protocol", "Protokoll", "Protocol"]),
    (Section::Title, ["Title", "Titel", "Titre"]),
    (Section::Latex, ["LaTeX", "LaTeX", "LaTeX"]),
    (Section::LatexPieces, ["LaTeXPieces", "LaTeXSteine", "PiecesLaTeX"]),
    (Section::Award, ["Award", "Auszeichnung", "Prix"]),
    (Section::GameArray, ["InitialGameArray", "PartieAnfangsStellung", "PositionInitialePartie"]),
    (Section::Forsyth, ["Forsyth", "Forsyth", "Forsyth"]),
];

/// What begins a twin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TwinStart {
    Twin,
    ZeroPosition,
}

pub(super) const TWIN_STARTS: &Table<TwinStart> = &[
    (TwinStart::Twin, ["Twin", "Zwilling", "Jumeau"]),
    (
        TwinStart::ZeroPosition,
        ["ZeroPosition", "NullStellung", "ZeroPosition"],
    ),
];

/// What a twin changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Move,
    Exchange,
    Stipulation,
    StructuredStipulation,
    Add,
    Remove,
    Continued,
    Rotate,
    Condition,
    PolishType,
    Mirror,
    Shift,
    Substitute,
}

#[rustfmt::skip]
pub(super) const COMMANDS: &Table<Command> = &[
    (Command::Move, ["Move", "Versetze", "Deplacement"]),
    (Command::Exchange, ["Exchange", "Tausche", "Echange"]),
    (Command::Stipulation, ["Stipulation", "Forderung", "Enonce"]),
    (Command::StructuredStipulation, ["SStipulation", "SForderung", "SEnonce"]),
    (Command::Add, ["Add", "Hinzufuegen", "Ajoute"]),
    (Command::Remove, ["Remove", "Entferne", "Ote"]),
    (Command::Continued, ["Continued", "Ferner", "EnPlus"]),
    (Command::Rotate, ["Rotate", "Drehung", "Rotation"]),
    (Command::Condition, ["Condition", "Bedingung", "Condition"]),
    (Command::PolishType, ["PolishType", "Farbwechsel", "CouleurEchange"]),
    (Command::Mirror, ["Mirror", "Spiegelung", "Miroir"]),
    (Command::Shift, ["Shift", "Verschiebung", "Translation"]),
    (Command::Substitute, ["Substitute", "Ersetze", "Remplace"]),
];

/// Who owns units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    White,
    Black,
    Neutral,
    Invisible,
}

#[rustfmt::skip]
pub(super) const OWNERS: &Table<Owner> = &[
    (Owner::White, ["White", "Weiss", "Blanc"]),
    (Owner::Black, ["Black", "Schwarz", "Noir"]),
    (Owner::Neutral, ["Neutral", "Neutral", "Neutre"]),
    (Owner::Invisible, ["TotalInvisible", "TotalUnsichtbar", "TotalInvisible"]),
];

/// The attribute that this program knows.
pub(super) const KAMIKAZE: &str = "Kamikaze";

/// Attributes of units, by their English name.
#[rustfmt::skip]
pub(super) const ATTRIBUTES: &Table<&'static str> = &[
    ("Royal", ["Royal", "Koeniglich", "Royale"]),
    (KAMIKAZE, ["Kamikaze", "Kamikaze", "Kamikaze"]),
    ("Paralysing", ["Paralysing", "Paralysierend", "Paralysante"]),
    ("Chameleon", ["Chameleon", "Chamaeleon", "Cameleon"]),
    ("Jigger", ["Jigger", "Jigger", "Jigger"]),
    ("Volage", ["Volage", "Volage", "Volage"]),
    ("Functionary", ["Functionary", "Beamtet", "Fonctionnaire"]),
    ("HalfNeutral", ["HalfNeutral", "HalbNeutral", "DemiNeutre"]),
    ("HurdleColourChanging", ["HurdleColourChanging", "SprungbockFarbeWechselnd", "CouleurEchangeantSautoir"]),
    ("Protean", ["Protean", "Proteisch", "Protee"]),
    ("Magic", ["Magic", "Magisch", "Magique"]),
    ("Uncapturable", ["Uncapturable", "Unschlagbar", "Imprenable"]),
    ("Patrol", ["Patrol", "Patrouille", "Patrouille"]),
    ("FrischAuf", ["FrischAuf", "FrischAuf", "FrischAuf"]),
    ("Bul", ["Bul", "Bul", "Bul"]),
    ("Dob", ["Dob", "Dob", "Dob"]),
    ("Anda", ["Anda", "Anda", "Anda"]),
    ("AndaInverse", ["AndaInverse", "AndaInvers", "AndaInverse"]),
    ("AliceA", ["AliceA", "AliceA", "AliceA"]),
    ("AliceB", ["AliceB", "AliceB", "AliceB"]),
];

/// What follows the name of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Argument {
    Nothing,
    /// A number.
    Number,
    /// Two numbers.
    Numbers,
    /// A number, or nothing.
    MaybeNumber,
    /// Squares in one word.
    Squares,
}

/// Options, by their English name, with what follows.
#[rustfmt::skip]
pub(super) const OPTIONS: &Table<(&'static str, Argument)> = &[
    (("Defence", Argument::Number), ["Defence", "Widerlegung", "Defense"]),
    (("SetPlay", Argument::Nothing), ["SetPlay", "Satzspiel", "Apparent"]),
    (("WhiteToPlay", Argument::Nothing), ["WhiteToPlay", "WeissBeginnt", "ApparentSeul"]),
    (("Variations", Argument::Nothing), ["Variations", "Varianten", "Variantes"]),
    (("MoveNumbers", Argument::Nothing), ["MoveNumbers", "Zugnummern", "Trace"]),
    (("StartMoveNumber", Argument::Number), ["StartMoveNumber", "StartZugnummer", "Enroute"]),
    (("NoWk", Argument::Nothing), ["NoWk", "OhneWk", "SansRB"]),
    (("Duplex", Argument::Nothing), ["Duplex", "Duplex", "Duplex"]),
    (("NoBk", Argument::Nothing), ["NoBk", "OhneSk", "SansRN"]),
    (("Threat", Argument::Number), ["Threat", "Drohung", "Menace"]),
    (("NoThreat", Argument::Nothing), ["NoThreat", "OhneDrohung", "SansMenace"]),
    (("Try", Argument::Nothing), ["Try", "Verfuehrung", "Essais"]),
    (("MaxSolutions", Argument::Number), ["MaxSolutions", "MaxLoesungen", "MaxSolutions"]),
    (("MaxFlightsquares", Argument::Number), ["MaxFlightsquares", "MaxFluchtFelder", "MaxCasesFuites"]),
    (("Search", Argument::Nothing), ["Search", "Suchen", "Search"]),
    (("MultiSolutions", Argument::Nothing), ["MultiSolutions", "MehrereLoesungen", "MultiSolutions"]),
    (("NoSymmetry", Argument::Nothing), ["NoSymmetry", "KeineSymmetrie", "NonSymetrique"]),
    (("NonTrivial", Argument::Numbers), ["NonTrivial", "NichtTrivial", "NonTrivial"]),
    (("KeepMatingPiece", Argument::Nothing), ["KeepMatingPiece", "HalteMattsetzendenStein", "RetiensPieceMatante"]),
    (("EnPassant", Argument::Squares), ["EnPassant", "EnPassant", "EnPassant"]),
    (("NoBoard", Argument::Nothing), ["NoBoard", "OhneBrett", "SansEchiquier"]),
    (("NoShortVariations", Argument::Nothing), ["NoShortVariations", "OhneKurzVarianten", "SansVariantesCourtes"]),
    (("HalfDuplex", Argument::Nothing), ["HalfDuplex", "HalbDuplex", "DemiDuplex"]),
    (("PostKeyPlay", Argument::Nothing), ["PostKeyPlay", "NachSchluessel", "ApresCle"]),
    (("Intelligent", Argument::MaybeNumber), ["Intelligent", "Intelligent", "Intelligent"]),
    (("MaxTime", Argument::Number), ["MaxTime", "MaxZeit", "MaxTemps"]),
    (("NoCastling", Argument::Squares), ["NoCastling", "KeineRochade", "SansRoquer"]),
    (("Quodlibet", Argument::Nothing), ["Quodlibet", "Quodlibet", "Quodlibet"]),
    (("StopOnShortSolutions", Argument::Nothing), ["StopOnShortSolutions", "StopNachKurzloesungen", "FinApresSolutionsCourtes"]),
    (("Beep", Argument::MaybeNumber), ["Beep", "Pieps", "Bip"]),
    (("SuppressGrid", Argument::Nothing), ["SuppressGrid", "OhneGitter", "SansGrille"]),
    (("WriteGrid", Argument::Nothing), ["WriteGrid", "ZeichneGitter", "AjouteGrille"]),
    (("CastlingMutuallyExclusive", Argument::Squares), ["CastlingMutuallyExclusive", "RochadenGegenseitigAusschliessend", "RoquesMutuellementExclusifs"]),
    (("GoalIsEnd", Argument::Nothing), ["GoalIsEnd", "ZielIstEnde", "ButEstFin"]),
    (("NullMoves", Argument::Nothing), ["NullMoves", "NullZuege", "CoupsVides"]),
    (("UpToMoveNumber", Argument::Number), ["UpToMoveNumber", "BisZugnummer", "JusquAuCoup"]),
    (("TrivialTriesAvoid", Argument::Nothing), ["TrivialTriesAvoid", "TrivialeFehlversucheUnterdruecken", "TrivialEssaiSupprimer"]),
    (("MatesIn1", Argument::Nothing), ["MatesIn1", "MattsIn1", "MatsEn1"]),
];

/// What a word stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Found<T> {
    /// This.
    One(T),
    /// Nothing in the table.
    None,
    /// It is a beginning of each of these names.
    Many(Vec<&'static str>),
}

impl<T> Found<T> {
    pub(super) fn one(self) -> Option<T> {
        match self {
            Found::One(meaning) => Some(meaning),
            _ => None,
        }
    }
}

/// The place of a language in the tables.
fn column(language: Language) -> usize {
    match language {
        Language::German => 1,
        Language::French => 2,
        _ => 0,
    }
}

/// What the word stands for: a name, or an unambiguous beginning of one, in capitals or not.
pub(super) fn find<T: Copy>(table: &Table<T>, language: Language, word: &str) -> Found<T> {
    let column = column(language);
    let begins = |name: &str| {
        let beginning = name.get(..word.len());
        beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(word))
    };
    let fitting = table.iter().filter(|(_, names)| begins(names[column]));
    let fitting: Vec<_> = fitting.collect();
    let whole = fitting
        .iter()
        .find(|(_, names)| names[column].len() == word.len());
    match (whole, &fitting[..]) {
        (Some(whole), _) => Found::One(whole.0),
        (None, [only]) => Found::One(only.0),
        (None, []) => Found::None,
        (None, several) => Found::Many(several.iter().map(|(_, names)| names[column]).collect()),
    }
}

/// The names of a table in one language.
pub(super) fn names<T>(
    table: &Table<T>,
    language: Language,
) -> impl Iterator<Item = &'static str> + '_ {
    let column = column(language);
    table.iter().map(move |(_, names)| names[column])
}

/// The message for a shortened word that may stand for several names.
pub(super) fn ambiguous(word: &str, names: &[&str]) -> String {
    let word = shown(word);
    format!("`{word}` may mean {}: write it out", names.join(" or "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_may_be_shortened_as_far_as_they_stay_unambiguous() {
        let section = |word| find(SECTIONS, Language::English, word);
        assert_eq!(section("stip"), Found::One(Section::Stipulation));
        assert_eq!(section("PIE"), Found::One(Section::Pieces));
        assert_eq!(section("latex"), Found::One(Section::Latex));
        assert_eq!(section("p"), Found::Many(vec!["Pieces", "Protocol"]));
        assert_eq!(section("Weiss"), Found::None);
        let option = |word| find(OPTIONS, Language::German, word).one();
        assert_eq!(option("satz"), Some(("SetPlay", Argument::Nothing)));
        assert_eq!(option("ohne"), None);
    }
}
