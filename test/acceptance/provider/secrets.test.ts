/** No output of the provider contains a token: state, plan, logs at trace, errors. Source: DESIGN §5, Tokens. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { setProcessStage, type ProcessStage } from './process-stage';
import { noLag } from './stage';

jest.setTimeout(120_000);

let stage: ProcessStage;
afterEach(() => stage.close());

const config = `${noLag}
resource "platform_group" "g" {
  parent_uid = "ROOT"
  name       = "g"
}
data "platform_role" "viewer" {
  name = "viewer"
}
`;
/** The exchanged token of the identity is also a JSON Web Token. */
const anyJwt = /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/;

/** Runs a plan, an apply and a failure with logs. Returns everything that was printed, logged or stored. */
async function everything(): Promise<string> {
  const { tf } = stage;
  Object.assign(tf.env, { TF_LOG: 'trace', TF_LOG_PATH: join(tf.dir, 'trace.log') });
  const runs = [await tf.run('plan', '-no-color', '-out=plan.bin'), await tf.run('apply', '-no-color', 'plan.bin')];
  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  runs.push(await tf.run('show', '-json', 'plan.bin'), await tf.run('show', '-json'));
  const failing = await tf.run('import', '-no-color', 'platform_group.g', '0'.repeat(40));
  expect(failing.code).toBe(1);
  await stage.faults.add({ effect: 'error', code: 'PERMISSION_DENIED' });
  const refused = await tf.run('plan', '-no-color');
  expect(refused.code).toBe(1);
  return [...runs, failing, refused].map(({ text }) => text).join('\n') + contents(tf.dir);
}

function contents(dir: string): string {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'main.tf')
    .map(({ name }) => {
      const bytes = readFileSync(join(dir, name));
      if (name !== 'plan.bin') return bytes.toString();
      return Object.values(unzipSync(bytes))
        .map((part) => Buffer.from(part).toString('latin1'))
        .join('\n');
    })
    .join('\n');
}

test('a token of the environment never appears', async () => {
  stage = await setProcessStage(config);
  const text = await everything();
  expect(text).toContain('GET /iam/v2beta1/roles');
  expect(text).not.toContain(stage.token);
  expect(text).not.toMatch(anyJwt);
});

test('neither the presented nor the obtained token of a workload appears', async () => {
  stage = await setProcessStage(config);
  const { tf } = stage;
  const { subject, identityUid } = await assumable();
  const presented = await stage.oidcToken({ subject, audience: new URL(stage.authUrl).hostname });
  Object.assign(tf.env, {
    PLATFORM_TOKEN: undefined,
    PLATFORM_AUTH_URL: stage.authUrl,
    PLATFORM_IDENTITY_UID: identityUid,
    PLATFORM_IDENTITY_TOKEN: presented,
  });
  const text = await everything();
  expect(text).not.toContain(presented);
  expect(text).not.toMatch(anyJwt);
  expect((await stage.requestLog.entries()).some(({ path }) => path === '/sts/exchange')).toBe(true);
});

/** Creates an identity that owns the organization and accepts tokens of the emulator's own issuer. */
async function assumable() {
  const issuer = `${stage.authUrl}/oidc`;
  const subject = 'repo:acme/shop:ref:refs/heads/main';
  const [role] = await list('roles?name=owner');
  const identity = await create(`identities/${stage.rootGroupUid}`, {
    name: 'ci',
    claimMatch: { issuer, subject },
  });
  await create(`roleBindings/${stage.rootGroupUid}`, { identityUid: identity.uid, roleUid: role!.uid });
  return { subject, identityUid: identity.uid };
}

async function list(path: string): Promise<{ uid: string }[]> {
  const answer = await fetch(`${stage.baseUrl}/iam/v2beta1/${path}`, {
    headers: { authorization: `Bearer ${stage.token}` },
  });
  return ((await answer.json()) as { roles: { uid: string }[] }).roles;
}

async function create(path: string, body: object): Promise<{ uid: string }> {
  const answer = await fetch(`${stage.baseUrl}/iam/v2beta1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { uid: string };
}
