//! The claims, by family.

use crate::engines::Tape;

pub mod budget;
pub mod calibration;
pub mod consistency;
pub mod curation;
pub mod greedy;
pub mod indexing;
pub mod noise;
pub mod nonnegativity;
pub mod sampling;
pub mod scores;
pub mod sensitivity;
pub mod smoothing;
pub mod structure;
pub mod wide;

/// A property as the fuzzers and proptest run it.
pub type OnTape = fn(&mut Tape);

/// Every claim with its name, in the order of the table in `README.md`.
pub const ALL: &[(&str, OnTape)] = &[
    ("charge_is_atomic", budget::charge_is_atomic),
    (
        "spending_never_passes_the_total",
        budget::spending_never_passes_the_total,
    ),
    (
        "equal_parts_never_pass_the_whole",
        budget::equal_parts_never_pass_the_whole,
    ),
    (
        "shares_never_pass_the_whole",
        budget::shares_never_pass_the_whole,
    ),
    ("totals_round_down", budget::totals_round_down),
    ("more_noise_costs_less", budget::more_noise_costs_less),
    (
        "bisection_keeps_its_bracket",
        calibration::bisection_keeps_its_bracket,
    ),
    (
        "uniform_candidates_cover_the_range",
        noise::uniform_candidates_cover_the_range,
    ),
    (
        "bernoulli_decision_is_its_series",
        noise::bernoulli_decision_is_its_series,
    ),
    ("boundary_digit_is_exact", noise::boundary_digit_is_exact),
    (
        "rounding_is_decided_correctly",
        noise::rounding_is_decided_correctly,
    ),
    ("division_step_is_exact", wide::division_step_is_exact),
    (
        "limb_products_never_overflow",
        wide::limb_products_never_overflow,
    ),
    ("widening_product_is_exact", wide::widening_product_is_exact),
    ("mul_div_rounds_as_named", wide::mul_div_rounds_as_named),
    ("shl_div_rounds_as_named", wide::shl_div_rounds_as_named),
    ("square_root_rounds_up", wide::square_root_rounds_up),
    (
        "answers_move_by_at_most_their_sensitivity",
        sensitivity::answers_move_by_at_most_their_sensitivity,
    ),
    (
        "pair_score_moves_by_at_most_its_sensitivity",
        sensitivity::pair_score_moves_by_at_most_its_sensitivity,
    ),
    (
        "exact_score_moves_by_less_than_two",
        sensitivity::exact_score_moves_by_less_than_two,
    ),
    (
        "cell_index_is_a_bijection",
        indexing::cell_index_is_a_bijection,
    ),
    ("marginalisation_adds_up", indexing::marginalisation_adds_up),
    ("counting_is_projecting", indexing::counting_is_projecting),
    ("pairs_have_their_places", indexing::pairs_have_their_places),
    ("cells_never_overflow", indexing::cells_never_overflow),
    ("network_is_well_formed", structure::network_is_well_formed),
    (
        "consistency_is_within_its_bound",
        consistency::consistency_is_within_its_bound,
    ),
    (
        "post_processing_meets_the_total",
        nonnegativity::post_processing_meets_the_total,
    ),
    (
        "rows_follow_their_tables",
        sampling::rows_follow_their_tables,
    ),
    ("fallback_ends", sampling::fallback_ends),
    (
        "curator_pays_before_it_reads",
        curation::curator_pays_before_it_reads,
    ),
    (
        "shortfall_moves_by_at_most_two",
        scores::shortfall_moves_by_at_most_two,
    ),
    (
        "maximum_score_is_the_best_partition",
        scores::maximum_score_is_the_best_partition,
    ),
    (
        "maximum_score_moves_by_at_most_its_sensitivity",
        scores::maximum_score_moves_by_at_most_its_sensitivity,
    ),
    (
        "logarithm_is_within_its_error",
        scores::logarithm_is_within_its_error,
    ),
    ("logarithm_step_is_exact", scores::logarithm_step_is_exact),
    (
        "information_score_is_within_its_error",
        scores::information_score_is_within_its_error,
    ),
    (
        "information_moves_by_at_most_its_sensitivity",
        scores::information_moves_by_at_most_its_sensitivity,
    ),
    (
        "greedy_network_is_well_formed",
        greedy::greedy_network_is_well_formed,
    ),
    (
        "greedy_spending_stays_within_its_shares",
        greedy::greedy_spending_stays_within_its_shares,
    ),
    ("digits_tell_values_apart", greedy::digits_tell_values_apart),
    (
        "curator_pays_before_it_draws_rows",
        smoothing::curator_pays_before_it_draws_rows,
    ),
    (
        "smoothed_draws_hide_a_row",
        smoothing::smoothed_draws_hide_a_row,
    ),
    (
        "smoothing_weight_fits_its_share",
        smoothing::smoothing_weight_fits_its_share,
    ),
];
