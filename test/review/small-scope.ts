/**
 * All small organizations, and every single edit of each: the embedded API answers who can do what before and after the edit, and
 * the access difference and the report have to agree. The digest has to differ between any two edits of one organization, and
 * must not depend on the order of resources in the plan.
 *
 * The scope: one to three groups in every tree, two identities and two roles in the root group, each role with one or both of two
 * capabilities, and every set of role bindings. Organizations that differ only by a permutation of identities, roles, capabilities
 * or sibling groups are one.
 */
import { builtInRole, createAccessGraph, diffAccess, type AccessGraph, type AccessRow } from '../../src/access';
import { PROVIDER_ADDRESS } from '../../src/api';
import { createClient, group, identity, role, roleBinding } from '../../src/client';
import { createEmulator } from '../../src/emulator';
import { readPlan, reviewPlans } from '../../src/review';
import { questions } from './random-access';

const CAPABILITIES = ['groups.update', 'roles.create'] as const;
const BOTH = [0, 1] as const;

/** The parent of each group by index; the first group is the root. */
type Tree = readonly number[];

const TREES: readonly Tree[] = [[-1], [-1, 0], [-1, 0, 0], [-1, 0, 1]];

/** A small organization. */
interface State {
  readonly tree: Tree;
  /** The capabilities of each role: bits. */
  readonly roles: readonly [number, number];
  /** Bit `(group * 2 + identity) * 2 + role`. */
  readonly bindings: number;
}

const bindingBit = (at: number, who: number, what: number): number => 1 << ((at * 2 + who) * 2 + what);
const isBound = ({ bindings }: State, at: number, who: number, what: number) =>
  (bindings & bindingBit(at, who, what)) !== 0;

/** What holds: bit `(group * 2 + identity) * 2 + capability`. */
type Answers = number;

/** A permutation of what is interchangeable; each flag swaps two. */
interface Swap {
  readonly identities: number;
  readonly roles: number;
  readonly capabilities: number;
  /** The two children of the root. */
  readonly groups: number;
}

const swapsOfTrees = new Map<Tree, Swap[]>();

function swapsOf(tree: Tree): Swap[] {
  const known = swapsOfTrees.get(tree) ?? createSwaps(tree);
  swapsOfTrees.set(tree, known);
  return known;
}

function createSwaps(tree: Tree): Swap[] {
  const areSiblings = tree.length === 3 && tree[2] === 0;
  return BOTH.flatMap((identities) =>
    BOTH.flatMap((roles) =>
      BOTH.flatMap((capabilities) =>
        (areSiblings ? BOTH : [0]).map((groups) => ({ identities, roles, capabilities, groups })),
      ),
    ),
  );
}

const groupAfter = (at: number, { groups }: Swap) => (groups === 1 && at > 0 ? 3 - at : at);

function swapped({ tree, roles, bindings }: State, swap: Swap): State {
  let moved = 0;
  for (let bit = 0; bit < tree.length * 4; bit++)
    if ((bindings & (1 << bit)) !== 0)
      moved |= bindingBit(groupAfter(bit >> 2, swap), ((bit >> 1) & 1) ^ swap.identities, (bit & 1) ^ swap.roles);
  const mask = (one: number) => (swap.capabilities === 1 ? ((one & 1) << 1) | (one >> 1) : one);
  const [first, second] = swap.roles === 1 ? [roles[1], roles[0]] : roles;
  return { tree, roles: [mask(first), mask(second)], bindings: moved };
}

const keyOf = ({ tree, roles, bindings }: State) => `${tree.join()} ${roles.join()} ${bindings}`;
/** The order among the states of one tree. */
const rankOf = ({ roles, bindings }: State) => ((roles[0] * 4 + roles[1]) << 12) + bindings;

/** The representative of a state among its permutations, and the permutation that leads to it. */
function canonical(state: State): { readonly key: string; readonly swap: Swap } {
  const [first, ...others] = swapsOf(state.tree).map((swap) => ({ swap, image: swapped(state, swap) }));
  let best = first as NonNullable<typeof first>;
  for (const one of others) if (rankOf(one.image) < rankOf(best.image)) best = one;
  return { key: keyOf(best.image), swap: best.swap };
}

/** Every organization of the scope, one for each class of permutations. */
export function smallOrganizations(): State[] {
  const masks = [1, 2, 3];
  return TREES.flatMap((tree) =>
    masks.flatMap((one) =>
      masks.flatMap((other) =>
        Array.from({ length: 1 << (tree.length * 4) }, (_, bindings): State => ({
          tree,
          roles: [one, other],
          bindings,
        })),
      ),
    ),
  ).filter((state) => swapsOf(state.tree).every((swap) => rankOf(state) <= rankOf(swapped(state, swap))));
}

/** Asks the embedded API, and remembers the answers. */
export class Oracle {
  private readonly known = new Map<string, Answers>();
  private readonly worlds = new Map<string, ReturnType<typeof createWorld>>();
  requests = 0;

  async answers(state: State): Promise<Answers> {
    const { key, swap } = canonical(state);
    const known = this.known.get(key) ?? (await this.ask(swapped(state, swap)));
    this.known.set(key, known);
    let answers = 0;
    for (let at = 0; at < state.tree.length; at++)
      for (const who of BOTH)
        for (const what of BOTH) {
          const there = bindingBit(groupAfter(at, swap), who ^ swap.identities, what ^ swap.capabilities);
          if ((known & there) !== 0) answers |= bindingBit(at, who, what);
        }
    return answers;
  }

  close(): void {
    for (const world of this.worlds.values()) void world.then(({ emulator }) => emulator.close());
  }

  private async ask(state: State): Promise<Answers> {
    const name = state.tree.join();
    const world = this.worlds.get(name) ?? createWorld(state.tree);
    this.worlds.set(name, world);
    const { emulator, groups, tokens, become } = await world;
    await become(state);
    let answers = 0;
    for (const [at, uid] of groups.entries())
      for (const who of BOTH)
        for (const what of BOTH) {
          const [method, path, body = '{"name":"?"}'] = questions[CAPABILITIES[what]]?.(uid) ?? ['GET', ''];
          const headers = { authorization: `Bearer ${tokens[who] ?? ''}`, 'content-type': 'application/json' };
          const { status } = await emulator.handle(
            new Request(`http://localhost/iam/v2beta1/${path}`, { method, headers, body }),
          );
          this.requests++;
          if (status >= 500 || status < 400) throw new Error(`${CAPABILITIES[what]}: HTTP ${status}`);
          if (status !== 403) answers |= bindingBit(at, who, what);
        }
    return answers;
  }
}

const claimMatch = (subject: string) => ({ issuer: 'https://issuer.example', subject });

/** An embedded API with the groups of a tree, which takes on one state after another. */
async function createWorld(tree: Tree) {
  const emulator = createEmulator({ seed: { groups: [{ name: 'g0' }] } });
  const token = await emulator.administratorToken();
  const client = createClient({ baseUrl: 'http://localhost', token, fetch: (request) => emulator.handle(request) });
  const groups: string[] = [];
  for await (const { uid } of client.list(group)) groups.push(uid);
  for (const [at, parent] of tree.entries())
    if (at > 0) groups.push((await client.create(group, groups[parent] ?? '', { name: `g${at}` })).uid);
  const root = groups[0] ?? '';
  const [identities, roles]: [string[], string[]] = [[], []];
  for (const at of BOTH) {
    identities.push((await client.create(identity, root, { name: `i${at}`, claimMatch: claimMatch(`s${at}`) })).uid);
    roles.push((await client.create(role, root, { name: `r${at}`, capabilities: [...CAPABILITIES] })).uid);
  }
  const tokens = await Promise.all(identities.map((uid) => emulator.tokenFor(uid)));
  const bound = new Map<number, string>();
  const become = async ({ roles: masks, bindings }: State) => {
    for (const what of BOTH) await client.update(role, roles[what] ?? '', { capabilities: namesOf(masks[what]) });
    for (let bit = 0; bit < tree.length * 4; bit++) {
      const uid = bound.get(bit);
      const isWanted = (bindings & (1 << bit)) !== 0;
      if (uid !== undefined && !isWanted) {
        await client.delete(roleBinding, uid);
        bound.delete(bit);
      } else if (uid === undefined && isWanted) {
        const [identityUid, roleUid] = [identities[(bit >> 1) & 1] ?? '', roles[bit & 1] ?? ''];
        bound.set(bit, (await client.create(roleBinding, groups[bit >> 2] ?? '', { identityUid, roleUid })).uid);
      }
    }
  };
  return { emulator, groups, tokens, become };
}

const namesOf = (mask: number): string[] => CAPABILITIES.filter((_, what) => (mask & (1 << what)) !== 0);

/** An organization as a plan knows it: the state, with names, subjects, and uids that an edit can renew. */
interface Version {
  readonly state: State;
  readonly names?: Readonly<Record<string, string>>;
  readonly subjects?: Readonly<Record<number, string>>;
  /** Objects that an edit recreates, by id. */
  readonly renewed?: readonly string[];
}

/** Every single edit of an organization, by name, within the scope. */
function editsOf(state: State): ReadonlyMap<string, Version> {
  const { tree, roles, bindings } = state;
  const edits = new Map<string, Version>();
  const to = (more: Partial<State>): Version => ({ state: { ...state, ...more } });
  for (let bit = 0; bit < tree.length * 4; bit++) {
    edits.set(`toggle binding ${bit}`, to({ bindings: bindings ^ (1 << bit) }));
    const other = bit ^ 1;
    if ((bindings & (1 << bit)) !== 0 && (bindings & (1 << other)) === 0)
      edits.set(`other role of binding ${bit}`, to({ bindings: bindings ^ (1 << bit) ^ (1 << other) }));
  }
  for (const what of BOTH)
    for (const mask of [1, 2, 3])
      if (mask !== roles[what])
        edits.set(`role ${what} has ${mask}`, to({ roles: what === 0 ? [mask, roles[1]] : [roles[0], mask] }));
  const renamable = [...tree.map((_, at) => `g${at}`), ...BOTH.flatMap((at) => [`i${at}`, `r${at}`])];
  for (const name of renamable) edits.set(`rename ${name}`, { state, names: { [name]: `${name}x` } });
  for (const who of BOTH) {
    edits.set(`other subject of ${who}`, { state, subjects: { [who]: 'another' } });
    edits.set(`recreate identity ${who}`, { state, renewed: [`i${who}`] });
  }
  if (tree.length < 3)
    for (const parent of tree.keys()) edits.set(`add beneath ${parent}`, to({ tree: [...tree, parent] }));
  const last = tree.length - 1;
  if (last > 0)
    edits.set('remove the last group', to({ tree: tree.slice(0, -1), bindings: bindings & ((1 << (last * 4)) - 1) }));
  if (last === 2)
    edits.set('move the last group', { ...to({ tree: [-1, 0, tree[2] === 0 ? 1 : 0] }), renewed: ['g2'] });
  return edits;
}

const hex = (id: string, digits: number) =>
  [...Buffer.from(id)]
    .reduce((sum, byte) => (sum * 131 + byte) % 0xfffffffb, 7)
    .toString(16)
    .padStart(digits, '5');

interface PlanObject {
  readonly type: string;
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>> & { readonly uid: string };
}

/** The objects of a version, by the address of each. */
function objectsOf({ state, names = {}, subjects = {}, renewed = [] }: Version): ReadonlyMap<string, PlanObject> {
  const objects = new Map<string, PlanObject>();
  const add = (type: string, name: string, values: PlanObject['values']) =>
    objects.set(`platform_${type}.${name}`, { type: `platform_${type}`, name, values });
  const segment = (id: string) => hex(renewed.includes(id) ? `${id} again` : id, 16);
  const uids: string[] = [];
  for (const [at, parent] of state.tree.entries()) {
    const above = uids[parent];
    const uid = above === undefined ? 'ac3e'.repeat(10) : `${above}/${segment(`g${at}`)}`;
    uids.push(uid);
    add('group', `g${at}`, { uid, name: names[`g${at}`] ?? `g${at}`, parent_uid: above ?? null, description: null });
  }
  const root = uids[0] ?? '';
  const inRoot = (id: string) => ({
    uid: `${root}/${segment(id)}`,
    group_uid: root,
    name: names[id] ?? id,
    description: null,
  });
  for (const at of BOTH) {
    add('identity', `i${at}`, { ...inRoot(`i${at}`), claim_match: claimMatch(subjects[at] ?? `s${at}`) });
    add('role', `r${at}`, { ...inRoot(`r${at}`), capabilities: namesOf(state.roles[at]) });
  }
  for (const [at, group_uid] of uids.entries())
    for (const who of BOTH)
      for (const what of BOTH) {
        if (!isBound(state, at, who, what)) continue;
        const id = `b${at}${who}${what}`;
        const isNew = renewed.some((one) => one === `i${who}` || one === `g${at}`);
        const uid = `${group_uid}/${hex(isNew ? `${id} again` : id, 16)}`;
        add('role_binding', id, {
          ...{ uid, group_uid, identity_uid: inRoot(`i${who}`).uid, role_uid: inRoot(`r${what}`).uid },
        });
      }
  return objects;
}

/** The plan of an edit; in the reverse order of resources if asked. */
function planText(before: Version, after: Version, isReversed: boolean): string {
  const [was, is] = [objectsOf(before), objectsOf(after)];
  const instance = (address: string, { type, name }: PlanObject) => ({
    ...{ address, mode: 'managed', type, name, provider_name: PROVIDER_ADDRESS },
  });
  const ordered = <T>(list: T[]) => (isReversed ? list.reverse() : list);
  const changes = [...new Set([...was.keys(), ...is.keys()])].flatMap((address) => {
    const [old, now] = [was.get(address), is.get(address)];
    const object = now ?? old;
    if (object === undefined) return [];
    const actions =
      old === undefined
        ? ['create']
        : now === undefined
          ? ['delete']
          : old.values.uid !== now.values.uid
            ? ['delete', 'create']
            : JSON.stringify(old.values) === JSON.stringify(now.values)
              ? ['no-op']
              : ['update'];
    const change = { actions, before: old?.values ?? null, after: now?.values ?? null, after_unknown: {} };
    return [{ ...instance(address, object), change }];
  });
  const resources = [...was].map(([address, object]) => ({
    ...{ ...instance(address, object), values: object.values, sensitive_values: {} },
  }));
  return JSON.stringify({
    format_version: '1.2',
    resource_changes: ordered(changes),
    prior_state: { values: { root_module: { resources: ordered(resources) } } },
    ...{ complete: true, applyable: true, errored: false },
  });
}

const pathsOf = ({ state: { tree }, names = {} }: Version): string[] => {
  const paths: string[] = [];
  for (const [at, parent] of tree.entries()) {
    const name = names[`g${at}`] ?? `g${at}`;
    paths.push(parent < 0 ? name : `${paths[parent] ?? ''}/${name}`);
  }
  return paths;
};

/** Every `identity capability group` that holds, by paths. */
function triples(version: Version, answers: Answers): Set<string> {
  const paths = pathsOf(version);
  const found = new Set<string>();
  for (const [at, path] of paths.entries())
    for (const who of BOTH)
      for (const what of BOTH)
        if ((answers & bindingBit(at, who, what)) !== 0)
          found.add(`${paths[0] ?? ''}/${version.names?.[`i${who}`] ?? `i${who}`} ${CAPABILITIES[what]} ${path}`);
  return found;
}

function graphOf(version: Version): AccessGraph {
  const objects = [...objectsOf(version).values()];
  const of = (type: string) => objects.filter((one) => one.type === `platform_${type}`).map(({ values }) => values);
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
      builtInRole('viewer'),
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
      pathsOf(version)
        .filter((path) => isIn(path, row.group) && !row.except.some((end) => isIn(path, end)))
        .flatMap((path) => row.capabilities.map((name) => `${row.identity} ${name} ${path}`)),
    )
    .sort();
}

export interface Checked {
  readonly edits: number;
  readonly changed: number;
}

/** Checks every edit of an organization. Throws an `Error` that names the organization and the edit. */
export async function checkOrganization(state: State, oracle: Oracle): Promise<Checked> {
  const before: Version = { state };
  const held = triples(before, await oracle.answers(state));
  const graph = graphOf(before);
  const digests = new Map<string, string>();
  let changed = 0;
  const edits = [['nothing', before] as const, ...editsOf(state)];
  for (const [edit, after] of edits) {
    const where = `${keyOf(state)}, ${edit}`;
    const then = triples(after, await oracle.answers(after.state));
    const [gained, lost] = [
      [...then].filter((one) => !held.has(one)).sort(),
      [...held].filter((one) => !then.has(one)).sort(),
    ];
    if (gained.length + lost.length > 0) changed++;
    const report = reviewPlans([readPlan(planText(before, after, false), 'plan')]);
    expectSame([report.verdict.problems, report.unresolved], [[], []], `${where}: problems`);
    for (const [rows, of] of [
      [diffAccess(graph, graphOf(after)), 'graphs'],
      [report.access, 'report'],
    ] as const) {
      expectSame(expanded(rows.gained, after), gained, `${where}: gained, by the ${of}`);
      expectSame(expanded(rows.lost, before), lost, `${where}: lost, by the ${of}`);
    }
    const { digest = '' } = report;
    const same = digests.get(digest);
    if (same !== undefined) throw new Error(`${where}: the digest is the one of the edit "${same}"`);
    digests.set(digest, edit);
    // For one edit of each organization, another one each time: this takes as long as everything else.
    if (digests.size % edits.length !== rankOf(state) % edits.length) continue;
    const reversed = reviewPlans([readPlan(planText(before, after, true), 'another')]);
    expectSame(reversed.digest, digest, `${where}: the digest of the same plan in another order`);
  }
  return { edits: digests.size, changed };
}

/** Not Jest's `expect`: the bench uses it, too. */
function expectSame(found: unknown, expected: unknown, what: string): void {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${what}: ${one}, and should be ${other}`);
}
