// @slow
/**
 * Compares the access in a report with the access that the emulator allows before and after a change. Each identity sends
 * requests with its own token. The plan contains the changes of these requests, like a plan of Terraform.
 */
import fc from 'fast-check';
import { capabilityName } from '../../src/model/api';
import { createEmulator, type Emulator } from '../../src/emulator';
import { readPlan, reviewPlans, type ReportedRow } from '../../src/review';

jest.setTimeout(240_000);

type Json = Readonly<Record<string, unknown>>;

const ACME = 'ac3e'.repeat(10);
const getUid = (index: number) => (index === 0 ? ACME : `${ACME}/${String(index).padStart(16, '0')}`);

/** Requests that test a capability in a group: any response except PERMISSION_DENIED means yes. Invalid bodies change nothing. */
const questions: Readonly<Record<string, (group: string) => readonly [method: string, path: string, body?: Json]>> = {
  'groups.list': (group) => ['GET', `groups/${group}`],
  'groups.update': (group) => ['PATCH', `groups/${group}`, { name: '?' }],
  'roles.create': (group) => ['POST', `roles/${group}`, { name: '?' }],
  'identity.create': (group) => ['POST', `identities/${group}`, { name: '?' }],
  'role_bindings.create': (group) => ['POST', `roleBindings/${group}`, {}],
};

const capabilities = fc.subarray([...Object.keys(questions), 'figs.create'], { minLength: 1 });
const roleNames = ['helper', 'viewer', 'editor', 'owner', 'limited_owner'];
const grant = fc.record({ who: fc.nat({ max: 2 }), role: fc.constantFrom(...roleNames), group: fc.nat({ max: 4 }) });
const organizations = fc.record({
  capabilities: fc.tuple(capabilities, capabilities),
  before: fc.uniqueArray(grant, { maxLength: 6, selector: ({ who, role, group }) => `${who} ${role} ${group}` }),
  removed: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  added: fc.array(grant, { maxLength: 4 }),
});

interface Listed {
  readonly uid: string;
  readonly name?: string;
  readonly capabilities?: readonly string[];
  readonly identity?: { readonly uid: string };
  readonly role?: { readonly uid: string };
}

test('the rows of a report equal the difference of the access that the emulator allows', async () => {
  let rows = 0;
  await fc.assert(
    fc.asyncProperty(organizations, async ({ capabilities: [was, is], before, removed, added }) => {
      const emulator = createEmulator({ seed: seedOf(was, before) });
      try {
        const first = await read(emulator);
        const allowedBefore = await allowed(emulator, first);
        await change(emulator, first, is, removed, added);
        const second = await read(emulator);
        const report = reviewPlans([readPlan(JSON.stringify(planOf(first, second)), 'plan')]);
        expect(report.unresolved).toEqual([]);
        const allowedAfter = await allowed(emulator, second);
        const [gained, lost] = [report.access.gained, report.access.lost].map((found) => expanded(found, second));
        expect(gained).toEqual([...allowedAfter].filter((one) => !allowedBefore.has(one)).sort());
        expect(lost).toEqual([...allowedBefore].filter((one) => !allowedAfter.has(one)).sort());
        rows += report.access.gained.length + report.access.lost.length;
      } finally {
        emulator.close();
      }
    }),
    { numRuns: 15 },
  );
  expect(rows).toBeGreaterThan(10);
});

type Organization = Readonly<Record<'groups' | 'identities' | 'roles' | 'roleBindings', readonly Listed[]>>;

function seedOf(helper: readonly string[], grants: readonly { who: number; role: string; group: number }[]) {
  const group = (index: number): Record<string, unknown> => ({
    uid: getUid(index),
    name: index === 0 ? 'acme' : `g${index}`,
    roleBindings: grants
      .filter((one) => one.group === index)
      .map(({ who, role }) => ({ identity: `acme/i${who}`, role: role === 'helper' ? 'acme/helper' : role })),
  });
  return {
    groups: [
      {
        ...group(0),
        roles: [{ name: 'helper', capabilities: helper }],
        identities: [0, 1, 2].map((n) => ({
          name: `i${n}`,
          claimMatch: { issuer: 'https://issuer.example', subject: 's' },
        })),
        groups: [1, 2, 3, 4].map(group),
      },
    ],
  };
}

async function ask(emulator: Emulator, token: string, method: string, path: string, body?: Json): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  return emulator.handle(new Request(`http://localhost/iam/v2beta1/${path}`, init));
}

async function read(emulator: Emulator): Promise<Organization> {
  const token = await emulator.administratorToken();
  const list = async (collection: string) =>
    ((await (await ask(emulator, token, 'GET', `${collection}?page_size=200`)).json()) as Record<string, Listed[]>)[
      collection
    ] ?? [];
  const [groups, identities, roles, roleBindings] = await Promise.all(
    ['groups', 'identities', 'roles', 'roleBindings'].map(list),
  );
  return { groups: groups ?? [], identities: identities ?? [], roles: roles ?? [], roleBindings: roleBindings ?? [] };
}

async function change(
  emulator: Emulator,
  { roles, roleBindings, identities }: Organization,
  helper: readonly string[],
  removed: readonly boolean[],
  added: readonly { who: number; role: string; group: number }[],
): Promise<void> {
  const token = await emulator.administratorToken();
  const uid = (all: readonly Listed[], name: string) => all.find((one) => one.name === name)?.uid ?? '';
  const done = async (method: string, path: string, body?: Json) => {
    const { status } = await ask(emulator, token, method, path, body);
    expect([200, 409]).toContain(status);
  };
  await done('PATCH', `roles/${uid(roles, 'helper')}?updateMask=capabilities`, { capabilities: helper });
  const theirs = roleBindings.filter((binding) => binding.identity?.uid.startsWith(`${ACME}/`) ?? false);
  for (const [index, one] of theirs.entries())
    if (removed[index] === true) await done('DELETE', `roleBindings/${one.uid}`);
  for (const { who, role, group } of added)
    await done('POST', `roleBindings/${getUid(group)}`, {
      identityUid: uid(identities, `i${who}`),
      roleUid: uid(roles, role),
    });
}

const readParent = (uid: string) => (uid.includes('/') ? uid.slice(0, uid.lastIndexOf('/')) : null);

/** Returns every object as an instance of a state, by address. */
function instances({ groups, identities, roles, roleBindings }: Organization): Map<string, Json> {
  const found = new Map<string, Json>();
  const add = (mode: string, type: string, values: Json & { readonly uid: string }) => {
    const name = `x${values.uid.replaceAll('/', '_')}`;
    const address = `${mode === 'data' ? 'data.' : ''}${type}.${name}`;
    found.set(address, { address, mode, type, name, provider_name: 'platform-iac.internal/npm/platform', values });
  };
  for (const { uid, name } of groups) add('managed', 'platform_group', { uid, name, parent_uid: readParent(uid) });
  for (const { uid, name = uid } of identities)
    add(uid.includes('/') ? 'managed' : 'data', 'platform_identity', { uid, name, group_uid: readParent(uid) });
  for (const { uid, name, capabilities: names = [] } of roles)
    add(uid.includes('/') ? 'managed' : 'data', 'platform_role', {
      uid,
      name,
      group_uid: readParent(uid),
      capabilities: names.map(capabilityName),
    });
  for (const { uid, identity, role } of roleBindings)
    add('managed', 'platform_role_binding', {
      uid,
      group_uid: readParent(uid),
      identity_uid: identity?.uid,
      role_uid: role?.uid,
    });
  return found;
}

/** Returns a plan. New objects have no uid. */
function planOf(before: Organization, after: Organization): Json {
  const [was, is] = [instances(before), instances(after)];
  const changes = [...new Set([...was.keys(), ...is.keys()])]
    .filter((address) => !address.startsWith('data.'))
    .map((address) => {
      const [old, now] = [
        was.get(address)?.['values'] as Json | undefined,
        is.get(address)?.['values'] as Json | undefined,
      ];
      const instance = { ...(is.get(address) ?? was.get(address)), values: undefined };
      const actions = old === undefined ? 'create' : now === undefined ? 'delete' : 'update';
      const known =
        now && Object.fromEntries(Object.entries(now).filter(([name]) => old !== undefined || name !== 'uid'));
      const after_unknown = old === undefined ? { uid: true } : {};
      return { ...instance, change: { actions: [actions], before: old ?? null, after: known ?? null, after_unknown } };
    });
  return {
    format_version: '1.2',
    complete: true,
    applyable: true,
    errored: false,
    resource_changes: changes,
    prior_state: { values: { root_module: { resources: [...was.values()] } } },
  };
}

/** Returns every `identity capability group` that the API allows for the token of the identity. */
async function allowed(emulator: Emulator, { groups, identities }: Organization): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { uid, name } of identities.filter((identity) => identity.uid.includes('/'))) {
    const token = await emulator.tokenFor(uid);
    for (const group of groups)
      for (const [capability, question] of Object.entries(questions)) {
        const { status } = await ask(emulator, token, ...question(group.uid));
        if (status !== 403) found.add(`acme/${name} ${capability} ${toPath(group)}`);
      }
  }
  return found;
}

function toPath({ uid, name }: Listed): string {
  return uid === ACME ? 'acme' : `acme/${name}`;
}

function expanded(found: readonly ReportedRow[], { groups }: Organization): string[] {
  return found
    .flatMap(({ identity, group, except, capabilities: names }) =>
      groups
        .map((one) => `${toPath(one)}/`)
        .filter((path) => path.startsWith(`${group}/`) && !except.some((end) => path.startsWith(`${end}/`)))
        .flatMap((path) =>
          names.filter((name) => name in questions).map((name) => `${identity} ${name} ${path.slice(0, -1)}`),
        ),
    )
    .sort();
}
