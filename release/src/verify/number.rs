//! Numbers of algorithms that this program does not have.

use core::num::NonZeroU32;

use privet_spec::MechanismName;

use crate::complaint::Complaint;
use crate::mechanisms::list::{algorithm_of, holds_algorithm};

/// Why a release is not rebuilt whose algorithm this program does not have; nothing where it has it. No word of the
/// release stands in it but the number.
pub(super) fn not_rebuilt(
    place: &str,
    mechanism: MechanismName,
    number: NonZeroU32,
) -> Option<Complaint> {
    if holds_algorithm(mechanism, number) {
        return None;
    }
    let ours = algorithm_of(mechanism);
    let which = if number > ours {
        "a later"
    } else {
        "an earlier"
    };
    Some(Complaint::new(
        place,
        format!(
            "not rebuilt: it names algorithm {number} of `{mechanism}`, and this program has algorithm {ours}"
        ),
        format!(
            "use {which} version of Privet than this one, {}: the book's chapter on versions lists which has which \
             algorithm",
            env!("CARGO_PKG_VERSION")
        ),
    ))
}
