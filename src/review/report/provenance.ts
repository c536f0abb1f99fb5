/** The origin of a change: organization, stack, commit and pull request. */
import type { Analysis } from '../access/analysis';
import type { Synthesized } from '../input/plan/synthesized';
import type { Provenance } from './types/report';

/** Adds the names of the organizations to the provenance, and the names of synthesized stacks if it has no stacks. */
export function joinProvenance(
  { before, after }: Analysis,
  synthesized: readonly Synthesized[],
  given: Omit<Provenance, 'organizations'> = {},
): Provenance {
  const roots = [...before.graph.groups, ...after.graph.groups].filter(
    ({ parent, implied }) => parent === undefined && !implied,
  );
  const organizations = [...new Set(roots.map(({ path }) => path))];
  const stacks = given.stacks ?? [...new Set(synthesized.map(({ name }) => name))];
  return {
    ...given,
    ...(organizations.length > 0 && { organizations }),
    ...(stacks.length > 0 && { stacks }),
  };
}
