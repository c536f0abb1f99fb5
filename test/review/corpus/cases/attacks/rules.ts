/** Attacks that evade the rules of the organization, or lock out owners. */
import type { ReviewConfiguration } from '../../../../../src/review';
import {
  ACME,
  base,
  bind,
  bindings,
  change,
  claims,
  group,
  groups,
  identities,
  main,
  role,
  type Parts,
} from '../../parts';
import { attacks } from './attack';

type Rule = NonNullable<ReviewConfiguration['invariants']>[number];
const rule = (more: Partial<Rule>): ReviewConfiguration => ({
  invariants: [
    {
      ...{ name: 'production', rule: 'never', can: ['repo.create'], where: ['acme/payments/**'], reason: 'Agreed.' },
      ...more,
    } as Rule,
  ],
});
const renamed = (name: string, parent: string = ACME): Parts => ({
  ...base,
  groups: { ...groups, payments: { ...groups.payments, name, parent_uid: parent } },
});
const contractor = {
  group_uid: group('shop'),
  name: 'contractor',
  ...claims({ subject: 'repo:acme/x:environment:y' }),
};
const contractors = (own: object): Parts => ({
  ...base,
  identities: { ...identities, contractor: { ...contractor, ...own } },
});
const noContractors = rule({ who: { identities: ['acme/shop/contractor'] }, where: ['acme/**'] });
const people = (issuer: string): Parts => ({
  ...base,
  data: {
    platform_group: { acme: { uid: ACME } },
    platform_role: { viewer: { name: 'viewer' }, editor: { name: 'editor' }, owner: { name: 'owner' } },
    platform_identity: { ada: { issuer, subject: 'ada' } },
  },
  bindings: {
    ...bindings,
    ada_owns: { ...bind('ci', 'owner', group('payments')), identity_uid: '${data.platform_identity.ada.uid}' },
  },
});
const github = rule({ can: ['role_bindings.create'], who: { issuers: [main.issuer] } });
const signIn = (default_role: string, issuer: string): Parts => ({
  ...base,
  resource: {
    platform_identity_provider: {
      staff: { group_uid: ACME, name: 'staff', default_role, oidc: { issuer, client_id: 'p', pkce_enabled: true } },
    },
  },
});
const appliesAs = { appliesAs: 'acme/deployer' };
const owner: Parts = { ...base, bindings: { ...bindings, deployer_owns: bind('deployer', 'owner', ACME) } };
const many = {
  ...groups,
  ...Object.fromEntries([0, 1, 2].map((index) => [`lab_${index}`, { parent_uid: ACME, name: `lab ${index}` }])),
};
const inLab: Parts = {
  groups: { ...groups, lab: { parent_uid: ACME, name: 'lab' } },
  identities,
  bindings: { ...bindings, deployer_owns: bind('deployer', 'owner', group('lab')) },
};

export const rulesAttacks = attacks([
  { ...change('group-renamed-out-of-a-rule', base, renamed('payments2')), configuration: rule({}), isApplied: true },
  {
    ...change('parent-renamed-out-of-a-rule', base, renamed('payments2')),
    configuration: rule({ where: ['acme/payments/checkout'] }),
  },
  {
    ...change('group-moved-out-of-a-rule', base, renamed('payments', group('shop'))),
    configuration: rule({ where: ['acme/payments'] }),
  },
  {
    ...change('identity-renamed-out-of-a-rule', contractors({}), {
      ...contractors({ name: 'colleague' }),
      bindings: { ...bindings, contractor_edits: bind('contractor', 'editor', ACME) },
    }),
    configuration: noContractors,
    isApplied: true,
  },
  {
    ...change('identity-moved-out-of-a-rule', contractors({}), {
      ...contractors({ group_uid: group('payments') }),
      bindings: { ...bindings, contractor_edits: bind('contractor', 'editor', ACME) },
    }),
    configuration: noContractors,
  },
  {
    ...change('second-identity-of-a-rule', base, {
      ...base,
      more: { provider: { platform: [{ on_existing: 'create' }] } },
      identities: {
        ...identities,
        again: { ...identities.deployer, ...claims({ subject: 'repo:evil/x:environment:y' }) },
      },
      bindings: { ...bindings, again_edits: bind('again', 'editor', ACME) },
    }),
    configuration: rule({ rule: 'only', who: { identities: ['acme/deployer'] }, where: ['acme'] }),
  },
  {
    ...change('person-of-the-issuer', people('https://login.example.com'), people(main.issuer)),
    configuration: github,
  },
  { ...change('person-of-another-issuer', base, people('https://login.example.com')), configuration: github },
  { ...change('realm-swapped', people('https://login.example.com/a'), people('https://login.example.com/b')) },
  {
    ...change('sign-in-of-the-issuer', base, signIn(role('editor'), 'https://accounts.google.com')),
    configuration: rule({ who: { issuers: ['https://accounts.google.com'] } }),
  },
  {
    ...change('sign-in-of-another-issuer', base, signIn(role('editor'), 'https://login.example.com')),
    configuration: rule({ who: { issuers: ['https://accounts.google.com'] } }),
  },
  { ...change('groups-deleted-by-applier', { ...owner, groups: many }, owner), configuration: appliesAs },
  {
    ...change('applier-loses-with-a-group', inLab, base),
    configuration: appliesAs,
  },
  {
    ...change('applier-demoted', owner, {
      ...owner,
      bindings: { ...bindings, deployer_owns: bind('deployer', 'viewer', ACME) },
    }),
    configuration: appliesAs,
    isApplied: true,
  },
]);
