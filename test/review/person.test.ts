/** What a person is called whom a plan knows by the account alone: they have not signed in yet. */
import { answer, examinePlans, formatAnswerText, readState } from '../../src/review';

const ROOT = 'ac3e'.repeat(10);
const GRACE = '64ace'.repeat(8);
const OWNER = '00ee4'.repeat(8);

function organizationWith(account: Readonly<Record<string, unknown>>) {
  const resource = (mode: 'data' | 'managed', type: string, attributes: object) => ({
    mode,
    type,
    name: 'one',
    provider: 'provider["platform-iac.internal/npm/platform"]',
    instances: [{ attributes }],
  });
  const state = {
    version: 4,
    terraform_version: '1.11.4',
    resources: [
      resource('data', 'platform_identity', { uid: GRACE, name: null, email: null, group_uid: null, ...account }),
      resource('data', 'platform_role', { uid: OWNER, name: 'owner', capabilities: ['role_bindings.create'] }),
      resource('managed', 'platform_role_binding', {
        uid: `${ROOT}/0123456789abcdef`,
        group_uid: ROOT,
        identity_uid: GRACE,
        role_uid: OWNER,
      }),
    ],
  };
  const examined = examinePlans([readState(JSON.stringify(state), 'state')], {
    configuration: { names: { [ROOT]: 'acme' } },
  });
  const question = { ask: 'who-can', capability: 'role_bindings.create', path: 'acme' } as const;
  return formatAnswerText(answer(examined, question, { side: 'after', isLive: false })).split('\n')[2];
}

test('is the subject, and where it signs in', () => {
  expect(organizationWith({ issuer: 'https://login.example.com/x', subject: 'grace@example.com' })).toMatch(
    /^grace@example\.com at login\.example\.com /,
  );
});

test.each([
  ['a name that the person has', { name: 'grace', issuer: 'https://login.example.com', subject: 'g' }, /^grace /],
  ['no path, which a subject with a slash would be', { issuer: 'https://a.example', subject: 'acme/ci' }, /^64ace/],
  ['the uid, where the issuer is none', { issuer: 'login', subject: 'grace' }, /^64ace/],
])('is %s', (_, account, expected) => {
  expect(organizationWith(account)).toMatch(expected);
});
