/** An update of a field that decides about access overwrites no change by someone else since the plan. */
import { createClient, type Client } from '../../../src/client';
import { HostError, type ResourceInstance } from '../../../src/plugin/testing';
import {
  accountAssociation,
  declarations,
  identity,
  identityProvider,
  role,
  roleBinding,
} from '../../../src/model/kinds';
import { accessFields } from '../../../src/model/schema';
import { startWorld, type World } from '../world';

jest.setTimeout(60_000);

let world: World;
let client: Client;
/** Runs after the plan, before the read of the object during the apply. */
let meanwhile: (() => Promise<unknown>) | undefined;
/** Handles each PATCH. */
let patching: ((request: Request, service: (request: Request) => Promise<Response>) => Promise<Response>) | undefined;
beforeEach(async () => {
  meanwhile = undefined;
  patching = undefined;
  let reads = 0;
  world = await startWorld({
    between: async (request, service) => {
      if (request.method === 'PATCH' && patching !== undefined) return patching(request, service);
      const isRead = request.method === 'GET' && /[0-9a-f]{16}$/.test(new URL(request.url).pathname);
      // The first read is the refresh.
      if (isRead && meanwhile !== undefined && ++reads === 2) {
        reads = 0;
        const happens = meanwhile;
        meanwhile = undefined;
        await happens();
      }
      return service(request);
    },
  });
  client = createClient({
    baseUrl: 'http://localhost',
    token: await world.emulator.administratorToken(),
    fetch: (request) => world.emulator.handle(request),
  });
});
afterEach(() => world.close());

const failure = async (work: Promise<unknown>): Promise<HostError> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(HostError);
  return error as HostError;
};
const patches = (): string[] => world.requests().filter((line) => line.startsWith('PATCH'));
const claims = (subject: string) => ({ issuer: 'https://issuer.example', subject });
const keys = (kid: string): string =>
  JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', kid, x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }] });
const ci = (subject: string, more = {}) => ({
  group_uid: world.root,
  name: 'ci',
  claim_match: claims(subject),
  ...more,
});

async function made(typeName: string, config: Record<string, unknown>): Promise<[ResourceInstance, string]> {
  const object = world.host.resource(typeName);
  await object.apply(config);
  world.requests();
  return [object, String(object.state!['uid'])];
}

test('another claim: the error names the attribute and both values, nothing is sent, and the next plan starts from it', async () => {
  const [object, uid] = await made('platform_identity', ci('a'));
  meanwhile = () => client.update(identity, uid, { claimMatch: claims('theirs') });
  const { diagnostics } = await failure(object.apply(ci('b')));
  const summary = `Cannot update identity "ci" (uid ${uid}): someone else changed claim_match.subject`;
  expect(diagnostics).toMatchObject([
    {
      severity: 'error',
      path: ['claim_match', 'subject'],
      summary,
      detail: expect.stringContaining('it was "a", and now it is "theirs"'),
    },
  ]);
  expect(patches()).toHaveLength(1);
  expect(object.state).toMatchObject({ claim_match: { subject: 'a' } });
  await object.apply(ci('b'));
  expect(await client.get(identity, uid)).toMatchObject({ claimMatch: { subject: 'b' } });
});

test('changes of keys, capabilities, the role of a binding and an associated account are detected, too', async () => {
  const static_keys = (kid: string) => ({
    issuer: 'https://issuer.example',
    subject: 's',
    issuer_keys: keys(kid),
    expiration_time: '2026-06-01T00:00:00Z',
  });
  const keyed = (kid: string) => ({ group_uid: world.root, name: 'keyed', static_keys: static_keys(kid) });
  const [object, uid] = await made('platform_identity', keyed('one'));
  meanwhile = () =>
    client.update(identity, uid, {
      staticKeys: {
        issuer: 'https://issuer.example',
        subject: 's',
        issuerKeys: keys('theirs'),
        expirationTime: '2026-05-01T00:00:00Z',
      },
    });
  const { diagnostics } = await failure(object.apply(keyed('two')));
  expect(diagnostics.map(({ path }) => path)).toEqual([
    ['static_keys', 'issuer_keys'],
    ['static_keys', 'expiration_time'],
  ]);

  const auditor = (...capabilities: string[]) => ({ group_uid: world.root, name: 'auditor', capabilities });
  const [custom, roleUid] = await made('platform_role', auditor('groups.list'));
  meanwhile = () => client.update(role, roleUid, { capabilities: ['groups.list', 'roles.list'] });
  expect((await failure(custom.apply(auditor('identity.list')))).diagnostics).toMatchObject([
    {
      path: ['capabilities'],
      detail: expect.stringContaining('["groups.list"], and now it is ["groups.list","roles.list"]'),
    },
  ]);

  const named = async (name: string) => String((await world.host.data('platform_role', { name }))['uid']);
  const [viewer, editor, owner] = [await named('viewer'), await named('editor'), await named('owner')];
  const bound = (role_uid: string) => ({ group_uid: world.root, identity_uid: uid, role_uid });
  const [binding, bindingUid] = await made('platform_role_binding', bound(viewer));
  meanwhile = () => client.update(roleBinding, bindingUid, { roleUid: owner });
  expect((await failure(binding.apply(bound(editor)))).diagnostics).toMatchObject([{ path: ['role_uid'] }]);

  const project = (projectNumber: string) => ({ projectId: 'acme', projectNumber });
  const associated = (project_number: string) => ({
    ...{ group_uid: world.root, name: 'clouds' },
    google: { project_id: 'acme', project_number },
  });
  const [association, groupUid] = await made('platform_account_association', associated('1'));
  meanwhile = () => client.update(accountAssociation, groupUid, { google: project('666') });
  expect((await failure(association.apply(associated('2')))).diagnostics).toMatchObject([
    { path: ['google', 'project_number'] },
  ]);
});

test('the checked fields are those of the declarations', () => {
  const flagged = declarations.flatMap((kind) => accessFields(kind).map(([name]) => `${kind.kind}.${name}`));
  expect(flagged).toEqual([
    'Role.capabilities',
    'Identity.claimMatch',
    'Identity.staticKeys',
    'Identity.awsIdentity',
    'Identity.servicePrincipal',
    'RoleBinding.identityUid',
    'RoleBinding.roleUid',
    'IdentityProvider.defaultRole',
    'IdentityProvider.oidc',
    'ExternalGroupRoleMapping.externalGroupId',
    'ExternalGroupRoleMapping.roleUid',
    'ExternalGroupRoleMapping.scope',
    'AccountAssociation.amazon',
    'AccountAssociation.google',
    'AccountAssociation.azure',
    'GroupInvite.roleUid',
    'GroupInvite.ttl',
    'GroupInvite.email',
    'GroupInvite.singleUse',
  ]);
});

test('the check costs one read, and nothing for changes of other fields', async () => {
  const [object, uid] = await made('platform_identity', ci('a'));
  await object.apply(ci('b'));
  const path = `/iam/v2beta1/identities/${uid}`;
  expect(world.requests()).toEqual([`GET ${path}`, `GET ${path}`, `PATCH ${path}?updateMask=claim_match`]);
  await object.apply(ci('b', { description: 'new' }));
  expect(world.requests()).toEqual([`GET ${path}`, `PATCH ${path}?updateMask=description`]);
});

test('a change by someone else of another field, or to the declared value, is no conflict', async () => {
  const [object, uid] = await made('platform_identity', ci('a'));
  meanwhile = () => client.update(identity, uid, { description: 'theirs' });
  await object.apply(ci('b'));
  expect(object.state).toMatchObject({ claim_match: { subject: 'b' }, description: null });
  await object.refresh();
  expect(object.state).toMatchObject({ description: 'theirs' });
  meanwhile = () => client.update(identity, uid, { claimMatch: claims('c') });
  await object.apply(ci('c', { description: 'theirs' }));
  expect(object.state).toMatchObject({ claim_match: { subject: 'c' } });
});

test('after a lost response the update is repeated, and its first effect counts as ours', async () => {
  const [object] = await made('platform_identity', ci('a'));
  let lost = 0;
  patching = async (request, service) => {
    const response = await service(request);
    if (lost++ === 0) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    return response;
  };
  await object.apply(ci('b'));
  expect(lost).toBe(2);
  expect(object.state).toMatchObject({ claim_match: { subject: 'b' } });
});

test('a lost update that takes effect only after the next plan counts as ours', async () => {
  const [object] = await made('platform_identity', ci('a'));
  let late: Request | undefined;
  patching = (request) => {
    late ??= request.clone();
    return Promise.reject(new Error('the connection was reset'));
  };
  await failure(object.apply(ci('b')));
  expect(object.state).toMatchObject({ claim_match: { subject: 'a' } });
  patching = undefined;
  meanwhile = () => world.emulator.handle(late!);
  await object.apply(ci('c'));
  expect(object.state).toMatchObject({ claim_match: { subject: 'c' } });
  expect(Buffer.from(object.private).toString()).toBe('');
});

test('the next plan starts from the parts of a lost update that a refresh has seen, and other changes are conflicts', async () => {
  const [object, uid] = await made('platform_identity', ci('a'));
  patching = async (request, service) => {
    await service(request);
    throw new Error('the connection was reset');
  };
  await failure(object.apply(ci('b')));
  patching = undefined;
  await object.refresh();
  expect(object.state).toMatchObject({ claim_match: { subject: 'b' } });
  expect(Buffer.from(object.private).toString()).toBe('');
  meanwhile = () => client.update(identity, uid, { claimMatch: claims('theirs') });
  expect((await failure(object.apply(ci('c')))).message).toContain('it was "b", and now it is "theirs"');
});

test('neither the error nor the note about a lost update contains a secret', async () => {
  const provider = (issuer: string) => ({
    group_uid: world.root,
    name: 'staff',
    default_role: '0'.repeat(40),
    oidc: { issuer, client_id: 'platform', client_secret: 'hunter2-secret', client_secret_wo_version: 1 },
  });
  const viewer = String((await world.host.data('platform_role', { name: 'viewer' }))['uid']);
  const config = (issuer: string) => ({ ...provider(issuer), default_role: viewer });
  const [object, uid] = await made('platform_identity_provider', config('https://one.example'));
  patching = () => Promise.reject(new Error('the connection was reset'));
  await failure(object.apply(config('https://two.example')));
  const notes = Buffer.from(object.private).toString();
  expect(notes).toContain('https://two.example');
  expect(notes).not.toContain('hunter2');
  patching = undefined;
  meanwhile = () =>
    client.update(identityProvider, uid, {
      oidc: { issuer: 'https://theirs.example', clientId: 'platform', clientSecret: 'hunter3-secret' },
    });
  const { message, diagnostics } = await failure(object.apply(config('https://two.example')));
  expect(diagnostics).toMatchObject([{ path: ['oidc', 'issuer'] }]);
  expect(message).not.toMatch(/hunter/);
});
