/** Findings about being locked out: an organization of its owners, or whoever applies of what is left to do. */
import { capabilitiesAt, holds, type AccessGraph, type GroupNode, type IdentityNode } from '../../access';
import { BUILT_IN_ROLES } from '../../api';
import type { Analysis } from '../analysis';
import type { Finding } from '../finding';
import { needsOf, type Need } from '../needs';
import { few } from './access';

const OWNERS = BUILT_IN_ROLES.find(({ name }) => name === 'owner')?.capabilities ?? [];

/**
 * Somebody stops being an owner of an organization, and too few are left. Where the whole organization is known, too few are
 * too few, whoever made it so.
 */
export function lastOwners({ before, after, configuration, live }: Analysis): Finding[] {
  const minimum = configuration.minimumOwners ?? 2;
  return after.graph.groups.flatMap((root) => {
    if (root.parent !== undefined) return [];
    const rootBefore = before.graph.groups.find(({ key }) => key === root.key);
    const was = rootBefore === undefined ? [] : ownersOf(before.graph, rootBefore);
    const are = ownersOf(after.graph, root);
    const remain = new Set(are.flatMap(({ key, path }) => [key, path]));
    const gone = was.filter(({ key, path }) => !remain.has(key) && !remain.has(path));
    const isWhole = live?.roots.includes(root.key) ?? false;
    const noPersonLeft = (isWhole || gone.some(isPerson)) && !are.some(isPerson);
    if ((gone.length === 0 && !isWhole) || (are.length >= minimum && !noPersonLeft)) return [];
    const names = few(gone.map(({ path }) => path));
    const go = gone.length === 0 ? '' : `${names} no longer own${gone.length === 1 ? 's' : ''} ${root.path}. `;
    const left = are.length === 0 ? 'nobody' : few(are.map(({ path }) => path));
    return [
      {
        id: 'last-owners',
        severity: 'high',
        subject: root.path,
        reason: `${go}Of the owners ${isWhole ? `of ${root.path}` : 'that the plans show'}, ${left} remain${are.length > 1 ? '' : 's'}${noPersonLeft ? ', and no person' : `; ${minimum} are wanted`}.`,
      },
    ];
  });
}

function ownersOf(graph: AccessGraph, root: GroupNode): IdentityNode[] {
  const candidates = [...new Set(root.grants.map(({ identity }) => identity))];
  return candidates.filter(({ key }) => {
    const held = new Set(capabilitiesAt(graph, key, root.key));
    return OWNERS.every((name) => held.has(name));
  });
}

function isPerson({ assumption, comesBy }: IdentityNode): boolean {
  return comesBy === undefined && assumption === 'sign_in';
}

/** Whoever applies loses what the rest of the plan needs, or the next one, which reads everything again. */
export function selfLockout(analysis: Analysis): Finding[] {
  const { before, after, configuration, runBy } = analysis;
  const name = configuration.appliesAs ?? runBy;
  const was = name === undefined ? undefined : find(before.graph, name);
  if (name === undefined || was === undefined) return [];
  const is = find(after.graph, name) ?? find(after.graph, was.path);
  const isGone = analysis.pairs.some(
    ({ before: one, status }) => one?.key === was.key && status !== 'kept' && status !== 'forgotten',
  );
  const missing = isGone
    ? []
    : needsOf(analysis).filter((need) => holdsThere(before.graph, was, need) && !holdsThere(after.graph, is, need));
  if (!isGone && missing.length === 0) return [];
  const what = few([...new Set(missing.map(({ capability }) => capability))]);
  return [
    {
      id: 'self-lockout',
      severity: 'high',
      subject: was.path,
      reason: isGone
        ? `The plan deletes ${was.path}, by which it is applied.`
        : `${was.path}, by which the plan is applied, loses ${what}, which this plan or the next one needs.`,
    },
  ];
}

function find({ identities }: AccessGraph, name: string): IdentityNode | undefined {
  return identities.find(({ key, path }) => key === name || path === name);
}

function holdsThere(graph: AccessGraph, identity: IdentityNode | undefined, { capability, group }: Need): boolean {
  if (identity === undefined || !graph.groups.some(({ key }) => key === group)) return false;
  return holds(graph, identity.key, capability, group);
}
