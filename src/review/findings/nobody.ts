/** Findings about trust policies that nobody can satisfy. */
import { identity } from '../../resources';
import type { Analysis } from '../access/analysis';
import { unassumable, type Unassumable } from '../access/assume/nobody';
import { wayOf, type Way } from '../access/assume/trust-policy';
import { declaredAt, type Finding, type FindingCause } from './finding';
import { SENSITIVE, type Instance } from '../organization/objects/objects';

/** A new or changed trust policy accepts no token that any issuer issues, or likely none. */
export function nobodyCanAssume({ assume, pairs, configuration }: Analysis): Finding[] {
  const { anchored = false } = configuration;
  const changed = new Set(assume.filter(({ relation }) => relation !== 'removed').map((one) => one.identity));
  return pairs.flatMap(({ declaration, after, pathAfter: path }) => {
    if (declaration !== identity || after === undefined || path === undefined || !changed.has(path)) return [];
    const [instance] = after.instances;
    const way = wayOf(instance);
    const found = way && unassumable(way, anchored);
    return way === undefined || found === undefined ? [] : [findingOf(path, instance, found, way)];
  });
}

function findingOf(path: string, instance: Instance, found: Unassumable, way: Way): Finding {
  const { reason, isCertain, lacksIds } = found;
  return {
    id: 'nobody-can-assume',
    severity: isCertain ? 'medium' : 'low',
    subject: path,
    reason: `${isCertain ? 'Nobody can' : 'Perhaps nobody can'} assume ${path}: ${way.isSensitive ? SENSITIVE : reason}.`,
    evidence: [way],
    identity: path,
    cause: lacksIds ? UNNUMBERED : undefined,
    ...declaredAt(instance),
  };
}

/** One cause, however many repositories: an organization knows whether its repositories are new. */
const UNNUMBERED: FindingCause = {
  key: 'repositories without ids',
  text: 'Subjects name repositories without their ids, which newer repositories have',
};
