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
  expect(source).toContain(`assert.equal(Object.keys(org.groups).length, 1);`);
  expect(source).toContain(`assert.deepEqual(org.whoHas('owner', 'acme'), ['ada at login.example.com']);`);
  expect(source).toContain(`await applied(program, { env: { TF_VAR_client_secret: 'secret' } });`);
});

test('an emulator cannot contain objects that the code knows only by uid', async () => {
  const { organization } = await adopt({ groups: [{ name: 'other' }] });
  const source = testFile(organization, []);
  expect(source).not.toContain('applied');
  expect(source).not.toContain('whoHas');
  expect(source).toContain(`synthesized(program, { rootName: 'other' })`);
});
