// @slow
/** Random organizations, callers and requests over v2, v1, gRPC and batches, against a model of who may do what. */
import fc from 'fast-check';
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { connectGrpc, type GrpcClient } from '../grpc/grpc-client';
import {
  KINDS,
  Model,
  readParent,
  UNIVERSE,
  UNKNOWN_CAPABILITIES,
  type Attempt,
  type Caller,
  type Kind,
  type Thing,
} from './model';
import { PERMISSION_DENIED, send, WAYS, type Outcome, type Way } from './ways';
import { search } from '../../support/search';

/** The number of organizations to search for a violation, with some 25 requests each. */
const ORGANIZATIONS = Number(process.env['ORGANIZATIONS'] ?? 60 * search);
jest.setTimeout(120_000 + ORGANIZATIONS * 1_000);

let emulator: RunningEmulator;
let grpc: GrpcClient;

beforeAll(async () => {
  emulator = await startEmulator();
  grpc = connectGrpc(emulator.baseUrl, '');
});
afterAll(async () => {
  grpc.close();
  await emulator.close();
});

// --- Generated numbers, which become objects of the organization at that moment.

const some = fc.nat({ max: 1_000 });
const someCapabilities = fc.uniqueArray(fc.constantFrom(...frequent(), ...UNKNOWN_CAPABILITIES), {
  minLength: 1,
  maxLength: 8,
});

/** The capabilities that decide most of what the requests below ask for. */
function frequent(): string[] {
  return UNIVERSE.filter((name) => /^(groups|roles|role_bindings|identity)\./.test(name));
}

const plan = fc.record({
  groups: fc.array(some, { minLength: 2, maxLength: 6 }),
  roles: fc.array(fc.tuple(some, someCapabilities), { minLength: 1, maxLength: 4 }),
  identities: fc.array(some, { minLength: 2, maxLength: 5 }),
  bindings: fc.array(fc.tuple(some, some, some), { minLength: 2, maxLength: 8 }),
});
type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never;

const request = fc.record({
  caller: some,
  // Most tokens are not narrowed: callers with few capabilities can do little of interest.
  caps: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: someCapabilities }),
  way: fc.constantFrom(...WAYS),
  operation: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('create', 'update', 'batch') },
    { weight: 4, arbitrary: fc.constantFrom('list', 'get', 'delete', 'filter', 'root') },
  ),
  kind: fc.constantFrom(...KINDS),
  target: some,
  capabilities: someCapabilities,
  numbers: fc.tuple(some, some, some),
});
type Draft = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

// --- The organizations: two roots, so that there is something foreign. Every name and description is found nowhere else.

let serial = 0;
const word = () => `zq${++serial}w`;
const hex = (length: number, value: number) => value.toString(16).padStart(length, '0');

interface Node {
  readonly uid: string;
  readonly tree: Record<string, unknown> & { readonly [kind in Kind]?: object[] };
}

function seedOf({ groups, roles, identities, bindings }: Plan): object {
  const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!;
  const nodes: Node[] = [];
  const add = (uid: string, into: object[]) => {
    const tree = { uid, name: word(), description: word(), groups: [], roles: [], identities: [], roleBindings: [] };
    into.push(tree);
    nodes.push({ uid, tree });
  };
  let next = 0;
  const beneath = ({ uid }: Node) => `${uid}/${hex(16, ++next)}`;
  const roots: object[] = [];
  for (const root of [0xa, 0xb]) add(hex(40, root), roots);
  for (const parent of groups) {
    const node = at(nodes, parent);
    add(beneath(node), node.tree.groups!);
  }
  const roleUids = ['owner', 'viewer', 'editor', 'limited_owner', 'console_viewer'].map((name) => ({
    role: name,
    scope: '',
  }));
  for (const [group, capabilities] of roles) {
    const node = at(nodes, group);
    const uid = beneath(node);
    node.tree.roles!.push({ uid, name: word(), description: word(), capabilities });
    // Roles that give some of what there is matter most.
    for (let share = 0; share < 4; share++) roleUids.push({ role: uid, scope: node.uid });
  }
  const people = identities.map((group) => {
    const node = at(nodes, group);
    const uid = beneath(node);
    const claimMatch = { issuer: 'https://issuer.example', subject: word() };
    node.tree.identities!.push({ uid, name: word(), description: word(), claimMatch });
    return uid;
  });
  const taken = new Set<string>();
  for (const [group, identity, role] of bindings) {
    const bound = at(people, identity);
    const home = nodes.filter(({ uid }) => uid.startsWith(bound.slice(0, 40)));
    const node = at(home, group);
    const givable = roleUids.filter(({ scope }) => node.uid === scope || node.uid.startsWith(scope));
    const { role: given } = at(givable, role);
    if (taken.has(`${node.uid} ${bound} ${given}`)) continue;
    taken.add(`${node.uid} ${bound} ${given}`);
    node.tree.roleBindings!.push({ uid: beneath(node), identity: bound, role: given });
  }
  return { groups: roots };
}

/** The organization as it stands: the objects of a snapshot, and the built-in roles. */
async function thingsNow(builtIn: readonly Thing[]): Promise<Thing[]> {
  const things: Thing[] = [...builtIn];
  const walk = (node: Readonly<Record<string, unknown>>, parent: string | undefined) => {
    for (const kind of KINDS)
      for (const values of (node[kind] ?? []) as Readonly<Record<string, unknown>>[]) {
        things.push({ kind, uid: String(values['uid']), parent, values });
        walk(values, String(values['uid']));
      }
  };
  walk(await emulator.snapshot(), undefined);
  return things;
}

async function builtInRoles(): Promise<Thing[]> {
  const response = await fetch(`${emulator.baseUrl}/iam/v2beta1/roles?uidp.in_root=true`, {
    headers: { authorization: `Bearer ${emulator.token}` },
  });
  const { roles } = (await response.json()) as { roles: Readonly<Record<string, unknown>>[] };
  return roles.map((values) => ({ kind: 'roles', uid: String(values['uid']), parent: undefined, values }));
}

// --- One request

interface Step {
  readonly way: Way;
  readonly caller: Caller;
  readonly attempt: Attempt;
  readonly query: Readonly<Record<string, string>>;
}

function stepOf(draft: Draft, model: Model): Step {
  const { kind, capabilities, numbers, target } = draft;
  const ofKind = (wanted: Kind) => model.things.filter((thing) => thing.kind === wanted);
  const at = (list: readonly Thing[], index: number): string =>
    list[index % Math.max(1, list.length)]?.uid ?? hex(40, 0xdead);
  const identities = ofKind('identities');
  const holders = identities.filter(({ uid }) =>
    model.things.some(({ kind: of, values }) => of === 'roleBindings' && values['identityUid'] === uid),
  );
  const callers = draft.caller % 9 === 0 || holders.length === 0 ? identities : holders;
  const caller = { uid: at(callers, draft.caller), ...(draft.caps !== undefined && { caps: draft.caps }) };
  // Now and then an object that does not exist, beneath one that does.
  // Nobody changes the built-in roles.
  const changeable = ofKind(kind).filter(({ parent }) => kind !== 'roles' || parent !== undefined);
  const existing = at(target % 8 === 0 || changeable.length === 0 ? ofKind(kind) : changeable, target);
  const wanted = target % 9 === 0 ? `${readParent(existing) ?? existing}/${hex(16, 0xdead)}` : existing;
  const group = at(ofKind('groups'), target);
  const bodyOf = (number: number): Readonly<Record<string, unknown>> => {
    const [first, second, third] = numbers.map((each) => each + number) as [number, number, number];
    switch (kind) {
      case 'groups':
        return { name: word(), description: word() };
      case 'roles':
        return { name: word(), description: word(), capabilities };
      case 'identities':
        return { name: word(), description: word(), claimMatch: { issuer: 'https://issuer.example', subject: word() } };
      case 'roleBindings':
        return { identityUid: at(identities, first), roleUid: at(ofKind('roles'), second + third) };
    }
  };
  const whole = bodyOf(0);
  // v1 replaces whole objects; v2 and gRPC change a field of them or two.
  const keys = Object.keys(whole).filter((_, index) => draft.way === 'v1' || (numbers[0] >> index) % 2 === 0);
  const part = Object.fromEntries(Object.entries(whole).filter(([key]) => keys.includes(key)));
  const batch = kind === 'roleBindings' && draft.way !== 'v1' ? [bodyOf(0), bodyOf(1)] : [whole];
  const attempts: Record<Draft['operation'], Attempt> = {
    list: { operation: 'list', kind },
    filter: { operation: 'list', kind },
    get: draft.way === 'v1' ? { operation: 'list', kind } : { operation: 'get', kind, target: wanted },
    create: { operation: 'create', kind, target: group, bodies: [whole] },
    batch: { operation: 'create', kind, target: group, bodies: batch },
    update: { operation: 'update', kind, target: wanted, bodies: [Object.keys(part).length > 0 ? part : whole] },
    delete: { operation: 'delete', kind, target: wanted },
    root: { operation: 'create', kind: 'groups', bodies: [{ name: word(), description: word() }] },
  };
  const query: Step['query'] = draft.operation === 'filter' ? { 'uidp.descendants_of': group } : {};
  return { way: draft.way, caller, attempt: attempts[draft.operation], query };
}

// In the bytes of gRPC's details a length may stand before a uid and look like a digit of it.
const uidsIn = (text: string) => text.match(/[0-9a-f]{40}(?:\/[0-9a-f]{16})*(?![0-9a-f])/g) ?? [];
const wordsIn = (text: string) => text.match(/zq\d+w/g) ?? [];

/** The uids and words of the response that are neither in the request nor of an object that the caller may see. */
function unseen({ caller, attempt, query }: Step, { text, uids }: Outcome, before: Model, after: Model): string[] {
  const asked = JSON.stringify([caller, attempt, query]);
  const created = attempt.operation === 'create' ? uids : [];
  const visible = new Set([...before.visible(caller), ...after.visible(caller), ...created]);
  const known = new Set([...visible, ...uidsIn(asked), ...created]);
  const shown = [...before.things, ...after.things].filter(({ uid }) => visible.has(uid));
  const words = new Set([...wordsIn(asked), ...wordsIn(JSON.stringify(shown.map(own)))]);
  // A uid contains those of the groups above it.
  const isKnown = (uid: string) => [...known].some((one) => one === uid || one.startsWith(`${uid}/`));
  return [...uidsIn(text).filter((uid) => !isKnown(uid)), ...wordsIn(text).filter((one) => !words.has(one))];
}

/** The fields of an object without its contents. */
function own({ values }: Thing): object {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !(KINDS as readonly string[]).includes(key)));
}

function namesUnknownCapability({ bodies = [] }: Attempt): boolean {
  const named = bodies.flatMap((body) => (body['capabilities'] ?? []) as readonly string[]);
  return named.some((capability) => (UNKNOWN_CAPABILITIES as readonly string[]).includes(capability));
}

let counted = 0;

async function check(step: Step, model: Model, builtIn: readonly Thing[]): Promise<Model> {
  const { way, caller, attempt, query } = step;
  const outcome = await send(
    way,
    { baseUrl: emulator.baseUrl, grpc },
    attempt,
    query,
    await emulator.tokenFor(caller.uid, caller.caps),
  );
  const after = new Model(await thingsNow(builtIn));
  const told = JSON.stringify({ ...step, outcome });
  counted++;

  expect({ told, unseen: unseen(step, outcome, model, after) }).toEqual({ told, unseen: [] });
  // Comparing texts costs a tenth of comparing objects.
  const toText = ({ things }: Model) => JSON.stringify(things);
  if (outcome.code !== 0) expect({ told, things: toText(after) }).toEqual({ told, things: toText(model) });
  const denied = outcome.code === PERMISSION_DENIED ? 'yes' : 'no';
  // In gRPC a capability is a number of the contract's list: a name outside of it arrives as UNKNOWN.
  const isUnsendable = way === 'grpc' && namesUnknownCapability(attempt);
  const expected = isUnsendable ? 'refused' : model.denies(caller, attempt);
  if (expected === 'refused') expect({ told, code: outcome.code }).not.toEqual({ told, code: 0 });
  else expect({ told, denied }).toEqual({ told, denied: expected });
  if (attempt.operation === 'list') {
    const group = query['uidp.descendants_of'];
    const listed = model.things
      .filter((thing) => thing.kind === attempt.kind && model.mayList(caller, thing))
      .filter(({ uid }) => group === undefined || uid.startsWith(`${group}/`))
      .map(({ uid }) => uid);
    expect({ told, uids: [...outcome.uids].sort() }).toEqual({ told, uids: listed.sort() });
    if (outcome.total !== undefined) expect({ told, total: outcome.total }).toEqual({ told, total: listed.length });
  }
  return after;
}

test('no caller can do or see anything that the contract forbids (contract A1-A9)', async () => {
  const builtIn = await builtInRoles();
  await fc.assert(
    fc.asyncProperty(plan, fc.array(request, { minLength: 10, maxLength: 40 }), async (organization, requests) => {
      await emulator.reset();
      await emulator.seed(seedOf(organization) as never);
      let model = new Model(await thingsNow(builtIn));
      for (const draft of requests) model = await check(stepOf(draft, model), model, builtIn);
    }),
    { numRuns: ORGANIZATIONS, endOnFailure: true },
  );
  expect(counted).toBeGreaterThan(10 * ORGANIZATIONS);
});
