//! A spec's rules as core takes them.

use privet_core::Error as CoreError;
use privet_core::mrf::graph::Graph;
use privet_core::rules::{Relation, Rules};
use privet_core::variables::Variable;
use privet_spec::Release;

use super::variables::Variables;
use crate::error::Error;

/// The rules on the codes of the learned attributes, with the bins that the release has.
pub(crate) fn rules_of(release: &Release) -> Result<Rules, Error> {
    let relations = release.relations().into_iter().map(|relation| {
        let attributes = relation.attributes.into_iter().map(u8::try_from);
        let attributes = attributes.collect::<Result<Vec<u8>, _>>();
        let attributes = attributes.map_err(|_| CoreError::BadDomain)?;
        Relation::new(attributes, relation.classes, relation.possible)
    });
    let relations = relations.collect::<Result<Vec<_>, _>>();
    let relations = relations.map_err(|error| Error::flaw("rules", error))?;
    Ok(Rules::new(relations))
}

/// Cells of a model that ties nothing but what rules tie, at all values of the attributes.
pub(crate) fn cells_of(rules: &Rules, release: &Release) -> Result<u64, Error> {
    let leaves = Variables::leaves(release);
    leaves.with_domain(|domain| {
        let variables: Vec<_> = domain.variables().collect();
        let variable = |attribute: u8| {
            let variable = variables.get(usize::from(attribute)).copied();
            variable.unwrap_or(Variable(0))
        };
        let mut graph = Graph::new(domain, domain.variables());
        // A rule about more columns than a table can have is beyond any room.
        let Ok(sets) = rules.sets(variable) else {
            return Ok(u64::MAX);
        };
        for set in sets {
            graph.join(&set);
        }
        Ok(graph.cells())
    })
}
