/** Invites: their code is never stored in clear text, and a used or expired invite is not drift. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { generateRecipientKey } from '../../support/recipient-key';
import { unwrapped } from '../../support/terraform';
import { resourceIn } from '../../support/terraform-json';
import { setProcessStage, until, type ProcessStage } from './process-stage';
import { noLag } from './stage';

jest.setTimeout(300_000);

let stage: ProcessStage;
afterEach(() => stage.close());

const { privateKey, text: recipient } = generateRecipientKey();
const secretJwk = privateKey.export({ format: 'jwk' });

const config = (more = '', ttl = '86400s') => `${noLag}
data "platform_role" "viewer" {
  name = "viewer"
}
resource "platform_group_invite" "ada" {
  group_uid  = "ROOT"
  role_uid   = data.platform_role.viewer.uid
  ttl        = "${ttl}"
  email      = "ada@example.com"
  single_use = true
  ${more}
}
`;
const sealed = `recipient_jwk = ${JSON.stringify(recipient)}`;
const invite = async () => resourceIn(await stage.tf.state(), 'platform_group_invite.ada').values;

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

async function withdraw(uid: string): Promise<void> {
  const response = await fetch(`${stage.baseUrl}/iam/v2beta1/groupInvites/${uid}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${stage.token}` },
  });
  expect(response.status).toBe(200);
}

test('the private key decrypts the code, and no state, plan, log or output contains it in clear text', async () => {
  stage = await setProcessStage(config(sealed));
  const { tf } = stage;
  Object.assign(tf.env, { TF_LOG: 'trace', TF_LOG_PATH: join(tf.dir, 'trace.log') });
  const seen = [(await tf.ok('plan', '-no-color', '-out=first.bin')).text];
  expect(seen[0]).toMatch(/encrypted_code\s+= \(known after apply\)/);
  expect(seen[0]).not.toContain('Warning');
  seen.push((await tf.ok('apply', '-no-color', 'first.bin')).text, (await tf.ok('show', '-json')).text);
  const { encrypted_code: encrypted, key_id: keyId, uid } = await invite();
  const { compactDecrypt } = await import('jose');
  const { plaintext } = await compactDecrypt(String(encrypted), privateKey);
  const code = new TextDecoder().decode(plaintext);
  // The format of codes in the emulator.
  expect(code.startsWith(`${String(keyId)}.`)).toBe(true);
  expect((await tf.plan()).changed).toBe(false);

  await withdraw(String(uid));
  const after = await tf.plan();
  expect(after.changed).toBe(false);
  await tf.ok('apply', '-no-color', '-auto-approve');
  expect(await invite()).toMatchObject({ uid, state: 'used_or_withdrawn' });
  seen.push((await tf.ok('apply', '-no-color', '-auto-approve', '-replace=platform_group_invite.ada')).text);
  expect(await invite()).toMatchObject({ state: 'active' });
  expect((await invite())['uid']).not.toBe(uid);
  seen.push((await tf.ok('destroy', '-no-color', '-auto-approve')).text);
  const all = [...seen, stored(tf.dir)].join('\n');
  expect(all).toContain(String(encrypted));
  expect(all).not.toContain(code);
});

test('an expired invite changes no plan, an imported one stores its ttl, and without a key the plan warns about the lost code', async () => {
  stage = await setProcessStage(config());
  const { tf } = stage;
  const { text } = await tf.plan();
  expect(unwrapped(text)).toContain('Warning: The code will not be stored');
  await tf.apply();
  const { uid } = await invite();
  await tf.ok('state', 'rm', 'platform_group_invite.ada');
  stage.configure(`${config()}\nimport {\n  to = platform_group_invite.ada\n  id = "${String(uid)}"\n}\n`);
  expect((await tf.plan()).text).toContain('1 to import, 0 to add, 0 to change, 0 to destroy');
  await tf.apply();
  expect(await invite()).toMatchObject({ uid, ttl: '86400s', encrypted_code: null });

  // A new one that expires immediately.
  stage.configure(config('', '0s'));
  await tf.apply();
  stage.configure(config('', '0s'));
  expect((await tf.plan()).changed).toBe(false);
  // The provider takes the time of the service from a header without milliseconds.
  await until(async () => {
    await tf.ok('apply', '-no-color', '-auto-approve', '-refresh-only');
    return (await invite())['state'] === 'expired';
  });
  await tf.destroy();
});

test('a private key is rejected, and its line is not shown', async () => {
  stage = await setProcessStage(config(`recipient_jwk = ${JSON.stringify(JSON.stringify(secretJwk))}`));
  const run = await stage.tf.run('plan', '-no-color', '-input=false', '-out=refused.bin');
  expect(run.code).toBe(1);
  expect(unwrapped(run.text)).toContain('must be the public key alone, and holds a private one');
  expect([run.text, stored(stage.tf.dir)].join('\n')).not.toContain(String(secretJwk.d));
});
