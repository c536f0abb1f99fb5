/** Callers learn nothing of objects that they may not list (contract A9), over every interface. */
import { startEmulator, type RunningEmulator } from '../../../src/emulator';
import { connectGrpc, type GrpcClient } from '../grpc/grpc-client';
import type { Attempt, Kind } from './model';
import { send, WAYS, type Way } from './ways';

const root = 'a'.repeat(40);
const elsewhere = 'b'.repeat(40);
const beneath = (parent: string, digit: string) => `${parent}/${digit.repeat(16)}`;
const writer = beneath(root, '1');
const secretIdentity = beneath(root, '2');
const secretRole = beneath(root, '3');
const secretBinding = beneath(root, '4');
const foreignIdentity = beneath(elsewhere, '5');
const foreignRole = beneath(elsewhere, '6');
const group = beneath(root, '7');
const writerBinding = beneath(root, '8');
const writerRole = beneath(root, '9');
const powerfulRole = beneath(root, 'a');
const cap = (noun: string) => ['create', 'update', 'delete'].map((verb) => `${noun}.${verb}`);
const nouns = ['groups', 'identity', 'roles', 'role_bindings', 'identity_providers', 'account_associations'];
const auditor = beneath(root, 'b');
const auditorRole = beneath(root, 'c');
const hiddenGroup = beneath(root, 'd');
const held = nouns.flatMap(cap);
const issuer = 'https://secret.example';
const oidc = { issuer: 'https://login.example.com', clientId: 'c', pkceEnabled: true };
const amazon = { account: '123456789012' };

const seed = {
  groups: [
    {
      uid: root,
      name: 'acme',
      identityProviders: [{ name: 'secretprovider', defaultRole: secretRole, oidc }],
      accountAssociations: [{ uid: root, name: 'secretclouds', amazon }],
      groups: [
        { uid: group, name: 'secretgroup', description: 'secretgroup' },
        { uid: hiddenGroup, name: 'secretvault', roleBindings: [{ identity: secretIdentity, role: secretRole }] },
      ],
      roles: [
        { uid: writerRole, name: 'writer', capabilities: held },
        { uid: secretRole, name: 'secretrole', description: 'secretrole', capabilities: ['groups.create'] },
        { uid: auditorRole, name: 'auditor', capabilities: ['identity.update', 'role_bindings.list'] },
        { uid: powerfulRole, name: 'powerful', capabilities: ['repo.list'] },
      ],
      identities: [
        { uid: writer, name: 'writer', claimMatch: { issuer, subject: 'secretwriter' } },
        { uid: auditor, name: 'auditor', claimMatch: { issuer, subject: 'auditor' } },
        {
          uid: secretIdentity,
          name: 'secretidentity',
          description: 'secretidentity',
          claimMatch: { issuer, subject: 'secretsubject' },
        },
      ],
      roleBindings: [
        { identity: auditor, role: auditorRole },
        { uid: writerBinding, identity: writer, role: writerRole },
        { uid: secretBinding, identity: secretIdentity, role: secretRole },
      ],
    },
    {
      uid: elsewhere,
      name: 'elsewhere',
      identities: [{ uid: foreignIdentity, name: 'secretforeign', claimMatch: { issuer, subject: 'secretforeign' } }],
      roles: [{ uid: foreignRole, name: 'secretforeign', capabilities: ['groups.create'] }],
    },
  ],
};

let emulator: RunningEmulator;
let grpc: GrpcClient;
let token: string;

beforeAll(async () => {
  emulator = await startEmulator({ seed });
  grpc = connectGrpc(emulator.baseUrl, '');
});
beforeEach(async () => {
  await emulator.reset();
  token = await emulator.tokenFor(writer);
});
afterAll(async () => {
  grpc.close();
  await emulator.close();
});

const ask = (way: Way, attempt: Attempt) => send(way, { baseUrl: emulator.baseUrl, grpc }, attempt, {}, token);
const create = (kind: Kind, bodies: NonNullable<Attempt['bodies']>, target = root): Attempt => ({
  operation: 'create',
  kind,
  target,
  bodies,
});
const update = (kind: Kind, target: string, body: Record<string, unknown>): Attempt => ({
  operation: 'update',
  kind,
  target,
  bodies: [body],
});

describe.each(WAYS)('over %s', (way) => {
  const bound = { identityUid: secretIdentity, roleUid: secretRole };
  // v1 has no batches.
  const batched = way === 'v1' ? [bound] : [{ identityUid: writer, roleUid: secretRole }, bound];

  test.each<[string, Attempt, number]>([
    ['a role that is bound', { operation: 'delete', kind: 'roles', target: secretRole }, 9],
    ['an identity that is bound', { operation: 'delete', kind: 'identities', target: secretIdentity }, 9],
    ['a binding that exists', create('roleBindings', [bound]), 6],
    ['a binding that exists, in a batch', create('roleBindings', batched), 6],
  ])('an error about %s names nothing hidden (contract A9)', async (_what, attempt, code) => {
    const outcome = await ask(way, attempt);
    expect(outcome.code).toBe(code);
    expect(outcome.text).not.toContain(secretBinding);
    expect(outcome.text).not.toMatch(/secret/);
  });

  test('the refusal of a role names the group, and no uid that never was (contract A9)', async () => {
    const { code, text } = await ask(way, create('roles', [{ name: 'more', capabilities: ['repo.list'] }]));
    expect([code, text]).toEqual([7, expect.stringContaining(`repo.list in ${root}`)]);
    expect(text).not.toContain(`${root}/`);
  });

  test('the refusal of a grant does not tell what a hidden role holds (contract A9)', async () => {
    const attempt = create('roleBindings', [{ identityUid: writer, roleUid: powerfulRole }]);
    const { code, text } = await ask(way, attempt);
    expect(code).toBe(7);
    expect(text).not.toContain('repo.list');
  });

  test('the refusal of a trust policy names no hidden group, nor what a hidden role holds (contract A9)', async () => {
    token = await emulator.tokenFor(auditor);
    const body = { name: 'renamed', claimMatch: { issuer, subject: 'mine' } };
    const attempt = update('identities', secretIdentity, body);
    const { code, text } = await ask(way, attempt);
    expect([code, text]).toEqual([7, expect.stringContaining(`identity ${secretIdentity} can be assumed`)]);
    expect(text).not.toContain(hiddenGroup);
    expect(text).not.toContain('groups.create');
  });

  test.each<[Kind, string, Record<string, unknown>]>([
    ['groups', group, { name: 'renamed' }],
    ['roles', secretRole, { name: 'renamed', capabilities: ['groups.create'] }],
    ['identities', writer, { name: 'renamed', claimMatch: { issuer: 'https://new.example', subject: 'new' } }],
  ])('the response to a change of %s is the uid and what was sent (contract A9)', async (kind, uid, body) => {
    const { code, text, uids } = await ask(way, update(kind, uid, body));
    expect([code, uids]).toEqual([0, [uid]]);
    expect(text).toContain('renamed');
    // Its create time is not revealed either.
    expect(text).not.toMatch(/secret|T\d\d:/);
  });

  test('of what a binding connects its response has the uids that were sent (contract A9)', async () => {
    const created = await ask(way, create('roleBindings', [bound], group));
    expect([created.code, created.text]).toEqual([0, expect.not.stringMatching(/secret/)]);
    expect(created.text).toContain(secretIdentity);
    // v1 replaces the whole binding.
    const sent = way === 'v1' ? { identityUid: secretIdentity, roleUid: writerRole } : { identityUid: secretIdentity };
    const updated = await ask(way, update('roleBindings', writerBinding, sent));
    expect([updated.code, updated.text]).toEqual([0, expect.not.stringMatching(/secret/)]);
    expect(updated.text).toContain(secretIdentity);
    if (way !== 'v1') expect(updated.text).not.toContain(writerRole);
  });

  test.each<[string, 'identityUid' | 'roleUid', string]>([
    ['an identity', 'identityUid', foreignIdentity],
    ['a role', 'roleUid', foreignRole],
  ])('%s of another organization is refused like none (contract A7, A9)', async (_what, field, foreign) => {
    const nobody = beneath(elsewhere, 'e');
    const attempts = (uid: string): Attempt[] => [
      create('roleBindings', [{ ...bound, [field]: uid }], group),
      ...(way === 'v1' ? [] : [create('roleBindings', [bound, { ...bound, [field]: uid }], group)]),
      update('roleBindings', secretBinding, { ...bound, [field]: uid }),
    ];
    for (const [index, attempt] of attempts(foreign).entries()) {
      const told = await ask(way, attempt);
      const toldOfNobody = await ask(way, attempts(nobody)[index]!);
      expect(told.code).toBe(3);
      expect({ ...told, text: told.text.replaceAll(foreign, nobody) }).toEqual(toldOfNobody);
    }
  });
});

const rest = async (method: string, path: string, body: object) => {
  const response = await fetch(`${emulator.baseUrl}/iam/v2beta1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
};

test.each([['accountAssociations', { name: 'second', amazon }]])(
  'a duplicate of the only %s is rejected without revealing the existing one (contract A9)',
  async (collection, body) => {
    const { status, text } = await rest('POST', `${collection}/${root}`, body);
    expect([status, text]).toEqual([409, expect.not.stringMatching(/secret/)]);
    expect(text).not.toContain(`${root}/`);
  },
);

test('a field beyond the mask, a sibling in a message, and ignored fields are not revealed (contract A9)', async () => {
  const beyond = { name: 'renamed', description: 'sent', createTime: '2026-01-01T00:00:00Z' };
  const sibling = { claimMatch: { issuer: 'https://new.example' } };
  for (const [path, body] of [
    [`groups/${group}?updateMask=name`, beyond],
    [`groups/${group}`, {}],
    [`identities/${writer}`, sibling],
    [`identities/${writer}?updateMask=claim_match.issuer`, sibling],
  ] as const) {
    const { status, text } = await rest('PATCH', path, body);
    expect([path, status, text]).toEqual([path, 200, expect.not.stringMatching(/secret|T\d\d:/)]);
  }
});
