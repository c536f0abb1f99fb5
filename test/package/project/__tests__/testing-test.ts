import { applied, synthesized, type AppliedOrganization } from 'cdktf-provider-platform/testing';
import { App } from 'cdktf';
import { Organization } from '../main';

const program = () => {
  const app = new App();
  new Organization(app, 'org', process.env.ROOT_GROUP_UID!);
  return app;
};
let org: AppliedOrganization;

beforeAll(async () => {
  org = await applied(program);
}, 120_000);
afterAll(() => org.close());

test('the declared organization is the applied one', async () => {
  expect({ acme: {}, ...synthesized(program).groups }).toEqual(org.groups);
  expect(await org.plan()).toEqual([]);
}, 60_000);
