/** The debug log of a denied create explains what the provider decided: docs/operating.md shows this output. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProcessStage, setProcessStage } from './process-stage';

jest.setTimeout(120_000);

const config = `
provider "platform" {
  propagation_timeout_seconds = 3
}
resource "platform_group" "payments" {
  parent_uid = "ROOT"
  name       = "payments"
}
resource "platform_identity" "ci" {
  group_uid   = platform_group.payments.uid
  name        = "ci"
  claim_match = {
    issuer  = "https://issuer.example"
    subject = "repo:acme/shop"
  }
}
`;

let stage: ProcessStage;
afterAll(() => stage.close());

const page = readFileSync(join(__dirname, '../../../docs/operating.md'), 'utf8');
const [, section = ''] = page.split('## Debug log');
const blockOf = (language: string): string => section.split('```' + language + '\n')[1]?.split('```')[0] ?? '';

test('the decisions of a denied create explain it, and the documentation shows them and the command', async () => {
  stage = await setProcessStage(config);
  await stage.faults.add({
    effect: 'error',
    code: 'PERMISSION_DENIED',
    method: 'POST',
    path: '/iam/v2beta1/identities*',
  });
  Object.assign(stage.tf.env, { TF_LOG_PROVIDER: 'debug', TF_LOG_PATH: join(stage.tf.dir, 'debug.log') });
  const { code } = await stage.tf.run('apply', '-auto-approve', '-no-color', '-input=false');
  expect(code).toBe(1);
  const [, filter = ''] = blockOf('sh').split(' | ');
  const input = readFileSync(join(stage.tf.dir, 'debug.log'));
  expect(execFileSync('sh', ['-c', filter], { input, encoding: 'utf8' })).toBe(blockOf('text'));
});
