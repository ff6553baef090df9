//! What is estimated: where a model may have mass.

use super::inference::Beliefs;
use super::tree::JunctionTree;
use crate::Error;
use crate::domain::Domain;
use crate::rules::Rules;

/// What is estimated: a distribution over a domain, by the cliques of a tree, of which rules exclude a part.
#[derive(Clone, Copy)]
pub struct Shape<'a> {
    /// The variables.
    pub domain: &'a Domain<'a>,
    /// The cliques. Each rule stands within one.
    pub tree: &'a JunctionTree,
    /// What is impossible.
    pub rules: &'a Rules,
}

impl<'a> Shape<'a> {
    /// Without rules.
    pub fn everything(domain: &'a Domain<'a>, tree: &'a JunctionTree) -> Self {
        Self {
            domain,
            tree,
            rules: Rules::none(),
        }
    }

    /// Memory for the marginals; log-potentials of zero, and −∞ where a rule excludes a cell.
    pub(super) fn uniform(&self) -> Result<Beliefs, Error> {
        let mut beliefs = Beliefs::new(self.tree);
        let cliques = self.tree.cliques().iter().zip(beliefs.cliques_mut());
        for (clique, cells) in cliques {
            let possible = self.rules.possible(self.domain, &clique.variables)?;
            for (possible, cell) in possible.iter().flatten().zip(cells) {
                if !possible {
                    *cell = f64::NEG_INFINITY;
                }
            }
        }
        Ok(beliefs)
    }

    /// The marginals of the distribution in which everything possible is as likely: above zero where some row may be. Nothing
    /// where everything is possible.
    pub fn support(&self) -> Result<Option<Beliefs>, Error> {
        if self.rules.is_empty() {
            return Ok(None);
        }
        let mut support = self.uniform()?;
        support.infer(self.tree)?;
        Ok(Some(support))
    }
}
