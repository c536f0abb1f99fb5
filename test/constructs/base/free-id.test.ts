import { App, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import { Group, Identity, Organization, PlatformProvider, Rotation } from '../../../constructs';
import { outdir, rootUid } from '../synthesized';

const line = (at: number): string => `test/constructs/base/free-id.test.ts:${at}`;
const stack = new TerraformStack(new App({ outdir }), 'org');
new PlatformProvider(stack, 'platform', { install: false });
const acme = Group.fromUid(stack, 'acme', rootUid);
acme.addGroup('payments');
acme.addIdentity('ci', { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' });
new Construct(stack, 'mine');
const advice = 'Choose another id for one of them.';

it('names both constructs with one id, and the line of the first', () => {
  expect(() => acme.addGroup('payments')).toThrow(
    `Cannot create Group "org/acme/payments": its scope already contains a Group with this id (${line(10)}). ${advice}`,
  );
  expect(() => acme.addIdentity('payments', { servicePrincipal: 'X' })).toThrow(
    `Cannot create Identity "org/acme/payments": its scope already contains a Group with this id (${line(10)}). ${advice}`,
  );
  expect(() => Group.fromUid(stack, 'acme', rootUid)).toThrow(
    `Cannot create Group "org/acme": its scope already contains a Group with this id (${line(9)}). ${advice}`,
  );
  expect(() => new Group(acme, 'ci', { name: 'ci' })).toThrow('its scope already contains an Identity with this id');
  expect(() => new Group(stack, 'mine', { parent: acme, name: 'mine' })).toThrow(
    `Cannot create Group "org/mine": its scope already contains a construct with this id. ${advice}`,
  );
});

it.each<[string, (id: string) => unknown]>([
  ['PlatformProvider', (id) => new PlatformProvider(stack, id, { alias: 'other' })],
  ['Rotation', (id) => new Rotation(stack, id, { anchor: 'terraform_data', every: { days: 1 } } as never)],
  ['Identity.person', (id) => Identity.person(stack, id, { issuer: 'https://login.example.com', subject: 'ada' })],
  ['Group', (id) => new Organization(stack, id, { root: rootUid })],
])('checks the id of %s', (what, create) => {
  expect(() => create('acme')).toThrow(`Cannot create ${what} "org/acme": its scope already contains a Group`);
});
