/** A secret that the service shows once is encrypted for the recipient or not stored, and never stored in clear text. */
import type { KeyObject } from 'node:crypto';
import { UNKNOWN } from '../../../src/plugin';
import type { ResourceInstance } from '../../../src/plugin/testing';
import { generateRecipientKey, generateRsaRecipientKey } from '../../support/recipient-key';
import { startWorld, type World } from '../world';

const ada = generateRecipientKey();
const bob = generateRecipientKey();

let world: World;
let role: unknown;
/** The responses to creates: the only place that contains a code. */
let responses: string[];
/** Changes the response to a create, like a proxy. */
let tamper: (response: Response) => Promise<Response>;

beforeEach(async () => {
  responses = [];
  tamper = (response) => Promise.resolve(response);
  world = await startWorld({
    between: async (request, service) => {
      const response = await service(request);
      if (request.method !== 'POST') return response;
      responses.push(await response.clone().text());
      return tamper(response);
    },
  });
  role = (await world.host.data('platform_role', { name: 'viewer' }))['uid'];
  world.requests();
});
afterEach(() => world.close());

const config = (more: Record<string, unknown> = {}) => ({
  group_uid: world.root,
  role_uid: role,
  ttl: '86400s',
  email: 'ada@example.com',
  single_use: true,
  ...more,
});
const codeOf = (response: string | undefined) => (JSON.parse(response ?? '{}') as { code: string }).code;
const writes = () => world.requests().filter((line) => !line.startsWith('GET'));

async function opened(instance: ResourceInstance, key: KeyObject): Promise<string> {
  const { compactDecrypt } = await import('jose');
  const { plaintext } = await compactDecrypt(String(instance.state!['encrypted_code']), key);
  return new TextDecoder().decode(plaintext);
}

test('the code is stored for the recipient only', async () => {
  const invite = world.host.resource('platform_group_invite');
  const planned = await invite.plan(config({ recipient_jwk: ada.text }));
  expect(planned).toMatchObject({ action: 'create', planned: { encrypted_code: UNKNOWN }, warnings: [] });
  await invite.apply(config({ recipient_jwk: ada.text }));
  expect(await opened(invite, ada.privateKey)).toBe(codeOf(responses[0]));
  await expect(opened(invite, bob.privateKey)).rejects.toThrow();
  expect(JSON.stringify(invite.state)).not.toContain(codeOf(responses[0]));
  await invite.refresh();
  expect(await invite.plan(config({ recipient_jwk: ada.text }))).toMatchObject({ action: 'no-op' });
});

test.each([
  ['EC', () => generateRecipientKey('P-521'), 'ECDH-ES+A256KW'],
  ['RSA', () => generateRsaRecipientKey(), 'RSA-OAEP-256'],
])(
  'any public key of the type %s is accepted',
  async (_, generate, alg) => {
    const { publicJwk, privateKey } = generate();
    const invite = world.host.resource('platform_group_invite');
    await invite.apply(config({ recipient_jwk: JSON.stringify({ ...publicJwk, kid: 'ada' }) }));
    expect(await opened(invite, privateKey)).toBe(codeOf(responses[0]));
    const [header = ''] = String(invite.state!['encrypted_code']).split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg, enc: 'A256GCM', kid: 'ada' });
  },
  60_000,
);

test('without a recipient the code is not stored, and the plan warns', async () => {
  const invite = world.host.resource('platform_group_invite');
  const planned = await invite.plan(config());
  expect(planned.planned).toMatchObject({ encrypted_code: null });
  expect(planned.warnings).toMatchObject([{ summary: 'The code will not be stored' }]);
  await invite.apply(config());
  expect(JSON.stringify(invite.state)).not.toContain(codeOf(responses[0]));
  expect(await invite.plan(config())).toMatchObject({ action: 'no-op', warnings: [] });
});

test.each([
  [
    'a private key',
    () => JSON.stringify(ada.privateKey.export({ format: 'jwk' })),
    'must be the public key alone, and holds a private one',
  ],
  ['a secret key', () => JSON.stringify({ kty: 'oct', k: 'hush-hush' }), 'must be the public key alone'],
])('%s is rejected before anything is planned, and the error does not show it', async (_, key, problem) => {
  const refused = world.host.resource('platform_group_invite').plan(config({ recipient_jwk: key() }));
  const { diagnostics } = (await refused.catch((error: unknown) => error)) as { diagnostics: object[] };
  expect(diagnostics).toMatchObject([{ severity: 'error', detail: expect.stringContaining(problem) }]);
  // Terraform would print the line of the attribute.
  expect(diagnostics[0]).not.toHaveProperty('path.0');
  expect(JSON.stringify(diagnostics)).not.toMatch(/hush|"d"/);
  expect(writes()).toEqual([]);
});

test.each([
  ['{"keys": []}', 'must be a JSON Web Key'],
  ['no JSON', 'must be a JSON Web Key'],
  ['{"kty": "EC", "crv": "secp256k1", "x": "", "y": ""}', 'must be an RSA key, or an EC key on P-256'],
  ['{"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"}', 'must be a valid key'],
  [JSON.stringify({ ...ada.publicJwk, use: 'sig' }), 'must be a key for encryption'],
  [JSON.stringify({ ...ada.publicJwk, alg: 'ES256' }), 'must be a key for one of ECDH-ES+A256KW'],
])('a key that cannot encrypt is rejected: %s', async (key, problem) => {
  const refused = world.host.resource('platform_group_invite').plan(config({ recipient_jwk: key }));
  await expect(refused).rejects.toMatchObject({
    diagnostics: [{ path: ['recipient_jwk'], detail: expect.stringContaining(problem) }],
  });
});

test('a short RSA key is rejected', async () => {
  const { text } = generateRsaRecipientKey(1024);
  const refused = world.host.resource('platform_group_invite').plan(config({ recipient_jwk: text }));
  await expect(refused).rejects.toMatchObject({
    diagnostics: [{ detail: expect.stringContaining('must have 2048 bits or more, and has 1024') }],
  });
});

test('another representation of the key changes nothing, another key needs another code', async () => {
  const invite = world.host.resource('platform_group_invite');
  await invite.apply(config({ recipient_jwk: ada.text }));
  writes();
  const { kty, crv, x, y } = ada.publicJwk;
  const spelled = config({ recipient_jwk: JSON.stringify({ kid: 'ada', y, x, crv, kty }, undefined, 2) });
  expect(await invite.plan(spelled)).toMatchObject({ action: 'no-op' });
  const other = config({ recipient_jwk: bob.text });
  expect(await invite.plan(other)).toMatchObject({ action: 'replace', requiresReplace: ['recipient_jwk'] });
  await invite.apply(other);
  expect(await opened(invite, bob.privateKey)).toBe(codeOf(responses[1]));
});

test('removing the recipient removes the encrypted code, and sends nothing', async () => {
  const invite = world.host.resource('platform_group_invite');
  await invite.apply(config({ recipient_jwk: ada.text }));
  writes();
  expect(await invite.apply(config())).toMatchObject({ action: 'update', requiresReplace: [] });
  expect(invite.state).toMatchObject({ recipient_jwk: null, encrypted_code: null });
  expect(writes()).toEqual([]);
});

test('the ttl and the recipient of an imported invite are stored, and replace nothing', async () => {
  const invite = world.host.resource('platform_group_invite');
  await invite.apply(config());
  const imported = (await world.again()).resource('platform_group_invite');
  await imported.import(String(invite.state!['uid']));
  writes();
  const change = await imported.plan(config({ recipient_jwk: ada.text }));
  expect(change).toMatchObject({ action: 'update', requiresReplace: [], planned: { encrypted_code: null } });
  expect(change.warnings).toMatchObject([{ summary: 'Cannot encrypt the code for this key', path: ['recipient_jwk'] }]);
  await imported.apply(config({ recipient_jwk: ada.text }));
  expect(imported.state).toMatchObject({ ttl: '86400s', recipient_jwk: ada.text, encrypted_code: null });
  expect(writes()).toEqual([]);
  expect(await imported.plan(config({ recipient_jwk: ada.text }))).toMatchObject({ action: 'no-op' });
});

test('with a recipient, an invite whose response was lost is tainted and replaced', async () => {
  tamper = () => Promise.reject(new TypeError('fetch failed'));
  const invite = world.host.resource('platform_group_invite');
  const lost = invite.apply(config({ recipient_jwk: ada.text }));
  await expect(lost).rejects.toThrow('The code of group invite (uid');
  tamper = (response) => Promise.resolve(response);
  writes();
  expect(await invite.apply(config({ recipient_jwk: ada.text }))).toMatchObject({ action: 'replace' });
  expect(writes().map((line) => line.split(' ')[0])).toEqual(['DELETE', 'POST']);
  expect(await opened(invite, ada.privateKey)).toBe(codeOf(responses[1]));
});

test('without a recipient, an invite whose response was lost is found', async () => {
  tamper = () => Promise.reject(new TypeError('fetch failed'));
  const invite = world.host.resource('platform_group_invite');
  await invite.apply(config());
  expect(invite.state).toMatchObject({ state: 'active', encrypted_code: null });
  expect(writes()).toHaveLength(1);
});

test('no error shows the code, even if the response ends in its middle', async () => {
  tamper = async (response) => new Response((await response.text()).replace(/("code":"[^"]{12}).*/s, '$1'), response);
  const failed = world.host.resource('platform_group_invite').apply(config({ recipient_jwk: ada.text }));
  const error = (await failed.catch((cause: unknown) => cause)) as Error & { diagnostics: unknown };
  const [half = ''] = codeOf(responses[0]).match(/^.{12}/) ?? [];
  expect(half).toHaveLength(12);
  expect(`${error.message} ${JSON.stringify(error.diagnostics)}`).not.toContain(half);
});

test('an existing invite is adopted only without a recipient', async () => {
  const invite = world.host.resource('platform_group_invite');
  await invite.apply(config());
  const adopting = await world.again({ on_existing: 'adopt' });
  writes();
  const adoption = adopting.resource('platform_group_invite').apply(config({ recipient_jwk: ada.text }));
  await expect(adoption).rejects.toThrow('Cannot adopt group invite');
  const taken = adopting.resource('platform_group_invite');
  await taken.apply(config());
  expect(taken.state).toMatchObject({ uid: invite.state!['uid'], encrypted_code: null });
  expect(writes()).toEqual([]);
});
