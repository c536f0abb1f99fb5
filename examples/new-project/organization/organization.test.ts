import assert from 'node:assert/strict';
import { test } from 'node:test';
import { App } from 'cdktf';
import { applied, ROOT_GROUP_UID, synthesized } from 'cdktf-provider-platform/testing';
import { organization } from './organization';

const program = () => {
  const app = new App();
  organization(app, ROOT_GROUP_UID);
  return app;
};

test('CI can view payments, and nothing else', () => {
  const org = synthesized(program);
  assert.deepEqual(org.grants, ['acme/payments/ci → viewer → acme/payments']);
  assert.equal(org.can('acme/payments/ci', 'groups.update', 'acme/payments'), false);
});

test('Terraform applies it to an emulator, and a second plan is empty', async () => {
  const org = await applied(program);
  assert.deepEqual(org.whoHas('viewer', 'acme/payments'), ['acme/payments/ci']);
  assert.deepEqual(await org.plan(), []);
  await org.close();
});
