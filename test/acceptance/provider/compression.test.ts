/** The built provider behind a gateway that compresses responses. */
import { startFaultProxy, type FaultProxy, type Meets } from '../../support/fault-proxy';
import { unwrapped } from '../../support/terraform';
import { setProcessStage, type ProcessStage } from './process-stage';

jest.setTimeout(180_000);

const config = (root: string) => `
resource "platform_group" "team" {
  count      = 3
  parent_uid = "${root}"
  name       = "team \${count.index}"
}
resource "platform_identity" "ci" {
  count       = 3
  group_uid   = platform_group.team[count.index].uid
  name        = "ci"
  claim_match = { issuer = "https://issuer.example", subject = "ci" }
}
data "platform_role" "viewer" { name = "viewer" }
resource "platform_role_binding" "ci" {
  count        = 3
  group_uid    = platform_group.team[count.index].uid
  identity_uid = platform_identity.ci[count.index].uid
  role_uid     = data.platform_role.viewer.uid
}
`;

interface Passing {
  readonly method: string;
  readonly path: string;
}

let stage: ProcessStage;
let proxy: FaultProxy;
let meets: (request: Passing) => Meets;
beforeAll(async () => {
  stage = await setProcessStage('');
  proxy = await startFaultProxy(stage.baseUrl, (request) => meets(request));
  stage.tf.env['PLATFORM_BASE_URL'] = proxy.url;
  stage.configure(config(stage.rootGroupUid));
});
afterAll(async () => {
  await proxy.close();
  await stage.close();
});

const gzip: Meets = { compressed: 'gzip' };

test.each<[string, (request: Passing) => Meets]>([
  ['everything', () => gzip],
  ['only lists', ({ method, path }) => (method === 'GET' && path.includes('?') ? gzip : undefined)],
  ['only responses to POST', ({ method }) => (method === 'POST' ? gzip : undefined)],
])('applies, plans and destroys behind a gateway that compresses %s', async (_, compressing) => {
  meets = compressing;
  await stage.tf.ok('apply', '-auto-approve', '-input=false');
  expect((await stage.tf.plan()).changed).toBe(false);
  await stage.tf.destroy();
});

test.each(['br', 'deflate'] as const)(
  'names the encoding %s of a gateway that uses it although nobody asked',
  async (encoding) => {
    meets = () => ({ compressed: encoding });
    const { code, text } = await stage.tf.run('plan', '-no-color', '-input=false');
    expect(code).toBe(1);
    expect(unwrapped(text)).toContain(`the body has the content encoding "${encoding}"`);
  },
);

test('a create whose response cannot be read leaves no object without state', async () => {
  meets = ({ method }) => (method === 'POST' ? { compressed: 'br' } : undefined);
  await stage.tf.ok('apply', '-auto-approve', '-input=false');
  expect((await stage.tf.plan()).changed).toBe(false);
  await stage.tf.destroy();
});
