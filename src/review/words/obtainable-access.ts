/** Describes who does not have the access of a question, and can obtain it in several steps. */
import type { AccessGraph, EscalationPath } from '../../access/graph';
import { groupBy, identitiesByPath } from '../../access/graph/paths';
import { compareNames } from '../../base/text/compare-names';
import { counted, few } from '../../base/text/words';
import { pronounFor } from './identity-counts';

/** An identity that can obtain access that it does not have. */
export interface ObtainableAccess {
  readonly identity: string;
  readonly steps: number;
  /** A sentence: `acme/ci can obtain it in 2 steps: first, it can change the trust policy of acme/shop/ci.` */
  readonly text: string;
}

/** Returns the shortest path of each identity as a sentence, those with the fewest steps first. */
export function describeObtainable(graph: AccessGraph, paths: readonly EscalationPath[]): ObtainableAccess[] {
  return [...groupBy(paths, ({ identity }) => identity)]
    .map(([identity, all]) => {
      const [path] = all.toSorted((a, b) => a.steps.length - b.steps.length) as [EscalationPath];
      const steps = path.steps.length;
      return {
        identity,
        steps,
        text: `${identity} can obtain it in ${counted(steps, 'step')}: ${firstStepText(graph, path)}.`,
      };
    })
    .sort((a, b) => a.steps - b.steps);
}

/** Returns the first step of a path: `first, it can change the trust policy of acme/shop/ci, which is editor in acme/shop`. */
export function firstStepText(graph: AccessGraph, { identity, steps: [step, ...others] }: EscalationPath): string {
  if (step === undefined) return 'no step is known';
  const { kind, target, group } = step;
  const first = others.length > 0 ? 'first, ' : '';
  const who = pronounFor(identity);
  if (kind === 'bind')
    return `${first}${who} can create role bindings for ${target === identity ? (who === 'it' ? 'itself' : 'themselves') : target} in ${group}`;
  const grants = identitiesByPath(graph).get(target)?.grants ?? [];
  const roles = [...new Set(grants.map(({ role, group: at }) => `${role.path} in ${at.path}`))].sort(compareNames);
  const which = roles.length === 0 ? '' : `, which is ${few(roles, 2)}`;
  return `${first}${who} can change ${kind === 'assume' ? 'the trust policy of' : 'how people sign in as'} ${target}${which}`;
}
