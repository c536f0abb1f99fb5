/** People whose issuer nothing declares: only the access before a change, the identity providers and the configuration vouch for it. */
import { readPlan, reviewPlans, type ReviewConfiguration } from '../../../src/review';
import { PROVIDER_ADDRESS } from '../../../src/model/api';
import { editedPlan, trusts, type EditedObject, type EditedObjects } from '../edited-plan';

type Role = 'viewer' | 'editor' | 'owner';
/** A person and their role: `ada@google`. */
type People = Readonly<Record<string, Role>>;

const issuers: Readonly<Record<string, string>> = {
  google: 'https://accounts.google.com',
  acme: 'https://login.acme.example',
  evil: 'https://login.evil.example',
};

const toUid = (name: string) => Buffer.from(name.padEnd(20, '.')).toString('hex').slice(0, 40);

interface Side {
  readonly people?: People;
  readonly provider?: string;
  readonly workload?: true;
}

function organization({ people = {}, provider, workload }: Side): EditedObjects {
  const objects: Record<string, EditedObject> = { acme: { type: 'group' } };
  const capabilities = { viewer: ['groups.list'], editor: ['repo.create'], owner: ['role_bindings.create'] };
  for (const [name, names] of Object.entries(capabilities))
    objects[`is-${name}`] = { type: 'role', in: 'acme', values: { name, capabilities: names } };
  if (workload === true) objects['ci'] = { type: 'identity', in: 'acme', values: trusts('app') };
  if (provider !== undefined)
    objects['sso'] = {
      ...{ type: 'identity_provider', in: 'acme' },
      values: { default_role: '$is-viewer', oidc: { issuer: issuers[provider], client_id: 'x' } },
    };
  for (const [who, role] of Object.entries(people))
    objects[`${who}-bound`] = {
      ...{ type: 'role_binding', in: 'acme', role: `is-${role}` },
      values: { identity_uid: toUid(who) },
    };
  return objects;
}

/** Returns the severities of the findings by person. */
function review(before: Side, after: Side, configuration: ReviewConfiguration = {}) {
  const all = {
    ...{ ...before, ...after },
    people: { ...before.people, ...after.people },
  };
  const plan = JSON.parse(editedPlan(organization(before), organization(all))) as {
    prior_state: { values: { root_module: { resources: object[] } } };
  };
  for (const who of Object.keys(all.people)) {
    const [subject = '', issuer = ''] = who.split('@');
    plan.prior_state.values.root_module.resources.push({
      ...{ address: `data.platform_identity.${subject}`, mode: 'data', type: 'platform_identity', name: subject },
      provider_name: PROVIDER_ADDRESS,
      values: { uid: toUid(who), issuer: issuers[issuer], subject },
    });
  }
  const read = { ...readPlan(JSON.stringify(plan), 'org'), reviews: [] };
  const { findings } = reviewPlans([read], { configuration });
  const found = findings
    .filter(({ id }) => id === 'undeclared-owner')
    .flatMap((finding) => finding.affected ?? [finding]);
  return { found, severities: Object.fromEntries(found.map(({ subject, severity }) => [subject, severity])) };
}

test('a first plan with declared issuers has no majority of people', () => {
  const declared = { trustedIssuers: ['https://login.acme.example'] };
  expect(review({}, { people: { 'm@evil': 'editor' } }, declared).severities).toEqual({
    'm at login.evil.example': 'high',
  });
  expect(review({}, { people: { 'm@acme': 'editor' } }, declared).severities).toEqual({});
});

const staff = { 'a@acme': 'viewer', 'b@acme': 'editor' } as const;

test.each<[string, Side, Side, object]>([
  ['a first plan with people of one issuer', {}, { people: staff }, {}],
  ['a first plan with a stranger', {}, { people: { ...staff, 'm@google': 'editor' } }, { google: 'high' }],
  ['a stranger who reads', { people: staff }, { people: { 'm@google': 'viewer' } }, { google: 'medium' }],
  ['a stranger who writes', { people: staff }, { people: { 'm@google': 'editor' } }, { google: 'high' }],
  ['a stranger who owns', { people: staff }, { people: { 'm@google': 'owner' } }, { google: 'high' }],
  ['a colleague of the main issuer', { people: staff }, { people: { 'c@acme': 'owner' } }, {}],
  [
    'as many strangers as colleagues, and more',
    { people: staff },
    { people: { 'm@evil': 'viewer', 'n@evil': 'viewer', 'o@evil': 'viewer' } },
    { evil: 'medium' },
  ],
  [
    'another person of an issuer that had the same access before',
    { people: { ...staff, 'm@evil': 'editor' } },
    { people: { 'n@evil': 'editor' } },
    {},
  ],
  [
    'another account of a public provider, also of that of most people and of an identity provider',
    { people: { 'm@google': 'owner', 'o@google': 'owner' }, provider: 'google' },
    { people: { 'n@google': 'editor' } },
    { google: 'high' },
  ],
  [
    'an account of a public provider that had the same access before',
    { people: { ...staff, '111260650121245072906@google': 'owner' } },
    { people: { '111260650121245072906@google': 'editor' } },
    {},
  ],
  [
    'a role that writes for the people of the main issuer, who only read',
    { people: { 'm@evil': 'viewer', 'n@evil': 'viewer', 'o@evil': 'viewer' } },
    { people: { 'm@evil': 'editor', 'n@evil': 'editor', 'o@evil': 'editor' } },
    { evil: 'high' },
  ],
  [
    'another role that reads for the people of the main issuer, who only read',
    { people: { 'm@acme': 'viewer', 'n@acme': 'viewer' } },
    { people: { 'o@acme': 'viewer' } },
    {},
  ],
  [
    'a person of an issuer that only read before',
    { people: { ...staff, 'm@google': 'viewer' } },
    { people: { 'n@google': 'editor' } },
    { google: 'high' },
  ],
  [
    'the issuer of an identity provider',
    { people: { 'x@google': 'editor', 'y@google': 'editor' }, provider: 'acme' },
    { people: { 'a@acme': 'owner' } },
    {},
  ],
  [
    'an identity provider that the same change creates',
    { people: staff },
    { people: { 'm@evil': 'editor' }, provider: 'evil' },
    { evil: 'high' },
  ],
  ['the first person, who follows workloads', { workload: true }, { people: { 'm@evil': 'editor' } }, { evil: 'high' }],
])('%s', (_, before, after, expected) => {
  const severities = Object.entries(review(before, after).severities).map(([subject, severity]) => {
    const [name] = Object.entries(issuers).find(([, issuer]) => issuer.endsWith(subject.split(' at ')[1] ?? '')) ?? [];
    return [name, severity];
  });
  expect(Object.fromEntries(severities)).toEqual(expected);
});

test('the finding names the person, the access and the entry that declares the issuer', () => {
  const { found } = review({ people: staff }, { people: { 'm@evil': 'editor' } });
  expect(found.map(({ reason }) => reason)).toEqual([
    'm at login.evil.example gets acme/editor in acme: nothing declares the issuer login.evil.example. Only if this issuer is yours, add "https://login.evil.example" to "trustedIssuers" in review.config.json. Otherwise, remove the grants.',
  ]);
});

test.each<[string, ReviewConfiguration, number]>([
  ['declared owners', { owners: ['github:1'] }, 1],
  ['the trusted issuer', { trustedIssuers: ['https://login.evil.example'] }, 0],
  ['another trusted issuer', { trustedIssuers: ['https://login.acme.example'] }, 1],
])('with %s', (_, configuration, count) => {
  expect(review({ people: staff }, { people: { 'm@evil': 'editor' } }, configuration).found).toHaveLength(count);
});

const [MAL, EVIL] = ['111260650121245072906', '999960650121245072906'];
const strangers = { [`${MAL}@google`]: 'owner', [`1${EVIL.slice(1)}@google`]: 'owner' } as const;

test.each<[string, ReviewConfiguration, number]>([
  ['no declaration', { owners: ['github:1'] }, 2],
  ['one of the accounts', { owners: ['github:1', `google:${MAL}`] }, 1],
  ['one of the accounts, by its claim', { owners: [`google:sub=${MAL}`] }, 1],
  ['the account of another platform', { owners: [`github:${MAL}`] }, 2],
  ['an unconfirmed account', { unconfirmedOwners: [`google:${MAL}`] }, 2],
  // The schema refuses it, and it has no effect for a program.
  ['the whole public provider', { trustedIssuers: ['https://accounts.google.com'] }, 2],
])('accounts of a public provider with %s', (_, configuration, count) => {
  const { found } = review({ people: staff }, { people: strangers }, configuration);
  expect(found).toHaveLength(count);
  expect(JSON.stringify(found)).not.toContain('trustedIssuers');
});

test('the finding about a public account names the entry of this account', () => {
  const { found } = review({ people: staff }, { people: { [`${MAL}@google`]: 'owner' } });
  expect(found.map(({ reason }) => reason)).toEqual([
    `${MAL} at accounts.google.com gets acme/owner in acme: nothing declares this Google account, and anyone can create one. Only if this account is yours, add "google:${MAL}" to "owners" in review.config.json. Otherwise, remove the grants.`,
  ]);
});
