//! One claim for each message about a bad document.

use fata::format::read_problems;

/// The errors of a document with bare kings and these fields, with their fields.
fn errors(fields: &str) -> Vec<String> {
    errors_of(&format!(
        "algebraic: {{white: [Ke1, Ra1], black: [Ke8]}}\n{fields}"
    ))
}

fn errors_of(text: &str) -> Vec<String> {
    let document = read_problems("FILE", text).remove(0);
    let errors = document.problem.err().unwrap_or_default();
    let shown = errors
        .iter()
        .map(|error| format!("{}: {}", error.field().unwrap_or("-"), error.message()));
    shown.collect()
}

fn warnings(fields: &str) -> Vec<String> {
    let text = format!("algebraic: {{white: [Ke1], black: [Ke8]}}\n{fields}");
    let documents = read_problems("FILE", &text);
    let warnings = documents.iter().flat_map(|document| &document.warnings);
    warnings.map(|warning| warning.to_string()).collect()
}

macro_rules! claims {
    ($($name:ident: $errors:ident($text:expr) => $message:expr;)*) => {
        $(
            #[test]
            fn $name() {
                assert_eq!($errors($text), [$message]);
            }
        )*
    };
}

claims! {
    a_file_of_games_has_no_diagram: errors_of("id: x") =>
        "algebraic: there is no diagram: expected `algebraic` or `fen`";
    a_document_is_a_mapping: errors_of("5") => "-: expected a mapping of fields, found a number";
    syntax_errors_name_the_line_of_the_file: errors_of("---\n\n\nid: x\nfen: [\nid: y") =>
        "-: not readable as YAML: did not find expected ',' or ']' at line 7 column 1, while parsing a flow sequence at line 5 column 6";
    a_field_given_twice_is_an_error: errors_of("id: x\nid: y") =>
        "-: not readable as YAML: `id` is given twice";
    a_tag_is_an_error: errors_of("id: !x y") =>
        "-: not readable as YAML: id: invalid type: enum, expected a value without a tag at line 1 column 5";
    an_id_is_a_word: errors("id: [x]") => "id: expected a word or a number, found a list";
    an_id_is_one_line: errors("id: \"x\\ny\"") => "id: `x\u{fffd}y` is not an id: expected one short line";
    a_diagram_is_given_once: errors("fen: 4k3/8/8/8/8/8/8/4K3") =>
        "fen: `fen` and `algebraic` are both given: expected one of them";

    algebraic_is_a_mapping: errors_of("algebraic: [Ke1]") =>
        "algebraic: expected a mapping with `white` and `black`, found a list";
    algebraic_may_not_be_null: errors_of("algebraic:") =>
        "algebraic: expected a mapping with `white` and `black`, found nothing";
    sides_are_white_and_black: errors_of("algebraic: {white: [Ke1], blakc: [Ke8]}") =>
        "algebraic: unknown side `blakc`: expected `white` and `black`";
    units_are_a_list: errors_of("algebraic: {white: 5}") =>
        "algebraic: white: expected a list of units like `Ke1`, found a number";
    neutral_units_are_refused: errors_of("algebraic: {neutral: [Kamikaze Pa7]}") =>
        "algebraic: neutral units are not supported";
    an_unknown_letter_is_named: errors_of("algebraic: {white: [Xb1]}") =>
        "algebraic: white: unknown unit `X` in `Xb1`";
    a_fairy_unit_is_named: errors_of("algebraic: {white: [Kamikaze RHa5]}") =>
        "algebraic: white: unknown unit `RH` in `RHa5`";
    a_small_letter_gets_a_hint: errors_of("algebraic: {black: [zpb1]}") =>
        "algebraic: black: unknown unit `zp` (letters are capitals: `ZP`) in `zpb1`";
    a_square_alone_is_no_unit: errors_of("algebraic: {white: [b2]}") =>
        "algebraic: white: `b2` has no letter: expected one as in `Pb2`";
    a_unit_needs_a_square_of_the_board: errors_of("algebraic: {white: [Ke9]}") =>
        "algebraic: white: `Ke9` is not a unit: expected a letter and a square, as in `Ke1`";
    an_attribute_mistyped_gets_a_hint: errors_of("algebraic: {white: [Kamikase Ra1]}") =>
        "algebraic: white: unknown attribute `Kamikase`: did you mean `Kamikaze`?";
    an_attribute_of_other_solvers_is_refused_by_name: errors_of("algebraic: {white: [Kamikaze chameleon Ra1]}") =>
        "algebraic: white: attribute `Chameleon` is not supported";
    zombies_have_their_own_letter: errors_of("algebraic: {white: [Zombie Ra1]}") =>
        "algebraic: white: attribute `Zombie` is not supported: write `ZPd4` for a zombie";
    an_attribute_needs_a_unit: errors_of("algebraic: {white: [Kamikaze]}") =>
        "algebraic: white: no unit follows the attribute `Kamikaze`";
    two_units_cannot_share_a_square: errors_of("algebraic: {white: [Ke1], black: [Ke8, Qe1]}") =>
        "algebraic: two units stand on e1";

    fen_is_a_text: errors_of("fen: 5") => "fen: expected a text, found a number";
    fen_names_a_bad_character: errors_of("fen: 4k3/8/x7/8/8/8/8/4K3") =>
        "fen: character 7 (`x`): expected a unit K Q R B S N P, a digit 1-8 or `/`";
    fen_names_a_short_rank: errors_of("fen: 4k3/7/8/8/8/8/8/4K3") => "fen: rank 7 has 7 squares: expected 8";
    fen_names_a_long_rank: errors_of("fen: 4k3/8/8/8/8/8/8/4K3P") => "fen: rank 1 has 9 squares: expected 8";
    fen_counts_ranks: errors_of("fen: 4k3/8/8/8/8/8/8/8/4K3") => "fen: the board has 9 ranks: expected 8";
    fen_misses_ranks: errors_of("fen: 4k3/8/8/4K3") => "fen: the board has 4 ranks: expected 8";
    fen_has_a_side: errors_of("fen: 4k3/8/8/8/8/8/8/4K3 x") =>
        "fen: `x` is not a side to move: expected `w` or `b`";
    fen_castling_has_four_letters: errors_of("fen: 4k3/8/8/8/8/8/8/4K3 w A") =>
        "fen: `A` is not a castling field: expected letters of `KQkq`, each once, or `-`";
    fen_castling_needs_its_units: errors_of("fen: 4k3/8/8/8/8/8/8/4K3 w q") =>
        "fen: castling right `q`: king and rook are not on e8 and a8";
    fen_en_passant_fits_the_side: errors_of("fen: 4k3/8/8/8/4P3/8/8/4K3 w - e3") =>
        "fen: `e3` is not an en passant square: expected one on rank 6, or `-`";
    fen_en_passant_needs_its_pawn: errors_of("fen: 4k3/8/8/8/8/8/8/4K3 b - e3") =>
        "fen: no pawn can just have passed over e3";
    fen_counters_are_numbers: errors_of("fen: 4k3/8/8/8/8/8/8/4K3 b - - x 1") =>
        "fen: `x` is not a number of moves";
    fen_has_six_fields: errors_of("fen: 4k3/8/8/8/8/8/8/4K3 b - - 0 1 2") => "fen: 7 fields: expected at most 6";
    fen_and_option_agree_on_en_passant: errors_of("fen: 4k3/8/8/8/4P3/8/8/4K3 b - e3\noptions: EnPassant d3") =>
        "fen: the en passant square is e3, but the option says d3";

    beneath_is_a_mapping: errors("beneath: [bP]") =>
        "beneath: expected a mapping like `{e5: bP, d4: wZS}`, found a list";
    beneath_has_squares: errors("beneath: {e9: bP}") =>
        "beneath: `e9` is not a square: expected a letter a-h and a digit 1-8, as in `e4`";
    beneath_has_units: errors("beneath: {e5: P}") =>
        "beneath: `P` is not a remembered unit: expected one like `bP` or `wZS`";
    beneath_has_known_units: errors("beneath: {e5: bX}") => "beneath: unknown unit `X`";

    an_unquoted_stipulation_is_a_comment: errors("stipulation: #2") =>
        "stipulation: there is nothing: expected one like `'#2'`, in quotes, for after a blank `#` begins a comment";
    a_stipulation_is_a_text: errors("stipulation: 2") =>
        "stipulation: expected a text like `'#2'` or `h#2.5`, found a number";
    a_stipulation_is_understood: errors("stipulation: mate") =>
        "stipulation: `mate` is not a stipulation: expected one like `#2`, `s#3`, `h#2`, `h#2.5` or `h=3` (in YAML put it in quotes)";
    reflexmates_are_refused: errors("stipulation: r#2") =>
        "stipulation: `r#2` (reflexmate) is not supported: expected #n, s#n, h#n or h#n.5, with # or =";
    to_move_is_a_side: errors("to-move: whte") => "to-move: expected `white` or `black`, found `whte`";
    to_move_is_a_word: errors("to-move: 1") => "to-move: expected `white` or `black`, found a number";
    to_move_agrees_with_fen: errors_of("fen: 4k3/8/8/8/8/8/8/4K3 w\nto-move: black") =>
        "to-move: `fen` says that the other side is to move";

    conditions_are_words: errors("conditions: 5") => "conditions: expected a list of words, found a number";
    an_unknown_condition_gets_a_hint: errors("conditions: Kamikazi") =>
        "conditions: unknown condition `Kamikazi`: did you mean `Kamikaze`?";
    a_strange_condition_gets_a_list: errors("conditions: Xyzzy") =>
        "conditions: unknown condition `Xyzzy`: expected `Kamikaze`, `Reincarnation`, `Spherical` or `Dynamo`";
    other_conditions_are_refused_by_name: errors("conditions: [circe RexInclusive]") =>
        "conditions: condition `Circe` is not supported";
    conditions_among_options_are_refused_by_name: errors("options: [AntiKings]") =>
        "options: condition `AntiKings` is not supported";
    options_belong_under_options: errors("conditions: [SetPlay]") =>
        "conditions: `SetPlay` is an option: it belongs under `options`";
    kamikaze_has_one_form: errors("conditions: [Kamikaze, Kamikaze RexExclusive]") =>
        "conditions: Kamikaze is given both as RexInclusive and as RexExclusive: choose one";
    dynamo_has_no_captures: errors("conditions: [Dynamo]\noptions: [Reincarnation]") =>
        "options: Dynamo cannot be combined with Reincarnation: Dynamo has no captures";

    options_are_words: errors("options: [5]") => "options: expected a list of words, found a number";
    an_unknown_option_gets_a_hint: errors("options: [SetPlya]") =>
        "options: unknown option `SetPlya`: did you mean `SetPlay`?";
    a_strange_option_gets_none: errors("options: [Xyzzy]") => "options: unknown option `Xyzzy`";
    quodlibet_is_refused_by_name: errors("options: [Quodlibet]") => "options: option `Quodlibet` is not supported";
    a_number_is_needed: errors("options: [MaxSolutions Duplex]") =>
        "options: `MaxSolutions` needs a number from 1 to 1000000000000, found `Duplex`";
    an_option_at_the_end_needs_its_number_too: errors("options: [MaxSolutions]") =>
        "options: `MaxSolutions` needs a number from 1 to 1000000000000";
    en_passant_needs_a_square: errors("options: [EnPassant e9]") =>
        "options: `EnPassant` needs the square passed over on rank 3 or 6, or a whole double step, as in `EnPassant d3` or `EnPassant d2d3d4`; found `e9`";
    a_number_has_bounds: errors("options: [MaxTime 99999999999999999999999]") =>
        "options: `MaxTime` needs a number from 1 to 1000000000, found `99999999999999999999999`";
    a_number_is_positive: errors("options: [Defence -1]") =>
        "options: `Defence` needs a number from 0 to 1000, found `-1`";
    a_number_is_given_once: errors("options: [MaxSolutions 1, MaxSolutions 2]") =>
        "options: `MaxSolutions` is given twice";
    move_numbers_are_in_order: errors("options: [StartMoveNumber 3, UpToMoveNumber 2]") =>
        "options: `StartMoveNumber 3` lies beyond `UpToMoveNumber 2`";
    duplex_is_whole_or_half: errors("options: [Duplex, HalfDuplex]") =>
        "options: `Duplex` and `HalfDuplex` exclude each other";
    no_castling_needs_squares: errors("options: [NoCastling]") =>
        "options: `NoCastling` needs squares, as in `NoCastling e1a1`";
    en_passant_is_a_double_step: errors("options: [EnPassant d2d3d5]") =>
        "options: `EnPassant` needs the square passed over on rank 3 or 6, or a whole double step, as in `EnPassant d3` or `EnPassant d2d3d4`; found d2d3d5";
    en_passant_passes_over_rank_3_or_6: errors("options: [EnPassant d4]") =>
        "options: `EnPassant` needs the square passed over on rank 3 or 6, or a whole double step, as in `EnPassant d3` or `EnPassant d2d3d4`; found d4";

    twins_are_a_mapping: errors("twins: [Move a1 a2]") =>
        "twins: expected a mapping like `{b: Move e1 f1}`, found a list";
    a_twin_has_a_name: errors("twins: {'-': Move a1 a2}") => "twins: `-` is not a name: expected a letter";
    the_name_of_a_twin_is_a_letter: errors("twins: {[b]: Move a1 a2}") =>
        "twins: the name of a twin is a list: expected a letter";
    a_twin_is_a_text: errors("twins: {b: [Move a1 a2]}") =>
        "twins: twin `b`: expected a text like `Move e1 f1`, found a list";
    a_twin_changes_something: errors("twins: {b: ''}") =>
        "twins: twin `b`: there is nothing: expected one like `Move e1 f1`";
    a_zeroposition_is_given_once: errors("zeroposition: Remove a1\ntwins: {a: Remove a1}") =>
        "twins: twin `a` is also given by `zeroposition`: expected one of them";
    an_unknown_twin_command_gets_a_hint: errors("twins: {b: Moev a1 a2}") =>
        "twins: twin `b`: unknown twin command `Moev`: did you mean `Move`?";
    other_twin_commands_are_refused_by_name: errors("twins: {b: SStipulation white}") =>
        "twins: twin `b`: twin command `SStipulation` is not supported";
    continued_comes_first: errors("twins: {b: Move a1 a2 Continued}") =>
        "twins: twin `b`: `Continued` must come first";
    move_needs_two_squares: errors("twins: {b: Move a1}") =>
        "twins: twin `b`: `Move` needs 2 squares, found 1";
    exchange_needs_squares: errors("twins: {b: Exchange a1 i9}") =>
        "twins: twin `b`: `Exchange` needs 2 squares, found `i9`";
    remove_needs_squares: errors("twins: {b: Remove}") => "twins: twin `b`: `Remove` needs squares, found nothing";
    add_needs_a_side: errors("twins: {b: Add Qa1}") =>
        "twins: twin `b`: `Add` needs a side and units, as in `Add White Qd1 Ra1`, found `Qa1`";
    add_needs_units: errors("twins: {b: Add White}") =>
        "twins: twin `b`: `Add` needs units, as in `Add White Qd1 Ra1`, found nothing";
    add_needs_known_units: errors("twins: {b: Add White Xa1}") =>
        "twins: twin `b`: `Add`: unknown unit `X` in `Xa1`";
    substitute_needs_letters: errors("twins: {b: Substitute Q}") =>
        "twins: twin `b`: `Substitute` needs two letters, as in `Substitute Q R`";
    substitute_needs_known_letters: errors("twins: {b: Substitute Q ZR}") =>
        "twins: twin `b`: `Substitute`: `ZR` is a zombie: expected a letter alone";
    rotate_needs_an_angle: errors("twins: {b: Rotate 45}") =>
        "twins: twin `b`: `Rotate` needs 90, 180 or 270, found `45`";
    mirror_needs_corners: errors("twins: {b: Mirror a1<-->a1}") =>
        "twins: twin `b`: `Mirror` needs one of a1<-->h1, a1<-->a8, a1<-->h8, a8<-->h1, found `a1<-->a1`";
    stipulation_of_a_twin_is_needed: errors("twins: {b: Stipulation}") =>
        "twins: twin `b`: `Stipulation` needs one, as in `Stipulation h#2`, found nothing";
    stipulation_of_a_twin_is_supported: errors("twins: {b: Stipulation ser-h=9}") =>
        "twins: twin `b`: `ser-h=9` (series play) is not supported: expected #n, s#n, h#n or h#n.5, with # or =";
    condition_of_a_twin_is_needed: errors("twins: {b: Condition Move a1 a2}") =>
        "twins: twin `b`: `Condition` needs a condition, as in `Condition Kamikaze`, found `Move`";
    condition_of_a_twin_is_supported: errors("twins: {b: Condition Circe}") =>
        "twins: twin `b`: condition `Circe` is not supported";

    claims_are_texts: warnings("solution: [1.Ra2]") =>
        "FILE, document 1, field `solution`: expected a text, found a list: it is not read";
    intended_solutions_are_a_number_or_text: warnings("intended-solutions: {a: 1}") =>
        "FILE, document 1, field `intended-solutions`: expected a text, found a mapping: it is not read";

    an_unknown_field_is_a_warning: warnings("stipulaton: h#2") =>
        "FILE, document 1, field `stipulaton`: unknown field: did you mean `stipulation`?";
    a_strange_field_is_a_warning: warnings("xyzzy: 1") => "FILE, document 1, field `xyzzy`: unknown field";
    a_field_without_a_word_is_a_warning: warnings("1: 2") =>
        "FILE, document 1: the name of a field is a number: expected a word";
    ids_are_unique: warnings("id: x\n---\nid: x\n---\nid: y") =>
        "FILE, document 2 (id `x`), field `id`: `x` is also the id of document 1";
    castling_concerns_six_squares: warnings("options: [NoCastling d4]") =>
        "FILE, document 1, field `options`: `NoCastling d4` has no effect: no king or rook castles from there";
}

#[test]
fn all_errors_of_a_document_are_reported() {
    let text = "
id: x
algebraic: {white: [Ke1, Xa1, b2], black: [Ke8]}
stipulation: 5
conditions: [Kamikazi, Circe]
options: [Quodlibet, MaxTime]
twins: {b: Moev a1 a2, c: Rotate 1}
";
    let document = read_problems("FILE", text).remove(0);
    assert_eq!(document.problem.unwrap_err().len(), 9);
}

#[test]
fn an_error_names_file_document_id_and_field() {
    let text =
        "{fen: 4k3/8/8/8/8/8/8/4K3}\n---\n{id: x, conditions: Kamikazi, fen: 4k3/8/8/8/8/8/8/4K3}";
    let error = read_problems("FILE", text)
        .remove(1)
        .problem
        .unwrap_err()
        .remove(0);
    assert_eq!(
        error.to_string(),
        "FILE, document 2 (id `x`), field `conditions`: unknown condition `Kamikazi`: did you mean `Kamikaze`?"
    );
    assert_eq!(
        (error.file(), error.document(), error.id()),
        ("FILE", Some(2), Some("x"))
    );
}
