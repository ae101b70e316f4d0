//! The words around the moves of a solution, by language.

use super::notation::Language;

/// What is said in one language. Counts come in two forms: for one and for any other number.
pub(super) struct Phrases {
    pub(super) threat: &'static str,
    pub(super) zugzwang: &'static str,
    /// Before refutations.
    pub(super) but: &'static str,
    pub(super) pass: &'static str,
    pub(super) set_play: &'static str,
    pub(super) no_set_play: &'static str,
    pub(super) post_key_play: &'static str,
    pub(super) no_solution: &'static str,
    pub(super) none_found: &'static str,
    pub(super) solutions: [&'static str; 2],
    pub(super) keys: [&'static str; 2],
    pub(super) partial: &'static str,
    pub(super) time_limit: &'static str,
    pub(super) enough: &'static str,
    pub(super) interrupted: &'static str,
    pub(super) short: &'static str,
    /// Between a goal and a number of moves.
    pub(super) within: &'static str,
    pub(super) mate: &'static str,
    pub(super) stalemate: &'static str,
    pub(super) selfmate: &'static str,
    pub(super) self_stalemate: &'static str,
}

/// The phrases of a language.
pub(super) const fn phrases(language: Language) -> &'static Phrases {
    match language {
        Language::English => &ENGLISH,
        Language::German => &GERMAN,
        Language::French => &FRENCH,
        Language::Italian => &ITALIAN,
    }
}

const ENGLISH: Phrases = Phrases {
    threat: "threat:",
    zugzwang: "zugzwang.",
    but: "but",
    pass: "pass",
    set_play: "set play",
    no_set_play: "no set play",
    post_key_play: "post-key play:",
    no_solution: "no solution",
    none_found: "no solution found",
    solutions: ["solution", "solutions"],
    keys: ["key", "keys"],
    partial: "partial:",
    time_limit: "time limit reached",
    enough: "as many solutions found as asked for",
    interrupted: "interrupted",
    short: "short:",
    within: "in",
    mate: "mate",
    stalemate: "stalemate",
    selfmate: "selfmate",
    self_stalemate: "self-stalemate",
};

const GERMAN: Phrases = Phrases {
    threat: "droht:",
    zugzwang: "Zugzwang.",
    but: "aber",
    pass: "ohne Zug",
    set_play: "Satzspiel",
    no_set_play: "kein Satzspiel",
    post_key_play: "Spiel nach dem Schlüssel:",
    no_solution: "keine Lösung",
    none_found: "keine Lösung gefunden",
    solutions: ["Lösung", "Lösungen"],
    keys: ["Schlüssel", "Schlüssel"],
    partial: "unvollständig:",
    time_limit: "Zeitgrenze erreicht",
    enough: "so viele Lösungen gefunden wie verlangt",
    interrupted: "abgebrochen",
    short: "kürzer:",
    within: "in",
    mate: "Matt",
    stalemate: "Patt",
    selfmate: "Selbstmatt",
    self_stalemate: "Selbstpatt",
};

const FRENCH: Phrases = Phrases {
    threat: "menace :",
    zugzwang: "blocus.",
    but: "mais",
    pass: "sans coup",
    set_play: "jeu apparent",
    no_set_play: "pas de jeu apparent",
    post_key_play: "jeu après la clé :",
    no_solution: "pas de solution",
    none_found: "aucune solution trouvée",
    solutions: ["solution", "solutions"],
    keys: ["clé", "clés"],
    partial: "incomplet :",
    time_limit: "limite de temps atteinte",
    enough: "autant de solutions trouvées que demandé",
    interrupted: "interrompu",
    short: "plus court :",
    within: "en",
    mate: "mat",
    stalemate: "pat",
    selfmate: "mat inverse",
    self_stalemate: "pat inverse",
};

const ITALIAN: Phrases = Phrases {
    threat: "minaccia:",
    zugzwang: "zugzwang.",
    but: "ma",
    pass: "senza mossa",
    set_play: "gioco apparente",
    no_set_play: "nessun gioco apparente",
    post_key_play: "gioco dopo la chiave:",
    no_solution: "nessuna soluzione",
    none_found: "nessuna soluzione trovata",
    solutions: ["soluzione", "soluzioni"],
    keys: ["chiave", "chiavi"],
    partial: "parziale:",
    time_limit: "tempo scaduto",
    enough: "trovate tante soluzioni quante richieste",
    interrupted: "interrotto",
    short: "più breve:",
    within: "in",
    mate: "matto",
    stalemate: "stallo",
    selfmate: "automatto",
    self_stalemate: "autostallo",
};
