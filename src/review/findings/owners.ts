/** Findings about lockout: an organization without owners, or an applying identity that loses the access that it needs. */
import {
  capabilitiesAt,
  holds,
  type AccessGraph,
  type GrantNode,
  type IdentityName,
  type IdentityNode,
} from '../../access/graph';
import { builtInCapabilities } from '../../access/graph/built-in-roles';
import { createLastingGraph } from '../../access/graph/lasting';
import { ancestorUids, isWithin } from '../../model/api';
import { roleBinding } from '../../model/kinds';
import { findIdentitiesByName } from '../../access/rules';
import { few } from '../../base/text/words';
import type { Analysis } from '../access/analysis';
import { countedCapabilities } from '../access/capability-text';
import { findNeeds, type Need } from '../access/needs';
import { objectId } from '../organization/objects/objects';
import { findSuccessors } from '../organization/write-order';
import type { Finding } from './shared/finding';

/**
 * Reports organizations that lose owners and keep too few. If the whole organization is known, too few owners are a finding even
 * if this change does not cause it.
 */
export function lastOwners(analysis: Analysis): Finding[] {
  return withHalfWay(analysis, tooFewOwners, ({ group }) => group.parent === undefined);
}

function tooFewOwners({ before, after, losing, configuration, live }: Analysis): Finding[] {
  const minimum = configuration.minimumOwners ?? 2;
  return after.graph.groups.flatMap((root) => {
    if (root.parent !== undefined) return [];
    const ownersBefore = getOwners(losing.before, root.key);
    const ownersAfter = getOwners(after.graph, root.key);
    const getIds = ({ key, path, people = '' }: IdentityNode) => [key, path].map((id) => `${people}\0${id}`);
    const remain = new Set([...ownersAfter, ...getOwners(losing.after, root.key)].flatMap(getIds));
    const gone = ownersBefore.filter((node) => !getIds(node).some((id) => remain.has(id)));
    const isWhole = live?.roots.includes(root.key) ?? false;
    const noPersonLeft = (isWhole || gone.some(isPerson)) && !ownersAfter.some(isPerson);
    if ((gone.length === 0 && !isWhole) || (ownersAfter.length >= minimum && !noPersonLeft)) return [];
    const assumed = new Set(gone).size > 0 && !gone.every(({ key }) => isOwner(before.graph, key, root.key));
    const lost = lostText(gone, root.path, assumed);
    const remaining =
      gone.length === 0 ? ownersText(ownersAfter, root.path) : remainingText(ownersAfter, root.path, isWhole);
    return [
      {
        id: 'last-owners',
        severity: 'high',
        subject: root.path,
        reason: `${lost}${remaining}. ${noPersonLeft && ownersAfter.length > 0 ? 'None of them is a person.' : `The minimum is ${minimum}.`}`,
        evidence: [gone.map(({ path }) => path), ownersAfter.map(({ path }) => path)],
      },
    ];
  });
}

function lostText(gone: readonly IdentityNode[], root: string, assumed: boolean): string {
  if (gone.length === 0) return '';
  const names = few(gone.map(({ path }) => path));
  const lost = gone.length === 1 ? `${names} no longer owns ${root}` : `${names} no longer own ${root}`;
  return `${lost}${assumed ? ' (no plan describes the previous role, so this report assumes that it was an owner)' : ''}. `;
}

function ownersText(owners: readonly IdentityNode[], root: string): string {
  const names = few(owners.map(({ path }) => path));
  if (owners.length === 0) return `${root} has no owner`;
  return owners.length === 1 ? `${root} has one owner: ${names}` : `${root} has ${owners.length} owners: ${names}`;
}

function remainingText(owners: readonly IdentityNode[], root: string, isWhole: boolean): string {
  const names = owners.length === 0 ? 'nobody' : few(owners.map(({ path }) => path));
  return isWhole ? `Remaining owners of ${root}: ${names}` : `Remaining owners in the plans: ${names}`;
}

function getOwners(graph: AccessGraph, rootKey: string): IdentityNode[] {
  const root = graph.groups.find(({ key }) => key === rootKey);
  const candidates = [...new Set((root?.grants ?? []).map(({ identity }) => identity))];
  return candidates.filter(({ key }) => isOwner(graph, key, rootKey));
}

function isOwner(graph: AccessGraph, identity: string, root: string): boolean {
  if (!graph.identities.some(({ key }) => key === identity)) return false;
  const held = new Set(capabilitiesAt(graph, identity, root));
  return builtInCapabilities('owner', graph)?.every((name) => held.has(name)) ?? false;
}

function isPerson({ assumption, grantedBy }: IdentityNode): boolean {
  return grantedBy === undefined && assumption === 'sign_in';
}

/** Reports an applying identity that loses capabilities which the rest of the plan, or the next plan, needs. */
export function selfLockout(analysis: Analysis): Finding[] {
  const { losing, configuration, runBy } = analysis;
  const name = configuration.appliesAs ?? runBy;
  if (name === undefined) return [];
  // An ambiguous name counts as each of these people.
  const named = new Set(findIdentitiesByName(losing.before.identities, name));
  const find = (view: Analysis) => [...named].flatMap((before) => getLockout(view, name, before));
  return withHalfWay(analysis, find, ({ identity }) => named.has(identity));
}

/**
 * Returns the findings after the change, and those of an apply that stops half way: with only the access that remains in every
 * part of the apply.
 */
function withHalfWay(
  analysis: Analysis,
  find: (analysis: Analysis) => Finding[],
  isOfInterest: (grant: GrantNode) => boolean,
): Finding[] {
  const { after, losing, organization } = analysis;
  const found = find(analysis);
  const graph = createLastingGraph(losing.before, losing.after, {
    isOfInterest,
    successors: findSuccessors(organization),
  });
  if (graph === undefined) return found;
  const known = new Set(found.map(({ subject }) => subject));
  const halfWay = find({ ...analysis, after: { ...after, graph }, losing: { before: losing.before, after: graph } });
  return [
    ...found,
    ...halfWay
      .filter(({ subject }) => !known.has(subject))
      .map((finding): Finding => ({
        ...finding,
        severity: 'medium',
        reason: `If the apply stops early: ${finding.reason} Split the change: apply the part that gives access first.`,
        evidence: ['early', ...(finding.evidence ?? [])],
      })),
  ];
}

function getLockout(analysis: Analysis, name: IdentityName, before: IdentityNode): Finding[] {
  const { losing } = analysis;
  const after = find(losing.after, name) ?? find(losing.after, before.path) ?? find(losing.after, before.key);
  const isGone = analysis.matches.some(
    ({ before: one, status }) => one?.key === before.key && status !== 'kept' && status !== 'forgotten',
  );
  const missing = isGone
    ? []
    : findNeeds(analysis).filter(
        (need) => holdsThere(losing.before, before, need) && !keeps(analysis, before, after, need),
      );
  if (!isGone && missing.length === 0) return [];
  const what = countedCapabilities(missing.map(({ capability }) => capability));
  return [
    {
      id: 'self-lockout',
      severity: 'high',
      subject: before.path,
      reason: isGone
        ? `The plan deletes ${before.path}, the applying identity.`
        : `${before.path}, the applying identity, loses ${what}. This plan or the next one needs it.`,
      evidence: [isGone, missing.map(({ capability, group }) => [capability, group])],
    },
  ];
}

/** Returns the identity that applies the plans; undefined if it is unknown. */
export function applyingIdentity(
  { configuration, runBy }: Pick<Analysis, 'configuration' | 'runBy'>,
  graph: AccessGraph,
): IdentityNode | undefined {
  const name = configuration.appliesAs ?? runBy;
  return name === undefined ? undefined : find(graph, name);
}

function find({ identities }: AccessGraph, name: IdentityName): IdentityNode | undefined {
  const [found, ...others] = findIdentitiesByName(identities, name);
  return others.length > 0 ? undefined : found;
}

/** Returns true if the identity keeps the access. In a deleted group, access until its deletion is enough. */
function keeps(analysis: Analysis, before: IdentityNode, after: IdentityNode | undefined, need: Need): boolean {
  const { losing, organization } = analysis;
  const kept = new Set(losing.after.groups.map(({ key }) => key));
  if (kept.has(need.group)) return holdsThere(losing.after, after, need);
  const above = ancestorUids(need.group).find((uid) => kept.has(uid));
  if (above !== undefined && holdsThere(losing.after, after, { ...need, group: above })) return true;
  // The API deletes an unmanaged binding together with its group.
  return before.grants.some(
    ({ key, role, group }) =>
      organization.before.get(objectId(roleBinding, key))?.isManaged === false &&
      isWithin(need.group, group.key) &&
      (role.holdsUnknown || role.capabilities.includes(need.capability)),
  );
}

function holdsThere(graph: AccessGraph, identity: IdentityNode | undefined, { capability, group }: Need): boolean {
  if (identity === undefined || !graph.groups.some(({ key }) => key === group)) return false;
  return holds(graph, identity.key, capability, group);
}
