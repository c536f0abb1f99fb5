/** Addresses of objects with any name: valid in Terraform, and independent of other objects. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TerraformStack } from 'cdktf';
import fc from 'fast-check';
import { Group, Identity, Organization, Rotation } from '../../../constructs';
import { isTerraformName, shortHash } from '../../../src/base/text/terraform-name';
import { anyCharacter } from '../../support/any-text';
import { problemsOf, rootUid, synth, type Synthesized } from '../synthesized';

const folder = mkdtempSync(join(tmpdir(), 'addresses-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const issuer = 'https://acme.okta.example';
const servicePrincipal = 'SERVICE_PRINCIPAL_X';

/** Names of people and objects in organizations of other companies. */
const hostile = [
  ...[
    '00u1a2b3c4D5e6F7g8h9',
    '111260650121245072906',
    'auth0|x',
    'google-oauth2|107',
    '-dash',
    '_under',
    'CN=a,OU=b/c',
  ],
  ...[
    'jörg',
    'jürg',
    'a.b',
    'a b',
    'a_b',
    'a--b',
    'user+1',
    'user_1',
    '山田',
    '鈴木',
    '🙂',
    '1st',
    "O'Neil",
    '"quoted"',
  ],
  ...[
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'b1946ac9-2492-4d23-a2f1-0123456789ab',
    'count',
    'each',
    'Default',
    'Resource',
    'null',
  ],
];

const anyText = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 200 }),
  fc.stringMatching(/^[0-9]?[a-z]{1,2}[-_. |+]{0,2}[a-z0-9]{0,2}$/),
);

/** Returns the addresses of the resources of a stack, by the text that identifies the object. */
function addressesBy(field: string, { resource }: Pick<Synthesized, 'resource'>): Map<unknown, string> {
  return new Map(
    Object.entries(resource).flatMap(([type, resources]) =>
      Object.entries(resources).map(([name, values]) => [values[field], `${type}.${name}`] as const),
    ),
  );
}

function namesIn({ resource = {}, data = {} }: Partial<Synthesized>): string[] {
  return [...Object.values(resource), ...Object.values(data)].flatMap((resources) => Object.keys(resources));
}

/** Adds an object of each kind for each text, in this order. The description identifies it. */
function declareEach(texts: readonly string[]): (stack: TerraformStack) => void {
  return (stack) => {
    const acme = Group.fromUid(stack, 'acme', rootUid);
    const other = Group.fromUid(stack, 'other', rootUid);
    for (const id of texts) {
      const description = JSON.stringify(id).slice(0, 500).replaceAll('${', '$').replaceAll('%{', '%');
      const group = acme.addGroup(id, { name: `a${shortHash(id)}`, description: `group ${description}` });
      new Group(stack, id, { parent: rootUid, name: `b${shortHash(id)}`, description: `in the stack ${description}` });
      group.addIdentity('ci', { servicePrincipal, description: `in a group ${description}` });
      other.addIdentity(id, { name: `c${shortHash(id)}`, servicePrincipal, description: `identity ${description}` });
    }
  };
}

const accounts = (people: readonly string[]) => ({
  people: { viewer: people.map((subject) => ({ issuer, subject })) },
});

/** Returns the addresses of the bindings of accounts, by subject. */
function getBindings(people: readonly string[]): Map<string, string> {
  const file = join(folder, 'organization.json');
  writeFileSync(file, JSON.stringify(accounts(people)));
  const { resource, data } = synth((stack) => Organization.fromFile(stack, 'acme', file, { root: rootUid }));
  expect(namesIn({ resource, data }).filter((name) => !isTerraformName(name))).toEqual([]);
  const subjects = new Map(
    Object.entries(data['platform_identity'] ?? {}).map(([name, { subject }]) => [
      `\${data.platform_identity.${name}.uid}`,
      String(subject),
    ]),
  );
  return new Map(
    Object.entries(resource['platform_role_binding'] ?? {}).map(([name, { identity_uid: uid }]) => [
      subjects.get(String(uid)) ?? '',
      name,
    ]),
  );
}

test('every hostile name can be declared, under a valid address that depends on nothing else', () => {
  const all = addressesBy('description', synth(declareEach(hostile)));
  expect(all.size).toBe(4 * hostile.length);
  expect([...all.values()].filter((address) => !isTerraformName(address.split('.')[1] ?? ''))).toEqual([]);
  const reversed = addressesBy('description', synth(declareEach(hostile.toReversed())));
  expect(reversed).toEqual(all);
  for (const without of hostile) {
    const fewer = addressesBy('description', synth(declareEach(hostile.filter((text) => text !== without))));
    expect([...fewer].filter(([key, address]) => all.get(key) !== address)).toEqual([]);
  }
});

test('objects with any names have valid addresses that depend on nothing else', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyText, { minLength: 2, maxLength: 6 }), (texts) => {
      // The library of constructs writes a slash as two dashes.
      const ids = [...new Map(texts.map((text) => [text.replaceAll('/', '--'), text])).values()];
      const build = declareEach(ids);
      fc.pre(problemsOf(build).every((problem) => !problem.includes('same address')));
      const all = addressesBy('description', synth(build));
      expect([...all.values()].filter((address) => !isTerraformName(address.split('.')[1] ?? ''))).toEqual([]);
      expect(addressesBy('description', synth(declareEach(ids.toReversed())))).toEqual(all);
      const fewer = addressesBy('description', synth(declareEach(ids.slice(1))));
      expect([...fewer].filter(([key, address]) => all.get(key) !== address)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

test('people with any subjects keep their access when others join, leave or change places', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyText, { minLength: 2, maxLength: 8 }), (people) => {
      const subjects = people.filter((text) => !text.includes('${') && !text.includes('%{'));
      const all = getBindings(subjects);
      expect([...all.keys()].sort()).toEqual([...subjects].sort());
      expect(getBindings(subjects.toReversed())).toEqual(all);
      for (const [subject, name] of getBindings(subjects.slice(1))) expect(all.get(subject)).toBe(name);
    }),
    { numRuns: 50 },
  );
});

test('a plain subject keeps its readable address', () => {
  expect([...getBindings(['ada', '00u1']).values()]).toEqual([
    'ada_acme_okta_example_viewer_on_acme',
    expect.stringMatching(/^id_00u1_acme_okta_example_[0-9a-f]{8}_viewer_on_acme$/),
  ]);
});

test('two accounts of one name in Terraform are refused, and never share a look-up', () => {
  const people = [
    { issuer: 'https://c.example', subject: 'a_b' },
    { issuer: 'https://b.c.example', subject: 'a' },
  ];
  const build = (stack: TerraformStack) =>
    new Organization(stack, 'acme', { root: rootUid, people: { viewer: people } });
  expect(() => synth(build)).toThrow(
    'the accounts a_b at https://c.example and a at https://b.c.example would have the same address in Terraform.',
  );
});

test('grants of different objects never get a number', () => {
  const build = (stack: TerraformStack) => {
    const acme = Group.fromUid(stack, 'acme', rootUid);
    acme.grant(Identity.person(stack, 'a_viewer_on', { issuer, subject: 'x' }), 'viewer');
    acme.grant(Identity.person(stack, 'a.viewer.on', { issuer, subject: 'y' }), 'viewer');
  };
  expect(problemsOf(build)).toEqual([]);
  expect(Object.keys(synth(build).resource['platform_role_binding'] ?? {}).join()).not.toMatch(/_2\b/);
});

test('a grant with an id keeps its address with another role', () => {
  const addressWith = (role: 'viewer' | 'owner') => {
    const { resource } = synth((stack) => {
      const acme = Group.fromUid(stack, 'acme', rootUid);
      acme.grant(acme.addIdentity('ci', { servicePrincipal }), role, { id: 'ci-access' });
    });
    return Object.keys(resource['platform_role_binding'] ?? {});
  };
  expect(addressWith('viewer')).toEqual(['acme_ci-access']);
  expect(addressWith('owner')).toEqual(addressWith('viewer'));
});

test.each(hostile)(
  'a rotation with the id %j has a valid address, also if a group has the id of its provider',
  (id) => {
    const { resource } = synth((stack) => {
      const group = new Group(stack, 'null', { parent: rootUid, name: 'other' });
      const { lifecycle } = new Rotation(group, id, { rotateOn: { quarter: 'q1' } });
      new Group(stack, 'a', { parent: rootUid, name: 'q1', lifecycle });
    });
    expect(Object.keys(resource['null_resource'] ?? {}).filter((name) => !isTerraformName(name))).toEqual([]);
  },
);
