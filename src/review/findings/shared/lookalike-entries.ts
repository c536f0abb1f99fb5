/** Objects that the plans delete and create, and that are probably renamed or moved: a hint with the line that keeps them. */
import { capabilitiesAt } from '../../../access/graph';
import { onceFor } from '../../../base/cache/once-for';
import { identity } from '../../../model/kinds';
import { kindInWords } from '../../../model/schema';
import type { Analysis } from '../../access/analysis';
import { getTrustPolicy } from '../../access/assume/trust-policy';
import { objectId, type PlatformObject } from '../../organization/objects/objects';
import type { ObjectMatch } from '../../organization/object-matches';
import { findLookalikes, type Lookalike } from '../../organization/lookalikes';
import { identitiesByPath } from '../../../access/graph/paths';
import { getMove, movableObjects, type MoveBlocks } from '../move-missing';

/** A created object that looks like a deleted one. */
export interface LookalikeEntry {
  readonly kind: string;
  readonly path: string;
  /** The path of the deleted object. */
  readonly from: string;
  readonly relation: Lookalike['relation'];
  readonly fromAddress: string;
  readonly address: string;
  readonly plan: string;
  /** The blocks and the call that keep the objects. Absent for a moved object, which the API always recreates. */
  readonly blocks?: MoveBlocks['blocks'];
  readonly call?: string;
}

/** Returns the hints. They lower no severity and change no evidence of a finding, because a created object can look like an unrelated one. */
export function createLookalikeEntries(analysis: Analysis): LookalikeEntry[] {
  const { toPath } = analysis.readers.after;
  return lookalikesIn(analysis).map(({ before, after, relation, parts }) => {
    const [was, is] = [before.instances[0], after.instances[0]];
    const blocks = parts
      .filter((part) => part.before.instances[0].address !== part.after.instances[0].address)
      .flatMap((part) => getMove(part.before.instances[0], part.after.instances[0]).blocks);
    return {
      kind: kindInWords(is.declaration),
      path: toPath(is),
      from: analysis.readers.before.toPath(was),
      relation,
      fromAddress: was.address,
      address: is.address,
      plan: is.plan.name,
      ...(relation === 'renamed' && { blocks, call: getMove(was, is).call }),
    };
  });
}

const lookalikesIn = onceFor(({ organization, matches }: Analysis): readonly Lookalike[] => {
  // An object with the same path on both sides is recreated: it looks like itself.
  const open = new Set(
    matches.flatMap(({ before, after, status }) => (status === 'removed' ? before : status === 'added' ? after : [])),
  );
  const [gone, made] = movableObjects(organization).map((all) => all.filter((object) => open.has(object)));
  return findLookalikes(organization, [gone ?? [], made ?? []]);
});

/** Returns the next step for a deleted object that looks like a created one. */
export function keepText(analysis: Analysis, deleted: PlatformObject): string | undefined {
  const found = lookalikesIn(analysis).find(
    ({ before, parts }) => before === deleted || parts.some((part) => part.before === deleted),
  );
  if (found === undefined) return undefined;
  const { after, relation } = found;
  const path = analysis.readers.after.toPath(after.instances[0]);
  return relation === 'renamed'
    ? ` It is probably renamed to "${path}". Recreated objects get other uids, and pipelines with the old ones fail. To keep it, call wasAt on its construct. Without constructs, paste the blocks of this report.`
    : ` It is probably moved to "${path}": the API cannot move it. To keep it, leave it in its group.`;
}

/** Returns each identity that is created where a probable rename or move puts a deleted one, with the deleted one. */
export function matchRenamedIdentities(analysis: Analysis): ObjectMatch[] {
  const { matches, readers } = analysis;
  const identities = matches.filter(({ declaration }) => declaration === identity);
  const removed = new Map(
    identities.flatMap((match) => (match.status === 'removed' ? [[match.pathBefore, match]] : [])),
  );
  const renames = lookalikesIn(analysis).map(({ before, after }) => [
    readers.before.toPath(before.instances[0]),
    readers.after.toPath(after.instances[0]),
  ]);
  return identities.flatMap((match): ObjectMatch[] => {
    const { status, pathAfter = '' } = match;
    if (status !== 'added') return [];
    const former = renames
      .map(([from = '', to = '']) => removed.get(toFormerPath(pathAfter, from, to)))
      .find((found) => found !== undefined);
    return former === undefined ? [] : [{ ...match, before: former.before, pathBefore: former.pathBefore }];
  });
}

/** Returns the path before the rename of a group or of an object in it. */
function toFormerPath(path: string, from: string, to: string): string {
  return `${path}/`.startsWith(`${to}/`) ? `${from}${path.slice(to.length)}` : path;
}

/** Returns false if the identity with a path accepts other tokens than the one with a key before the change. */
function hasSameTrust({ organization, after }: Analysis, key: string, path: string): boolean {
  const now = identitiesByPath(after.graph).get(path);
  const [was, is] = [
    organization.before.get(objectId(identity, key)),
    organization.after.get(objectId(identity, now?.key ?? '')),
  ];
  const policies = [was, is].map((object) => object && getTrustPolicy(object.instances[0]));
  return JSON.stringify(policies[0]) === JSON.stringify(policies[1]);
}

/** The paths of access before a rename that the plan carries out as a deletion and a creation. */
export interface FormerAccess {
  readonly identity: string;
  readonly group: string;
}

/** Returns the paths of the same access before a probable rename; undefined if the identity lacked a capability there. */
export function findFormerAccess(
  analysis: Analysis,
  { identity: who, group }: FormerAccess,
  capabilities: readonly string[],
): FormerAccess | undefined {
  const { graph } = analysis.before;
  for (const { before, after } of lookalikesIn(analysis)) {
    const [from, to] = [
      analysis.readers.before.toPath(before.instances[0]),
      analysis.readers.after.toPath(after.instances[0]),
    ];
    const former = { identity: toFormerPath(who, from, to), group: toFormerPath(group, from, to) };
    if (former.identity === who && former.group === group) continue;
    const node = identitiesByPath(graph).get(former.identity);
    const scope = graph.groups.find(({ path }) => path === former.group);
    if (node === undefined || scope === undefined || !hasSameTrust(analysis, node.key, who)) continue;
    const held = new Set(capabilitiesAt(graph, node.key, scope.key));
    if (capabilities.every((name) => held.has(name))) return former;
  }
  return undefined;
}
