// @slow
import { formatHtml } from '../../../src/review';
import { createAccessGraph } from '../../../src/access/graph';
import { describePage } from './in-page';

jest.setTimeout(180_000);

const account = { issuer: 'https://login.acme.example', subject: 'ada' };
const after = createAccessGraph({
  groups: [{ key: 'g', name: 'acme' }],
  identities: [{ key: 'p', name: 'ada at login.acme.example', assumption: 'sign_in', account }],
});
const name = 'ada at login.acme.example';
const object = {
  kind: 'identity',
  node: 'identity',
  name,
  path: name,
  after: { key: 'p', assumed: 'unknown', fields: {} },
  status: 'kept',
  changes: [],
  isManaged: false,
  address: 'platform_role_binding abc',
  plan: 'the live service',
} as const;

describePage('an object', ({ inPage }) => {
  test('a person has an issuer and a subject, not a trust policy or the request that names it', () =>
    inPage(
      formatHtml({ after, objects: [object], unknownRoles: new Set() }),
      async (page) => {
        await page.locator('h2', { hasText: 'ada at login.acme.example' }).waitFor();
        expect(await page.locator('.above').textContent()).toBe('People / ');
        expect(await page.locator('.facts').textContent()).toBe('Issuerhttps://login.acme.exampleSubjectada');
        expect(await page.locator('#panel').textContent()).not.toMatch(/unknown|platform_role_binding/);
      },
      { route: '#/object/0' },
    ));
});
