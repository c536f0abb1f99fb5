/**
 * Runs random histories of an organization. After each change it compares two results: the requests that the emulator allows for
 * the token of each identity, and the access graph of the lists.
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { capabilitiesAt, diffAccess, type AccessRow } from '../../src/access/graph';
import { createClient, group, identity, type Client } from '../../src/client';
import { parentUid } from '../../src/model/api';
import type { Declaration } from '../../src/model/schema';
import { createEmulator, type Emulator, type SeedObject } from '../../src/emulator';
import {
  createReview,
  markAsReviewPlan,
  readLive,
  readPlan,
  type Review,
  type LiveOrganization,
} from '../../src/review';
import { apply, changesOf, claimMatch, type Change } from './random-changes';

/** Requests that test a capability in a group: any response except PERMISSION_DENIED means yes. Invalid bodies change nothing. */
export const questions: Readonly<
  Record<string, (group: string) => readonly [method: string, path: string, body?: string]>
> = {
  'groups.update': (uid) => ['PATCH', `groups/${uid}`],
  'groups.create': (uid) => ['POST', `groups/${uid}`],
  'roles.create': (uid) => ['POST', `roles/${uid}`],
  'identity.create': (uid) => ['POST', `identities/${uid}`],
  'role_bindings.create': (uid) => ['POST', `roleBindings/${uid}`],
  'group_invites.create': (uid) => ['POST', `groupInvites/${uid}`],
  'account_associations.create': (uid) => ['POST', `accountAssociations/${uid}`, '{}'],
};
const LISTED = 'groups.list';

const change = changesOf([...Object.keys(questions), LISTED, 'figs.create', 'identity.update']);

/** Each element is a round: the changes between two comparisons. */
export type History = readonly { readonly changes: readonly Change[]; readonly asked: readonly string[] }[];

/** Generates histories. The first round creates the organization. */
export const histories = (rounds: number): fc.Arbitrary<History> =>
  fc
    .tuple(
      fc.array(change, { minLength: 6, maxLength: 12, size: 'max' }),
      fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: rounds, maxLength: rounds, size: 'max' }),
      fc.subarray(Object.keys(questions), { minLength: 3, maxLength: 4 }),
    )
    .map(([first, others, some]) => [first, ...others].map((changes) => ({ changes, asked: [...some, LISTED] })));

/** The counts of a comparison. */
export interface Held {
  readonly rounds: number;
  readonly requests: number;
  /** The number of answers by value. */
  readonly yes: number;
  readonly no: number;
  /** The number of answers that differ from before the change. */
  readonly changed: number;
}

const seed: SeedObject = {
  name: 'acme',
  roles: [{ name: 'r0', capabilities: ['groups.list', 'roles.create'] }],
  identities: [
    { name: 'i0', claimMatch },
    { name: 'i1', claimMatch },
  ],
  roleBindings: [{ identity: 'acme/i0', role: 'acme/r0' }],
  groups: [
    {
      name: 'g0',
      roleBindings: [{ identity: 'acme/g0/i2', role: 'editor' }],
      identities: [{ name: 'i2', claimMatch }],
    },
    { name: 'g1', groups: [{ name: 'g2', identities: [{ name: 'i3', claimMatch }] }] },
  ],
};

/** Runs a history. Throws if the graphs and the emulator disagree. */
export async function live(history: History): Promise<Held> {
  // The same history must create the same uids.
  let count = 0;
  const random = (length: number): Uint8Array =>
    createHash('shake256', { outputLength: length }).update(`${count++}`).digest();
  const emulator = createEmulator({ seed: { groups: [seed] }, random });
  try {
    const client = createClient({
      baseUrl: 'http://localhost',
      token: await emulator.administratorToken(),
      fetch: (request) => emulator.handle(request),
    });
    const held = { rounds: 0, requests: 0, yes: 0, no: 0, changed: 0 };
    let before: Moment | undefined;
    for (const { changes, asked: capabilitiesAsked } of history) {
      for (const one of changes) await apply(client, one);
      const after = await momentOf(client, emulator, capabilitiesAsked);
      held.requests += after.requests;
      held.yes += after.allowed.size;
      held.no += after.requests - after.allowed.size;
      holdEveryAnswer(after, capabilitiesAsked);
      if (before !== undefined) {
        held.rounds++;
        held.changed += holdDifference(before, after, capabilitiesAsked);
      }
      before = after;
    }
    return held;
  } finally {
    emulator.close();
  }
}

interface Moment {
  readonly organization: LiveOrganization;
  readonly graph: Review['after'];
  readonly groups: ReadonlyMap<string, string>;
  readonly identities: ReadonlyMap<string, string>;
  /** Every `identity capability group` that the API allows, by paths. */
  readonly allowed: ReadonlySet<string>;
  readonly requests: number;
}

async function momentOf(client: Client, emulator: Emulator, capabilitiesAsked: readonly string[]): Promise<Moment> {
  const organization = await readLive(client);
  expectSame(organization.problems, [], 'problems of the lists');
  const groups = await getFormerPaths(client, group);
  const identities = await getFormerPaths(client, identity, groups);
  const allowed = new Set<string>();
  let requests = 0;
  const ask = async (token: string, method: string, path: string, body = '{"name":"?"}') => {
    requests++;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(method !== 'GET' && { body }) };
    return emulator.handle(new Request(`http://localhost/iam/v2beta1/${path}`, init));
  };
  for (const [uid, who] of identities) {
    const token = await emulator.tokenFor(uid);
    const response = await ask(token, 'GET', 'groups?page_size=200');
    const shown = ((await response.json()) as { groups?: { uid: string }[] }).groups ?? [];
    for (const one of shown) allowed.add(`${who} ${LISTED} ${groups.get(one.uid)}`);
    for (const capability of capabilitiesAsked)
      for (const [where, path] of capability === LISTED ? [] : groups) {
        const { status } = await ask(token, ...(questions[capability]?.(where) ?? ['GET', '']));
        if (status >= 500 || status < 400) throw new Error(`${capability} in ${path}: HTTP ${status}`);
        if (status !== 403) allowed.add(`${who} ${capability} ${path}`);
      }
  }
  return { organization, graph: createReview([], { live: organization }).after, groups, identities, allowed, requests };
}

/** Returns paths of names by uid. Names of siblings are unique here. */
async function getFormerPaths(client: Client, declaration: Declaration, inGroups?: ReadonlyMap<string, string>) {
  const paths = new Map<string, string>();
  const all: { uid: string; name: string }[] = [];
  for await (const one of client.list(declaration)) all.push(one as unknown as { uid: string; name: string });
  for (const { uid, name } of all.sort((one, other) => one.uid.length - other.uid.length)) {
    const above = parentUid(uid);
    const parent = above === undefined ? undefined : (inGroups ?? paths).get(above);
    // An identity without a group is a person.
    if (inGroups !== undefined && parent === undefined) continue;
    paths.set(uid, parent === undefined ? name : `${parent}/${name}`);
  }
  return paths;
}

function holdEveryAnswer({ graph, groups, identities, allowed }: Moment, capabilitiesAsked: readonly string[]): void {
  const found: string[] = [];
  for (const [uid, who] of identities)
    for (const [where, path] of groups)
      for (const capability of capabilitiesAt(graph, uid, where))
        if (capabilitiesAsked.includes(capability)) found.push(`${who} ${capability} ${path}`);
  expectSame(found.sort(), [...allowed].sort(), 'access');
}

/** Returns the number of different answers. */
function holdDifference(before: Moment, after: Moment, capabilitiesAsked: readonly string[]): number {
  const only = (one: Moment, other: Moment) => [...one.allowed].filter((answer) => !other.allowed.has(answer)).sort();
  const [gained, lost] = [only(after, before), only(before, after)];
  const diff = diffAccess(before.graph, after.graph);
  const texts = plansOf(before.organization, after.organization);
  const { report } = createReview(texts.map((text, index) => readPlan(text, index === 0 ? 'plan' : 'review plan')));
  expectSame([report.verdict.problems, report.unresolved], [[], []], 'problems of the plan');
  for (const [rows, of] of [
    [diff, 'the graphs'],
    [report.access, 'the report'],
  ] as const) {
    expectSame(expanded(rows.gained, after, capabilitiesAsked), gained, `access gained in ${of}`);
    expectSame(expanded(rows.lost, before, capabilitiesAsked), lost, `access lost in ${of}`);
  }
  return gained.length + lost.length;
}

function expanded(
  rows: readonly Pick<AccessRow, 'identity' | 'group' | 'except' | 'capabilities'>[],
  { groups, identities }: Moment,
  capabilitiesAsked: readonly string[],
): string[] {
  const known = new Set(identities.values());
  const isIn = (path: string, scope: string) => `${path}/`.startsWith(`${scope}/`);
  return rows
    .filter((row) => known.has(row.identity))
    .flatMap((row) =>
      [...groups.values()]
        .filter((path) => isIn(path, row.group) && !row.except.some((end) => isIn(path, end)))
        .flatMap((path) =>
          row.capabilities
            .filter((name) => capabilitiesAsked.includes(name))
            .map((name) => `${row.identity} ${name} ${path}`),
        ),
    )
    .sort();
}

/** Returns the plan and the review plan for the change from one organization to the other. Only the second knows new uids. */
function plansOf(before: LiveOrganization, after: LiveOrganization): readonly [plan: string, reviewPlan: string] {
  const objects = ({ plan }: LiveOrganization) =>
    new Map(
      plan.prior.map((stateInstance) => [
        `${stateInstance.type} ${String(stateInstance.values['uid'])}`,
        stateInstance,
      ]),
    );
  const [was, is] = [objects(before), objects(after)];
  const instance = (id: string) => {
    const { type = '', provider = '', values = {} } = was.get(id) ?? is.get(id) ?? {};
    // People and built-in roles have no group.
    const isData = !String(values['uid']).includes('/') && type !== 'platform_group';
    const name = `x${String(values['uid']).replaceAll('/', '_')}`;
    const address = `${isData ? 'data.' : ''}${type}.${name}`;
    return { address, mode: isData ? 'data' : 'managed', type, name, provider_name: provider };
  };
  const changes = [...new Set([...was.keys(), ...is.keys()])].flatMap((id) => {
    const [old, now] = [was.get(id)?.values, is.get(id)?.values];
    const actions = old === undefined ? ['create'] : now === undefined ? ['delete'] : ['update'];
    const { mode, ...rest } = instance(id);
    if (mode === 'data') return [];
    return [{ ...rest, mode, change: { actions, before: old ?? null, after: now ?? null, after_unknown: {} } }];
  });
  const created = new Set(changes.flatMap(({ change }) => (change.before === null ? [change.after?.['uid']] : [])));
  const isOpen = (value: unknown): boolean => created.has(value);
  const ordinary = changes.map(({ change, ...rest }) => {
    const [open, known] = [true, false].map((wanted) =>
      Object.entries(change.after ?? {}).filter(([, value]) => isOpen(value) === wanted),
    );
    const after_unknown = Object.fromEntries((open ?? []).map(([name]) => [name, true]));
    const after = change.after === null ? null : Object.fromEntries(known ?? []);
    return { ...rest, change: { ...change, after, after_unknown } };
  });
  const resources = [...was].map(([id, { values }]) => ({ ...instance(id), values, sensitive_values: {} }));
  const document = (of: readonly object[]) =>
    JSON.stringify({
      format_version: '1.2',
      resource_changes: of,
      prior_state: { values: { root_module: { resources } } },
      complete: true,
      applyable: true,
      errored: false,
    });
  return [document(ordinary), markAsReviewPlan(document(changes))];
}

/** Compares without Jest's `expect`, because the bench uses it, too. */
function expectSame(found: unknown, expected: unknown, what: string): void {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value, undefined, 1));
  if (one !== other) throw new Error(`${what}: ${one}, and should be ${other}`);
}
