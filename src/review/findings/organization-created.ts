/** Findings about groups without a parent: each one that the apply creates is an organization of its own. */
import { snakeCase } from '../../model/api';
import type { Declaration } from '../../model/schema';
import type { Analysis } from '../access/analysis';
import { findConstructOrigin, readStacks } from '../input/plan/synthesized';
import { attribute } from '../input/plan/values';
import type { Instance } from '../organization/objects/objects';
import { declaredAt, type Finding } from './shared/finding';

/** Reports new root groups. A program of constructs has to ask for one (`Group.root`); elsewhere, a value that is null suffices. */
export function organizationCreated({ plans, organization, readers, stacks = [] }: Analysis): Finding[] {
  const stacksByPlan = readStacks(plans, stacks);
  return organization.transitions.flatMap(({ after, change }): Finding[] => {
    if (after === undefined || !change.actions.includes('create') || !isWithoutParent(after)) return [];
    const isExplicit = findConstructOrigin(stacksByPlan.get(after.plan.name), after.address)?.construct !== undefined;
    const path = readers.after.toPath(after);
    const argument = parentAttribute(after.declaration);
    const next = isExplicit ? 'Group.root declares it.' : `If this is a mistake, set ${argument}.`;
    return [
      {
        id: 'organization-created',
        severity: isExplicit ? 'medium' : 'high',
        subject: path,
        reason: `The ${argument} of "${path}" is null, so the group is a new root group: an organization of its own. ${next}`,
        evidence: [path],
        ...declaredAt(after),
      },
    ];
  });
}

/** A value that is known only after the apply is not null. */
function isWithoutParent({ declaration, values }: Instance): boolean {
  return declaration.parent?.is === 'groupOrNone' && (attribute(values, parentAttribute(declaration)) ?? null) === null;
}

function parentAttribute({ parent }: Declaration): string {
  return snakeCase(parent?.name ?? '');
}
