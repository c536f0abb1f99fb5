import { unwrapped } from '../../support/terraform';
import { resourceIn } from '../../support/terraform-json';
import { header, setStage, type Stage } from './stage';

jest.setTimeout(120_000);

let stage: Stage;
beforeAll(async () => {
  stage = await setStage({ config: '' });
});
beforeEach(() => stage.writes());
afterAll(() => stage.close());

const claims = 'claim_match = {\n    issuer  = "https://issuer.example"\n    subject = "s"\n  }';
const identity = (body: string, lifecycle = '') => `${header}
resource "platform_identity" "ci" {
  group_uid = "${stage.rootGroupUid}"
  name      = "ci"
  ${body}
  ${lifecycle}
}
`;
const createFirst = 'lifecycle {\n    create_before_destroy = true\n  }';
const provider = (onExisting: string) => `provider "platform" {\n  on_existing = "${onExisting}"\n}\n`;
const uid = async (): Promise<unknown> => resourceIn(await stage.tf.state(), 'platform_identity.ci').values['uid'];
const methods = async (): Promise<string[]> => (await stage.writes()).map((line) => line.split(' ')[0]!);

test('another relationship replaces the identity, which both attributes show', async () => {
  stage.tf.write({ 'main.tf': identity(claims) });
  await stage.tf.apply();
  const before = await uid();
  stage.tf.write({ 'main.tf': identity('service_principal = "SERVICE_PRINCIPAL_COSIGNED"') });
  const { text } = await stage.tf.plan();
  expect(text).toMatch(/claim_match\s+= \{ # forces replacement/);
  expect(text).toMatch(/service_principal\s+= "SERVICE_PRINCIPAL_COSIGNED" # forces replacement/);
  await stage.writes();
  await stage.tf.apply();
  expect(await methods()).toEqual(['DELETE', 'POST']);
  expect(await uid()).not.toBe(before);
  expect((await stage.tf.plan()).changed).toBe(false);
});

test('create_before_destroy stops at the former object, and the error explains how to allow two for a while', async () => {
  stage.tf.write({ 'main.tf': identity(claims, createFirst) });
  const run = await stage.tf.run('apply', '-no-color', '-input=false', '-auto-approve');
  expect(run.code).toBe(1);
  expect(unwrapped(run.text)).toContain('with create_before_destroy, set "create"');
  expect(await methods()).toEqual([]);
  stage.tf.write({ 'main.tf': identity(claims, createFirst) + provider('create') });
  await stage.tf.apply();
  expect(await methods()).toEqual(['POST', 'DELETE']);
  expect((await stage.tf.plan()).changed).toBe(false);
});

test('-replace creates a new object and then deletes the old one', async () => {
  const before = await uid();
  await stage.tf.apply('-replace=platform_identity.ci');
  expect(await methods()).toEqual(['POST', 'DELETE']);
  expect(await uid()).not.toBe(before);
});

test('create_before_destroy with "adopt" keeps the object', async () => {
  const before = await uid();
  stage.tf.write({ 'main.tf': identity(claims, createFirst) + provider('adopt') });
  await stage.tf.apply('-replace=platform_identity.ci');
  expect(await methods()).toEqual([]);
  expect(await uid()).toBe(before);
  expect((await stage.tf.plan()).changed).toBe(false);
});
