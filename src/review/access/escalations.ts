/** Describes privilege escalation paths for readers: the capabilities, the number of steps, and the first step. */
import type { AccessGraph, EscalationPath } from '../../access/graph';
import { groupBy } from '../../access/graph/paths';
import { listPaths } from '../../access/names';
import { counted, few } from '../../base/text/words';
import { isIamWrite } from '../../model/api';
import { firstStepText } from '../words/obtainable-access';
import { byWeight } from './capability-weight';
import { reachableText } from './rights';

/** The paths of one identity. */
export interface Escalation {
  readonly identity: string;
  readonly paths: readonly EscalationPath[];
  /** The path to the most access. */
  readonly path: EscalationPath;
  /** The capabilities that it gains, the most dangerous first. */
  readonly rights: readonly string[];
  /** Its first step: `it can change the trust policy of acme/shop/ci, which is editor in acme/shop`. */
  readonly step: string;
}

/** Returns the paths of each identity, those of an identity in the order of their access. */
export function findEscalations(graph: AccessGraph, all: readonly EscalationPath[]): Escalation[] {
  return [...groupBy(all, ({ identity }) => identity)].map(([identity, paths]) => {
    const weighed = paths.map((path) => ({ path, rights: byWeight(path.gains.flatMap((gain) => gain.capabilities)) }));
    weighed.sort((a, b) => weigh(b.rights) - weigh(a.rights) || a.path.steps.length - b.path.steps.length);
    const [{ path, rights }] = weighed as [(typeof weighed)[number]];
    return { identity, paths, path, rights, step: firstStepText(graph, path) };
  });
}

function weigh(rights: readonly string[]): number {
  return rights.filter(isIamWrite).length * 1000 + rights.length;
}

/** Returns what identities of the organization can escalate to, the most access first. */
export function listEscalations(graph: AccessGraph): Escalation[] {
  return findEscalations(graph, listPaths(graph)).sort((a, b) => weigh(b.rights) - weigh(a.rights));
}

/** Returns a sentence without its period: `acme/ci can escalate to 3 capabilities in acme in 2 steps: first, it can …`. */
export function escalationText({ identity, paths, path, step }: Escalation): string {
  const steps = path.steps.length === 1 ? '' : ` in ${counted(path.steps.length, 'step')}`;
  const more = paths.length > 1 ? ` (and on ${counted(paths.length - 1, 'other path')})` : '';
  return `${identity} can escalate to ${gainsText(path)}${steps}${more}: ${step}`;
}

/** Each group has its own capabilities: the sum of all exists nowhere. */
function gainsText({ gains }: EscalationPath): string {
  const alike = [...groupBy(gains, ({ capabilities }) => capabilities.join())]
    .map(([, all]) => ({ rights: all[0]?.capabilities ?? [], groups: all.map(({ group }) => group) }))
    .sort((a, b) => weigh(b.rights) - weigh(a.rights));
  const texts = alike.slice(0, MOST_GAINS).map(({ rights, groups }) => `${reachableText(rights)} in ${few(groups)}`);
  const left = alike.slice(MOST_GAINS).flatMap(({ groups }) => groups).length;
  return [...texts, ...(left > 0 ? [`other access in ${counted(left, 'group')}`] : [])].join(', and to ');
}

/** The number of groups with different access that a sentence names. */
const MOST_GAINS = 2;
