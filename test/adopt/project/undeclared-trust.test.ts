import { listTrustedOwners } from '../../../src/adopt/project/adopted-trust';
import { listRisks } from '../../../src/adopt/project/risks';
import {
  listUndeclaredTrust,
  undeclaredParagraphs,
  undeclaredSection,
  undeclaredTrustLine,
} from '../../../src/adopt/project/undeclared-trust';
import { adoptedObjects, resolveOrganization } from '../../../src/adopt';
import { group } from '../../../src/model/kinds';
import { adopt } from '../adopted';

const removal = 'Delete its declaration from organization/unmanaged.ts.';
const issuer = 'https://token.actions.githubusercontent.com';
const accepts = (claimMatch: object) => ({ claimMatch: { issuer, ...claimMatch } });

const company = {
  groups: [
    {
      name: 'initech',
      identities: [
        { name: 'pod', claimMatch: { issuer: 'https://k8s.example', subject: 'system:serviceaccount:a:b' } },
        { name: 'wide', ...accepts({ subjectPattern: '^repo:.*:ref:refs/heads/main$' }) },
        { name: 'syncer', servicePrincipal: 'SERVICE_PRINCIPAL_CATALOG_SYNCER' },
        { name: 'partner', ...accepts({ subject: 'repo:evilcorp@666/x@1:ref:refs/heads/main' }) },
        { name: 'first', ...accepts({ subject: 'repo:initech@99/x@2:ref:refs/heads/main' }) },
        { name: 'second', ...accepts({ subject: 'repo:initech@99/x@3:ref:refs/heads/main' }) },
      ],
      roleBindings: [
        { identity: 'pod', role: 'viewer' },
        { identity: 'wide', role: 'owner' },
        { identity: 'syncer', role: 'editor' },
        { identity: 'partner', role: 'owner' },
        { identity: 'second', role: 'owner' },
      ],
    },
  ],
};

test('undeclared issuers, accounts and wide patterns are listed, those with the highest access first', async () => {
  const { organization } = await adopt(company);
  const undeclared = listUndeclaredTrust(organization);
  expect(undeclared.map(({ list }) => list)).toEqual(['outsiders', 'trustedAccounts', 'trustedIssuers']);
  expect(undeclared.map(undeclaredTrustLine)).toEqual([
    'any workflow of any repository on GitHub: initech/wide, owner in initech',
    '"trustedAccounts": ["SERVICE_PRINCIPAL_CATALOG_SYNCER"] for initech/syncer, editor in initech',
    '"trustedIssuers": ["https://k8s.example"] for initech/pod, viewer in initech',
  ]);
  const section = undeclaredSection(undeclared).join('\n');
  expect(section).toContain('Add those that are yours to "trustedIssuers" or "trustedAccounts".');
  expect(section).toContain('Narrow the trust policies after the import.');
  expect(undeclaredSection([])).toEqual([]);
});

test('an issuer that no token has is no issuer to trust', async () => {
  const claimMatch = { issuer: 'https://token.actions.githubusercontent.com/', subject: 'repo:initech/shop:ref:x' };
  const { organization } = await adopt({ groups: [{ name: 'initech', identities: [{ name: 'ci', claimMatch }] }] });
  expect(undeclaredParagraphs(listUndeclaredTrust(organization))).toEqual([
    {
      sentence: 'Nobody can assume these identities. Correct or delete them after the import.',
      lines: ['Issuer ends in a slash: initech/ci, no role'],
    },
  ]);
});

test.each([
  [
    'https://oidc\\.eks\\..*\\.amazonaws\\.com/id/.*',
    ['outsiders: anyone who has a domain and a web page at such an address'],
  ],
  ['https://oidc\\.eks\\.[a-z0-9-]+\\.amazonaws\\.com/id/[0-9A-F]+', ['outsiders: any cluster of any account on AWS']],
  ['https://[a-z]+\\.initech\\.example', ['unknown: more issuers than a list can declare']],
  [
    'https://(a|b)\\.initech\\.example',
    ['trustedIssuers: https://a.initech.example', 'trustedIssuers: https://b.initech.example'],
  ],
])('for the pattern %s, no invented issuer is to be pasted', async (pattern, parties) => {
  const claimMatch = { issuerPattern: `^${pattern}$`, subject: 'system:serviceaccount:a:b' };
  const { organization } = await adopt({ groups: [{ name: 'initech', identities: [{ name: 'pod', claimMatch }] }] });
  const undeclared = listUndeclaredTrust(organization);
  expect(undeclared.map(({ list, party }) => `${list}: ${party}`)).toEqual(parties);
  expect(
    undeclaredSection(undeclared)
      .join('\n')
      .match(/"trustedIssuers": /g)?.length ?? 0,
  ).toBe(parties.filter((party) => party.startsWith('trusted')).length);
});

test('of two owners with the same access, the one of fewer identities comes first, and its strongest identity first', async () => {
  const { organization } = await adopt(company);
  expect(listTrustedOwners(organization).map(({ entry, identities }) => [entry, ...identities])).toEqual([
    ['github:666', 'initech/partner'],
    ['github:99', 'initech/second', 'initech/first'],
  ]);
});

test('the risks of unmanaged objects repeat which objects give owner, and whose workloads are accepted', async () => {
  const { organization } = await adopt(company);
  const risks = listRisks(organization, { removal });
  expect(risks[0]).toBe(
    '4 objects give owner: role binding of administrator in initech, role binding of initech/partner in initech, role binding of initech/second in initech, role binding of initech/wide in initech.',
  );
  expect(risks.at(-1)).toBe(`A declaration does not remove access. To remove an object now, do not apply. ${removal}`);
  expect(risks).toContain('  "github:666" (evilcorp): initech/partner, owner in initech');
  expect(risks).toContain('  "trustedIssuers": ["https://k8s.example"] for initech/pod, viewer in initech');
  const declared = { owners: ['github:666'], trustedIssuers: ['https://k8s.example'] };
  const rest = listRisks(organization, { removal, ...declared }).join('\n');
  expect(rest).toContain('"github:99"');
  expect(rest).not.toMatch(/"github:666"|k8s\.example/);
  const { organization: harmless } = await adopt({ groups: [{ name: 'initech', groups: [{ name: 'tps' }] }] });
  const [binding] = adoptedObjects(harmless).flatMap(({ references: { identityUid: who } }) =>
    who?.is === 'other' ? [who] : [],
  );
  expect(listRisks(harmless, { removal, caller: binding?.uid })).toEqual([
    '1 object gives owner: role binding of administrator in initech (your own access).',
    'Keep your own access: its deletion locks you out.',
  ]);
});

test.each([0, 1, 2, 3])('the risks name the path of an unmanaged grant beneath %i managed groups', async (depth) => {
  const bot = { name: 'backdoor', ...accepts({ subject: 'repo:evilcorp@666/x@1:ref:refs/heads/main' }) };
  const contents = { identities: [bot], roleBindings: [{ identity: 'backdoor', role: 'owner' }] };
  const names = ['commerce', 'payments', 'cards'].slice(0, depth);
  const seed = ['initech', ...names].reduceRight<object>(
    (inner, name, index) => ({ name, ...(index === depth ? contents : { groups: [inner] }) }),
    {},
  );
  const { listed } = await adopt({ groups: [seed as { name: string }] });
  const organization = resolveOrganization(listed, { now: new Date(), isManaged: (kind) => kind === group });
  const place = ['initech', ...names].join('/');
  const risks = listRisks(organization, { removal });
  expect(risks[0]).toContain(`role binding of ${place}/backdoor in ${place}`);
  expect(risks).toContain(`  "github:666" (evilcorp): ${place}/backdoor, owner in ${place}`);
});
