/** A secret reaches only the service: no state, plan, private state, log or output contains it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { resourceIn } from '../../support/terraform-json';
import { setProcessStage, type ProcessStage } from './process-stage';

jest.setTimeout(300_000);

let stage: ProcessStage;
afterEach(() => stage.close());

const secrets = ['first-hush-hush', 'second-hush-hush'];
const config = (version: number, more = '') => `
variable "secret" {
  ephemeral = true
  sensitive = true
}
data "platform_role" "viewer" {
  name = "viewer"
}
resource "platform_identity_provider" "staff" {
  group_uid    = "ROOT"
  name         = "staff"
  default_role = data.platform_role.viewer.uid
  ${more}
  oidc = {
    issuer                   = "https://login.example.com"
    client_id                = "platform"
    client_secret            = var.secret
    client_secret_wo_version = ${version}
  }
}
`;

/** Returns everything in the folder, with the contents of plans. */
function stored(dir: string): string {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'main.tf')
    .flatMap(({ name }) => {
      const bytes = readFileSync(join(dir, name));
      if (!name.endsWith('.bin')) return [bytes.toString()];
      return Object.values(unzipSync(bytes)).map((part) => Buffer.from(part).toString('latin1'));
    })
    .join('\n');
}

test('a client secret is created, renewed by its version, imported and destroyed, and never stored', async () => {
  stage = await setProcessStage(config(1));
  const { tf } = stage;
  Object.assign(tf.env, { TF_LOG: 'trace', TF_LOG_PATH: join(tf.dir, 'trace.log') });
  const run = async (secret: string | undefined, ...args: readonly string[]) => {
    tf.env['TF_VAR_secret'] = secret;
    return (await tf.ok(...args)).text;
  };
  const seen = [await run(secrets[0], 'plan', '-no-color', '-out=first.bin')];
  seen.push(
    await run(secrets[0], 'apply', '-no-color', 'first.bin'),
    await run(undefined, 'show', '-json', 'first.bin'),
  );
  tf.env['TF_VAR_secret'] = secrets[1];
  expect((await tf.plan()).changed).toBe(false);
  stage.configure(config(2));
  seen.push(await run(secrets[1], 'plan', '-no-color', '-out=second.bin'));
  expect(seen.at(-1)).toContain('0 to add, 1 to change, 0 to destroy');
  seen.push(await run(secrets[1], 'apply', '-no-color', 'second.bin'));
  expect((await tf.plan()).changed).toBe(false);
  const { values } = resourceIn(await tf.state(), 'platform_identity_provider.staff');
  expect(values['oidc']).toMatchObject({ client_secret: null, client_secret_wo_version: 2 });

  const bodies = (await stage.requestLog.entries()).map(({ body }) => body ?? '');
  // The log of requests hides secrets.
  expect(bodies.filter((body) => body.includes('"clientSecret":"')).length).toBe(2);

  seen.push(await run(secrets[1], 'state', 'rm', 'platform_identity_provider.staff'));
  seen.push(await run(secrets[1], 'import', '-no-color', 'platform_identity_provider.staff', String(values['uid'])));
  seen.push(await run(secrets[1], 'destroy', '-no-color', '-auto-approve'));
  const all = [...seen, stored(tf.dir)].join('\n');
  expect(all).toContain('/iam/v2beta1/identityProviders');
  for (const secret of secrets) expect(all).not.toContain(secret);
});
