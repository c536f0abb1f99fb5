/** Findings about identities that an unreviewed pull request can assume. */
import { identity } from '../../resources';
import { canWrite } from '../access-lines';
import type { Analysis } from '../analysis';
import { pullRequestsOf, type Outsider } from '../assume/outsiders';
import { wayOf } from '../assume/ways';
import { declaredAt, type Finding } from '../finding';

/** A pull request that nobody has reviewed can newly assume an identity with write access, or such an identity gains it. */
export function pullRequestCanWrite({ pairs, before, after, reaching }: Analysis): Finding[] {
  return pairs.flatMap(({ declaration, before: was, after: is, pathAfter: path }) => {
    if (declaration !== identity || is === undefined || path === undefined) return [];
    const writes = writesOf(after, is.key);
    if (writes === undefined) return [];
    const [instance] = is.instances;
    const way = wayOf(instance);
    const [first] = way === undefined ? [] : pullRequestsOf(way, reaching);
    if (first === undefined) return [];
    const wasWay = was && wayOf(was.instances[0]);
    const couldAssume = wasWay !== undefined && pullRequestsOf(wasWay, reaching).some(({ who }) => who === first.who);
    const couldWrite = was !== undefined && writesOf(before, was.key) === writes;
    return couldAssume && couldWrite ? [] : [findingOf(path, writes, first, instance)];
  });
}

/** Returns the groups in which the identity holds write access, as text that can be compared; `undefined` if nowhere. */
function writesOf({ graph, unknownRoles }: Analysis['after'], key: string): string | undefined {
  const node = graph.identities.find((one) => one.key === key);
  const grants = (node?.grants ?? []).filter(({ role }) => unknownRoles.has(role.key) || canWrite(role));
  const texts = grants.map(({ role, group }) => `${role.path} in ${group.path}`).sort();
  return texts.length === 0 ? undefined : texts.join(', ');
}

function findingOf(
  path: string,
  writes: string,
  { who, token }: Outsider,
  instance: Parameters<typeof declaredAt>[0],
): Finding {
  return {
    id: 'pull-request-can-write',
    severity: 'high',
    subject: path,
    reason: `An unreviewed pull request can assume ${path}, which is ${writes}: ${who}.`,
    witness: token,
    identity: path,
    ...declaredAt(instance),
  };
}
