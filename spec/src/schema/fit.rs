//! Where a field stands in a domain.

/// How a field relates to the attribute's domain, before any policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// A value of the domain, with its code.
    Inside(u16),
    /// One of the declared missing tokens, with the null code.
    Missing(u16),
    /// Of the right kind, but below the domain.
    Below,
    /// Of the right kind, but above the domain.
    Above,
    /// Not of the attribute's kind: an undeclared label, or text where a number should be.
    Foreign,
}
