//! The claims, by family.

use crate::engines::Tape;

pub mod answered;
pub mod booking;
pub mod budget;
pub mod calibration;
pub mod choosing;
#[cfg(not(kani))]
pub mod conditioning;
pub mod consistency;
pub mod curation;
pub mod dealing;
pub mod declaring;
pub mod dropping;
pub mod excluding;
pub mod greedy;
pub mod indexing;
pub mod noise;
pub mod nonnegativity;
pub mod numbering;
pub mod parting;
pub mod paying;
pub mod sampling;
pub mod scores;
pub mod sensitivity;
pub mod smoothing;
pub mod spreading;
pub mod structure;
pub mod tallying;
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
        "parts_move_by_at_most_their_sensitivity",
        parting::parts_move_by_at_most_their_sensitivity,
    ),
    (
        "parts_of_many_variables_are_their_definition",
        parting::parts_of_many_variables_are_their_definition,
    ),
    (
        "dropping_rows_keeps_every_sensitivity",
        dropping::dropping_rows_keeps_every_sensitivity,
    ),
    (
        "impossible_cells_are_never_answered",
        excluding::impossible_cells_are_never_answered,
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
        "tallies_of_neighbours_are_near",
        tallying::tallies_of_neighbours_are_near,
    ),
    (
        "persons_stay_within_their_rows",
        tallying::persons_stay_within_their_rows,
    ),
    (
        "distance_is_its_definition",
        tallying::distance_is_its_definition,
    ),
    ("scores_are_floors", tallying::scores_are_floors),
    (
        "distance_moves_by_at_most_its_sensitivity",
        sensitivity::distance_moves_by_at_most_its_sensitivity,
    ),
    (
        "cell_index_is_a_bijection",
        indexing::cell_index_is_a_bijection,
    ),
    ("marginalisation_adds_up", indexing::marginalisation_adds_up),
    ("counting_is_projecting", indexing::counting_is_projecting),
    (
        "a_row_is_one_count_of_any_table",
        indexing::a_row_is_one_count_of_any_table,
    ),
    ("pairs_have_their_places", indexing::pairs_have_their_places),
    ("cells_never_overflow", indexing::cells_never_overflow),
    (
        "digits_come_off_as_they_went_on",
        numbering::digits_come_off_as_they_went_on,
    ),
    (
        "cells_grow_exactly_or_not_at_all",
        numbering::cells_grow_exactly_or_not_at_all,
    ),
    (
        "pair_places_ascend_without_gaps",
        numbering::pair_places_ascend_without_gaps,
    ),
    ("accepted_levels_nest", numbering::accepted_levels_nest),
    ("network_is_well_formed", structure::network_is_well_formed),
    ("admitted_parents_fit", structure::admitted_parents_fit),
    (
        "consistency_is_within_its_bound",
        consistency::consistency_is_within_its_bound,
    ),
    (
        "parts_differ_by_at_most_one_unit",
        spreading::parts_differ_by_at_most_one_unit,
    ),
    ("means_lie_between", spreading::means_lie_between),
    (
        "post_processing_meets_the_total",
        nonnegativity::post_processing_meets_the_total,
    ),
    (
        "scaled_sums_rise_to_the_total",
        nonnegativity::scaled_sums_rise_to_the_total,
    ),
    (
        "two_normalized_cells_meet_the_total",
        nonnegativity::two_normalized_cells_meet_the_total,
    ),
    (
        "two_projected_cells_meet_the_total",
        nonnegativity::two_projected_cells_meet_the_total,
    ),
    (
        "rows_follow_their_tables",
        sampling::rows_follow_their_tables,
    ),
    ("fallback_ends", sampling::fallback_ends),
    (
        "rounded_counts_are_the_nearest",
        dealing::rounded_counts_are_the_nearest,
    ),
    ("tickets_fall_on_mass", dealing::tickets_fall_on_mass),
    ("walks_end", dealing::walks_end),
    #[cfg(not(kani))]
    ("conditioning_excludes", conditioning::conditioning_excludes),
    (
        "curator_pays_before_it_reads",
        curation::curator_pays_before_it_reads,
    ),
    (
        "what_is_paid_for_is_answered",
        answered::what_is_paid_for_is_answered,
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
    ("digits_write_their_value", greedy::digits_write_their_value),
    (
        "rows_get_values_that_occur",
        greedy::rows_get_values_that_occur,
    ),
    (
        "distances_move_cell_by_cell",
        tallying::distances_move_cell_by_cell,
    ),
    (
        "weighted_scores_move_by_their_weight",
        tallying::weighted_scores_move_by_their_weight,
    ),
    (
        "digits_of_squares_are_exact",
        scores::digits_of_squares_are_exact,
    ),
    (
        "draws_fall_on_the_cell_of_their_row",
        smoothing::draws_fall_on_the_cell_of_their_row,
    ),
    (
        "tables_are_paid_before_they_are_read",
        paying::tables_are_paid_before_they_are_read,
    ),
    (
        "scores_are_paid_before_they_are_read",
        paying::scores_are_paid_before_they_are_read,
    ),
    ("counts_must_add_up", paying::counts_must_add_up),
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
    (
        "charges_are_booked_or_refused",
        booking::charges_are_booked_or_refused,
    ),
    (
        "records_cost_what_was_charged",
        booking::records_cost_what_was_charged,
    ),
    (
        "sensitivities_are_declared_as_stated",
        declaring::sensitivities_are_declared_as_stated,
    ),
    ("squares_never_saturate", declaring::squares_never_saturate),
    (
        "sigma_is_its_number_or_refused",
        declaring::sigma_is_its_number_or_refused,
    ),
    (
        "laplace_scales_are_their_fractions",
        declaring::laplace_scales_are_their_fractions,
    ),
    (
        "laplace_losses_round_up",
        declaring::laplace_losses_round_up,
    ),
    (
        "pure_losses_cost_their_square",
        declaring::pure_losses_cost_their_square,
    ),
    (
        "numbers_out_of_range_are_refused",
        declaring::numbers_out_of_range_are_refused,
    ),
    (
        "parameters_are_proper_or_refused",
        declaring::parameters_are_proper_or_refused,
    ),
    (
        "sums_are_cut_off_at_the_ends",
        noise::sums_are_cut_off_at_the_ends,
    ),
    (
        "no_random_bit_is_used_twice",
        noise::no_random_bit_is_used_twice,
    ),
    (
        "uniform_bits_are_those_of_the_generator",
        noise::uniform_bits_are_those_of_the_generator,
    ),
    (
        "parts_are_paid_before_they_are_read",
        parting::parts_are_paid_before_they_are_read,
    ),
    (
        "pure_tables_are_paid_before_they_are_read",
        paying::pure_tables_are_paid_before_they_are_read,
    ),
    (
        "sizes_are_paid_before_they_are_read",
        paying::sizes_are_paid_before_they_are_read,
    ),
    (
        "farthest_tables_are_paid_before_they_are_read",
        choosing::farthest_tables_are_paid_before_they_are_read,
    ),
    (
        "choices_are_paid_before_they_are_read",
        choosing::choices_are_paid_before_they_are_read,
    ),
    (
        "smoothed_rows_are_paid_before_they_are_read",
        choosing::smoothed_rows_are_paid_before_they_are_read,
    ),
    (
        "weights_are_compared_bit_by_bit",
        smoothing::weights_are_compared_bit_by_bit,
    ),
    (
        "byte_tallies_are_tallies",
        tallying::byte_tallies_are_tallies,
    ),
    ("limb_products_add_up", wide::limb_products_add_up),
    ("quotients_grow_by_digits", wide::quotients_grow_by_digits),
    (
        "long_products_round_as_named",
        wide::long_products_round_as_named,
    ),
    (
        "products_are_declared_as_stated",
        declaring::products_are_declared_as_stated,
    ),
    (
        "pure_sizes_are_paid_before_they_are_read",
        paying::pure_sizes_are_paid_before_they_are_read,
    ),
];
