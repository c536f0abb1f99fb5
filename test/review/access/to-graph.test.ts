/** Tests the names of people in a report. */
import { reviewEdit, type EditedObject, type EditedObjects } from '../edited-plan';
import { answer, createReview, formatAnswerText, readPlan, readState } from '../../../src/review';
import { displayed } from '../../../src/base/text/visible';

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
  const review = createReview([readState(JSON.stringify(state), 'state')], {
    configuration: { names: { [ROOT]: 'acme' } },
  });
  const question = { ask: 'who-can', capability: 'role_bindings.create', path: 'acme' } as const;
  return formatAnswerText(answer(review, question, { side: 'after', isLive: false })).split('\n')[2];
}

test('a person without a name has subject and issuer as name, so that two realms of one host differ', () => {
  const person = (issuer: string) => organizationWith({ issuer, subject: 'grace@example.com' });
  expect(person('https://login.example.com')).toMatch(/^grace@example\.com at login\.example\.com /);
  expect(person('https://login.example.com/realms/staff')).toMatch(/ at login\.example\.com%2Frealms%2Fstaff /);
});

test.each([
  [
    'an account and a name',
    { name: 'grace', issuer: 'https://login.example.com', subject: 'g' },
    /^g at login\.example\.com /,
  ],
  ['only a name', { name: 'grace' }, /^grace /],
  ['only an e-mail address', { email: 'grace@example.com' }, /^grace@example\.com /],
  [
    'a subject with a slash, which would look like a path',
    { issuer: 'https://a.example', subject: 'a/ci' },
    /^a%2Fci /,
  ],
  ['a name with a slash', { name: 'acme/ci' }, /^acme%2Fci /],
  ['an issuer that is no URL', { issuer: 'login', subject: 'grace' }, /^grace at login /],
  ['no issuer', { subject: 'grace' }, /^64ace/],
])('a person with %s', (_, account, expected) => {
  expect(organizationWith(account)).toMatch(expected);
});

test.each([
  ['the name of the configuration, also if the state has another', { [ROOT]: 'globex' }, 'acme', 'globex/'],
  ['the name in the state', {}, 'acme', 'acme/'],
  ['the first eight digits of the uid', {}, undefined, 'ac3eac3e…/'],
])('a root group has %s', (_, names, stored, expected) => {
  const provider = 'provider["platform-iac.internal/npm/platform"]';
  const resource = (mode: string, attributes: object) => ({
    ...{ mode, type: 'platform_group', name: mode, provider },
    instances: [{ attributes }],
  });
  const state = {
    version: 4,
    terraform_version: '1.11.4',
    resources: [
      ...(stored === undefined ? [] : [resource('data', { uid: ROOT, name: stored, parent_uid: null })]),
      resource('managed', { uid: `${ROOT}/0123456789abcdef`, name: 'payments', parent_uid: ROOT }),
    ],
  };
  const { objects } = createReview([readState(JSON.stringify(state), 'state')], { configuration: { names } });
  const payments = objects.find(({ path }) => path.endsWith('/payments'));
  expect(displayed(payments?.path ?? '')).toBe(`${expected}payments`);
});

const NOW = '2026-01-02T03:04:05Z';

test.each<[string, object, boolean]>([
  ['is active and does not expire', { state: 'active' }, true],
  ['is active and expires later', { state: 'active', expiration_time: '2026-01-02T03:04:06Z' }, true],
  ['is active and expires now', { state: 'active', expiration_time: NOW }, false],
  ['is active and expired earlier', { state: 'active', expiration_time: '2026-01-02T03:04:04Z' }, false],
  ['has no state and expired earlier', { expiration_time: '2026-01-02T03:04:04Z' }, false],
  ['has a malformed time', { state: 'active', expiration_time: 'never' }, true],
  ['was used or withdrawn', { state: 'used_or_withdrawn' }, false],
  ['has expired by its state', { state: 'expired' }, false],
])('an invite that %s gives access: %s', (_, attributes, expected) => {
  const resource = (mode: string, type: string, values: object) => ({
    ...{ mode, type, name: 'one', provider: 'provider["platform-iac.internal/npm/platform"]' },
    instances: [{ attributes: values }],
  });
  const invite = { uid: `${ROOT}/0123456789abcdef`, group_uid: ROOT, role_uid: OWNER, email: 'ada@example.com' };
  const state = {
    version: 4,
    terraform_version: '1.11.4',
    resources: [
      resource('data', 'platform_role', { uid: OWNER, name: 'owner', capabilities: ['role_bindings.create'] }),
      resource('managed', 'platform_group_invite', { ...invite, ttl: '60s', ...attributes }),
    ],
  };
  const review = createReview([readState(JSON.stringify(state), 'state')], {
    configuration: { names: { [ROOT]: 'acme' } },
    now: new Date(NOW),
  });
  const question = { ask: 'who-can', capability: 'role_bindings.create', path: 'acme' } as const;
  const text = formatAnswerText(answer(review, question, { side: 'after', isLive: false }));
  expect(text.includes('invite')).toBe(expected);
});

test('two planned objects with one name differ, also if their addresses contain a slash and its escape', () => {
  const created = (key: string) => ({
    ...{
      address: `platform_identity.ci[${JSON.stringify(key)}]`,
      mode: 'managed',
      type: 'platform_identity',
      name: 'ci',
    },
    provider_name: 'platform-iac.internal/npm/platform',
    change: {
      ...{ actions: ['create'], before: null, after_unknown: { uid: true } },
      after: { group_uid: ROOT, name: 'ci', service_principal: 'SERVICE_PRINCIPAL_INGESTER' },
    },
  });
  const plan = {
    ...{ format_version: '1.2', terraform_version: '1.11.4', applyable: true, complete: true },
    resource_changes: [created('a/b'), created('a%2Fb')],
  };
  const { objects } = createReview([readPlan(JSON.stringify(plan), 'org')], {
    configuration: { names: { [ROOT]: 'acme' } },
  });
  const paths = objects.map(({ path }) => path).filter((path) => path.includes('/ci'));
  expect(paths).toEqual(['acme/ci#platform_identity.ci["a%2Fb"]', 'acme/ci#platform_identity.ci["a%252Fb"]']);
});

test.each<[unknown, string]>([
  ['mallory@evil.example', 'anyone who accepts the invite for mallory@evil.example'],
  ['a+b@c-d.example', 'anyone who accepts the invite for a+b@c-d.example'],
  ...['', null, 'ada@acme.example) in acme', 'acme/ada@acme.example', 'ada\u202e@acme.example', 'ada'].map(
    (email): [unknown, string] => [email, 'anyone who accepts an invite'],
  ),
])('the path of the people of an invite for %j contains only a plain address', (email, who) => {
  const objects: EditedObjects = {
    acme: { type: 'group' },
    look: { type: 'role', in: 'acme', values: { capabilities: ['groups.list'] } },
  };
  const invite: EditedObject = { type: 'group_invite', in: 'acme', values: { role_uid: '$look', ttl: '3600s', email } };
  const { gained } = reviewEdit(objects, { ...objects, invite }).access;
  expect(gained.map(({ identity }) => identity)).toEqual([`acme/(${who})`]);
});
