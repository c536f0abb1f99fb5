/** Invalid input is one readable diagnostic on the right line, and nothing is created. */
import { startFaultProxy, type FaultProxy, type Meets } from '../../support/fault-proxy';
import type { Diagnostic } from '../../support/terraform-json';
import { header, setStage, type Stage } from './stage';

jest.setTimeout(120_000);

let env: Record<string, string>;
let stage: Stage;
let proxy: FaultProxy;
let meets: (request: { method: string; path: string }) => Meets;

beforeAll(async () => {
  stage = await setStage({
    config: '',
    env: ({ baseUrl, token }) => (env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: token }),
  });
  proxy = await startFaultProxy(stage.baseUrl, (request) => meets(request));
});
beforeEach(async () => {
  meets = () => undefined;
  Object.assign(env, { PLATFORM_BASE_URL: stage.baseUrl, PLATFORM_TOKEN: stage.token });
  await stage.writes();
});
afterAll(async () => {
  await proxy.close();
  await stage.close();
});

const group = 'resource "platform_group" "g" {\n  parent_uid = "ROOT"\n  name       = "g"\n}\n';
const binding = (identity: string) =>
  `resource "platform_role_binding" "b" {\n  group_uid    = "ROOT"\n  identity_uid = ${JSON.stringify(identity)}\n  role_uid     = "${'a'.repeat(40)}"\n}\n`;
const withIssuer = (issuer: string) =>
  `resource "platform_identity" "i" {\n  group_uid = "ROOT"\n  name      = "i"\n  claim_match = {\n    issuer  = "${issuer}"\n    subject = "s"\n  }\n}\n`;

/** Returns the output of `terraform apply`, after a check that it changed nothing. */
async function apply(config: string): Promise<readonly Diagnostic[]> {
  stage.tf.write({ 'main.tf': `${header}${config.replaceAll('ROOT', stage.rootGroupUid)}` });
  const found = await stage.tf.diagnostics('apply', '-auto-approve', '-input=false');
  expect((await stage.writes()).filter((line) => !line.startsWith('GET'))).toEqual([]);
  return found.filter(({ severity }) => severity === 'error');
}

test.each([
  ['an invalid name', group.replace('"g"\n}', '"No Capitals"\n}'), 'name       = "No Capitals"', /name must match/],
  ['a missing name', group.replace('"g"\n}', 'null\n}'), 'name       = null', /name/],
  ['a computed attribute that is set', group.replace('}', '  uid = "x"\n}'), 'uid = "x"', /uid/],
  [
    'a description that is too long',
    group.replace('}', `  description = "${'x'.repeat(513)}"\n}`),
    'description = ',
    /512/,
  ],
  [
    'an unknown role',
    'data "platform_role" "r" {\n  name = "veiwer"\n}\n',
    'name = "veiwer"',
    /Cannot find role "veiwer"\nDid you mean "viewer"/,
  ],
  ['a uid with ../', group.replace('"ROOT"', '"ROOT/../x"'), 'parent_uid', /is not a uid/],
  ['a uid with a quote', binding('a"b'), 'identity_uid', /is not a uid/],
  ['an issuer that is not https', withIssuer('http://issuer.example'), 'issuer  = ', /https:\/\//],
  ['an issuer that is no URL', withIssuer('issuer'), 'issuer  = ', /https:\/\//],
  [
    'an invalid capability',
    'resource "platform_role" "r" {\n  group_uid = "ROOT"\n  name = "r"\n  capabilities = ["list groups"]\n}\n',
    'capabilities = ',
    /not a capability/,
  ],
])('%s is one diagnostic on its line', async (_, config, line, expected) => {
  const found = await apply(config);
  expect(found).toHaveLength(1);
  expect(`${found[0]!.summary}\n${found[0]!.detail}`).toMatch(expected);
  expect(found[0]!.range?.filename).toBe('main.tf');
  expect(found[0]!.snippet?.code).toContain(line);
});

const outside: readonly [string, () => Record<string, string>, RegExp][] = [
  ['an unreachable base URL', () => ({ PLATFORM_BASE_URL: 'http://127.0.0.1:9' }), /127\.0\.0\.1:9.*base_url/s],
  ['a base URL that is no URL', () => ({ PLATFORM_BASE_URL: 'not a url' }), /PLATFORM_BASE_URL|base_url/],
  ['no base URL', () => ({ PLATFORM_BASE_URL: '' }), /Set PLATFORM_BASE_URL/],
  ['a wrong token', () => ({ PLATFORM_TOKEN: 'wrong-token-123' }), /UNAUTHENTICATED/],
  ['no token', () => ({ PLATFORM_TOKEN: '' }), /PLATFORM_TOKEN/],
];

test.each(outside)('%s is one diagnostic with the next step', async (_, change, expected) => {
  Object.assign(env, change());
  const found = await apply(
    `provider "platform" {\n  max_retries = 0\n}\n${group}${group.replace('"g" {', '"h" {').replace('"g"\n}', '"h"\n}')}`,
  );
  expect(found).toHaveLength(1);
  expect(`${found[0]!.summary}\n${found[0]!.detail}`).toMatch(expected);
  expect(JSON.stringify(found)).not.toContain('wrong-token-123');
});

test('a token without permission is one diagnostic that names the group and the next step', async () => {
  env['PLATFORM_TOKEN'] = await stage.tokenFor('c'.repeat(40));
  const found = await apply(group);
  expect(found).toHaveLength(1);
  expect(found[0]!.detail).toMatch(/PERMISSION_DENIED|UNAUTHENTICATED/);
});

const answers: readonly [string, { status: number; body: string; contentType?: string }][] = [
  ['a web page', { status: 200, body: '<html>Welcome</html>', contentType: 'text/html' }],
  ['half of a JSON text', { status: 200, body: '{"groups": [' }],
  ['a list where an object belongs', { status: 200, body: '[]' }],
  ['an object without a uid', { status: 200, body: '{"name": "g"}' }],
  ['fields of other types', { status: 200, body: '{"uid": 7, "name": {"a": 1}, "groups": "none", "totalCount": {}}' }],
  ['nothing', { status: 200, body: '' }],
  ['an error of another format', { status: 400, body: '{"error": "bad"}' }],
  ['a redirect', { status: 302, body: 'elsewhere' }],
];

test.each(answers)('%s as the response of the API is one diagnostic that names the call', async (_, answer) => {
  meets = () => answer;
  env['PLATFORM_BASE_URL'] = proxy.url;
  const found = await apply(group);
  expect(found).toHaveLength(1);
  expect(found[0]!.detail).toMatch(/GET \/iam\/v2beta1\/groups/);
  expect(JSON.stringify(found)).not.toContain(stage.token);
});
