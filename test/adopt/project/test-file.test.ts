import { testFile } from '../../../src/adopt/project/test-file';
import { adopt } from '../adopted';

const person = (name: string) => ({ name, account: { issuer: 'https://login.example.com', subject: name } });

test('the test names the owners of the root, and applies the organization to an emulator', async () => {
  const seed = {
    groups: [{ name: 'acme', groups: [{ name: 'shop' }], roleBindings: [{ identity: 'ada', role: 'owner' }] }],
    identities: [person('ada')],
  };
  const { organization } = await adopt(seed, { isReal: true });
  const source = testFile(organization, ['client_secret']);
  expect(source).toBe(`import assert from 'node:assert/strict';
import { test } from 'node:test';
import { App } from 'cdktf';
import { applied, ROOT_GROUP_UID, synthesized } from 'cdktf-provider-platform/testing';
import { organization } from './organization';

const program = () => {
  const app = new App();
  organization(app, ROOT_GROUP_UID);
  return app;
};

test('it declares at least 1 group under acme', () => {
  const org = synthesized(program);
  assert.ok(Object.keys(org.groups).length >= 1);
});

test('only the known owners can do everything', () => {
  const org = synthesized(program);
  assert.deepEqual(org.whoHas('owner', 'acme'), ['ada at login.example.com']);
});

test('Terraform applies it to an emulator, and a second plan is empty', async () => {
  const org = await applied(program, { env: { TF_VAR_client_secret: 'secret' } });
  assert.deepEqual(await org.plan(), []);
  await org.close();
});
`);
});

test('an emulator cannot contain objects that the code knows only by uid', async () => {
  const { organization } = await adopt({ groups: [{ name: 'other' }] });
  const source = testFile(organization, []);
  expect(source).not.toContain('applied');
  expect(source).not.toContain('whoHas');
  expect(source).toContain(`synthesized(program, { rootName: 'other' })`);
});
