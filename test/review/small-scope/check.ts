/**
 * Compares the review with the emulator for every single edit of a small organization.
 *
 * - The emulator determines the access before and after the edit. The difference must equal the difference of the access graphs
 *   and the one in the report.
 * - The digest identifies the meaning of an edit: the planned writes, and the access gained and lost. Two edits with different
 *   meanings never have the same digest, within one organization and among all organizations of one run that have the same groups.
 *   (Access is gained in a group and beneath. With other groups beneath, the same scope has other members.) The digest does not
 *   depend on the order of resources or on the uids of created objects.
 */
import { createHash } from 'node:crypto';
import {
  builtInRole,
  createAccessGraph,
  diffAccess,
  type AccessGraph,
  type AccessRow,
} from '../../../src/access/graph';
import { readPlan, reviewPlans } from '../../../src/review';
import { editsOf, groupIds, type Version } from './edits';
import type { EmbeddedAnswers } from './embedded-answers';
import { bitsByCapability, BOTH, CAPABILITIES, toKey, rankOf, type Answers, type State } from './organizations';
import { actionsOf, objectsOf, planText, type PlanObjects } from './plan-text';

/** The counts of a comparison. */
export interface Compared {
  edits: number;
  /** Edits that change access. */
  changed: number;
  /** Answers of the emulator, before and after an edit, that a report was compared with. */
  answers: number;
  /** Edits whose digest was compared with the digest of another plan of the same edit. */
  sameMeanings: number;
}

export const nothingCompared = (): Compared => ({
  ...{ edits: 0, changed: 0, answers: 0, sameMeanings: 0 },
});

/** Meanings by digest, both as short hashes. */
export type Meanings = Map<string, string>;

/** Checks every edit of an organization. Throws an `Error` that names the organization and the edit. */
export async function checkOrganization(
  state: State,
  embedded: Pick<EmbeddedAnswers, 'of'>,
  meanings: Meanings = new Map(),
  compared: Compared = nothingCompared(),
): Promise<Compared> {
  const before: Version = { state };
  const was = objectsOf(before);
  const held = triples(before, await embedded.of(state));
  const graph = graphOf(was);
  const digests = new Map<string, string>();
  const edits = [['nothing', before] as const, ...editsOf(state)];
  const again = rankOf(state) % edits.length;
  for (const [index, [edit, after]] of edits.entries()) {
    const where = `${toKey(state)}, ${edit}`;
    const is = objectsOf(after, was, 'one');
    const then = triples(after, await embedded.of(after.state));
    const gained = [...then].filter((one) => !held.has(one)).sort();
    const lost = [...held].filter((one) => !then.has(one)).sort();
    // The uids of new objects are known, as in a review plan. This plan is the only one.
    const report = reviewPlans([{ ...readPlan(planText(was, is), 'plan'), reviews: [] }]);
    expectSame([report.verdict.problems, report.unresolved], [[], []], `${where}: problems`);
    for (const [rows, of] of [
      [diffAccess(graph, graphOf(is)), 'graphs'],
      [report.access, 'report'],
    ] as const) {
      expectSame(expanded(rows.gained, after), gained, `${where}: gained, by the ${of}`);
      expectSame(expanded(rows.lost, before), lost, `${where}: lost, by the ${of}`);
    }
    const { digest = '' } = report;
    const same = digests.get(digest);
    if (same !== undefined) throw new Error(`${where}: the digest is the one of the edit "${same}"`);
    digests.set(digest, edit);
    const meaning = short(JSON.stringify([writesBySide(was, is), gained, lost]));
    const key = short(JSON.stringify([digest, getFormerPaths(before), getFormerPaths(after)]));
    if ((meanings.get(key) ?? meaning) !== meaning)
      throw new Error(`${where}: an edit of another organization has the same digest and another meaning`);
    meanings.set(key, meaning);
    compared.edits++;
    compared.answers += 2 * 4 * (state.tree.length + after.state.tree.length);
    if (gained.length + lost.length > 0) compared.changed++;
    // One edit of each organization: another review for all of them takes as long as everything else.
    if (index !== again) continue;
    const text = planText(was, objectsOf(after, was, 'another'), true);
    const other = reviewPlans([{ ...readPlan(text, 'another'), reviews: [] }]);
    expectSame(other.digest, digest, `${where}: the digest with another order and other uids`);
    compared.sameMeanings++;
  }
  return compared;
}

const short = (text: string) => createHash('sha256').update(text).digest('base64').slice(0, 16);

/** The planned writes, with references to created objects by their ids. */
function writesBySide(was: PlanObjects, is: PlanObjects): string[] {
  const created = new Map<string, string>();
  for (const [address, { values, id }] of is)
    if (was.get(address)?.values.uid !== values.uid) created.set(values.uid, `(${id})`);
  const named = (text: string | undefined) =>
    text?.replace(/"([0-9a-f/]+)"/g, (all, uid: string) => created.get(uid) ?? all);
  return [...new Set([...was.keys(), ...is.keys()])].sort().flatMap((address) => {
    const [old, now] = [was.get(address), is.get(address)];
    const actions = actionsOf(old, now);
    if (actions.includes('no-op')) return [];
    // An update sends what it changes, to the object with the uid.
    const sent = actions.includes('update') ? changedIn(old?.values, now?.values) : now?.text;
    const former = actions.includes('update') ? old?.values.uid : old?.text;
    return [`${actions.join()} ${address} ${former} ${named(sent)}`];
  });
}

function changedIn(old: object | undefined, now: object | undefined): string {
  const before = new Map(Object.entries(old ?? {}).map(([name, value]) => [name, JSON.stringify(value)]));
  return JSON.stringify(
    Object.entries(now ?? {}).filter(([name, value]) => before.get(name) !== JSON.stringify(value)),
  );
}

function getFormerPaths(version: Version): string[] {
  const { state, names = {} } = version;
  const ids = groupIds(version);
  const paths: string[] = [];
  for (const [at, parent] of state.tree.entries()) {
    const name = names[ids[at] ?? ''] ?? ids[at] ?? '';
    paths.push(parent < 0 ? name : `${paths[parent] ?? ''}/${name}`);
  }
  return paths;
}

/** Returns every existing `identity capability group`, by paths. */
function triples(version: Version, answers: Answers): Set<string> {
  const { state, names = {} } = version;
  const paths = getFormerPaths(version);
  const found = new Set<string>();
  for (const [at, path] of paths.entries())
    for (const who of BOTH)
      for (const what of BOTH)
        if ((answers & bitsByCapability(at, who, what)) !== 0)
          found.add(
            `${paths[state.identities[who]] ?? ''}/${names[`i${who}`] ?? `i${who}`} ${CAPABILITIES[what]} ${path}`,
          );
  return found;
}

/** @param builtIn the built-in roles of the service */
export function graphOf(objects: PlanObjects, builtIn = [builtInRole('viewer')]): AccessGraph {
  const all = [...objects.values()];
  const of = (type: string) => all.filter((object) => object.type === `platform_${type}`).map(({ values }) => values);
  const text = (value: unknown) => value as string;
  return createAccessGraph({
    groups: of('group').map(({ uid, name, parent_uid }) => ({
      key: uid,
      name: text(name),
      parent: parent_uid === null ? undefined : text(parent_uid),
    })),
    identities: of('identity').map(({ uid, name, group_uid }) => ({
      key: uid,
      name: text(name),
      group: text(group_uid),
    })),
    roles: [
      ...builtIn,
      ...of('role').map(({ uid, name, group_uid, capabilities }) => ({
        ...{ key: uid, name: text(name), group: text(group_uid), capabilities: capabilities as string[] },
      })),
    ],
    grants: of('role_binding').map(({ uid, identity_uid, role_uid, group_uid }) => ({
      ...{ key: uid, identity: text(identity_uid), role: text(role_uid), group: text(group_uid) },
    })),
  });
}

type Row = Pick<AccessRow, 'identity' | 'group' | 'except' | 'capabilities'>;

function expanded(rows: readonly Row[], version: Version): string[] {
  const isIn = (path: string, scope: string) => `${path}/`.startsWith(`${scope}/`);
  return rows
    .flatMap((row) =>
      getFormerPaths(version)
        .filter((path) => isIn(path, row.group) && !row.except.some((end) => isIn(path, end)))
        .flatMap((path) => row.capabilities.map((name) => `${row.identity} ${name} ${path}`)),
    )
    .sort();
}

/** Compares without Jest's `expect`, because the bench uses it, too. */
function expectSame(found: unknown, expected: unknown, what: string): void {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${what}: ${one}, and should be ${other}`);
}
