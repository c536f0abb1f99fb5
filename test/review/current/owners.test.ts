/** The order of owners in a report of the current organization, and the owners that no configuration declares. */
import { createClient } from '../../../src/client';
import { createEmulator, type SeedTree } from '../../../src/emulator';
import { createReview, formatSarif, readLive, type ReviewConfiguration } from '../../../src/review';
import { createPrinter } from '../../../src/review/formats/terminal/printer';
import { formatText } from '../../../src/review/formats/terminal/text';
import { findingTexts } from '../../../src/review/formats/terminal/text-findings';

const github = (subject: string) => ({ issuer: 'https://token.actions.githubusercontent.com', subject });

/** An owner of the organization's own code, one of unreviewed code, one of another company, and a helper. */
const identities = [
  { name: 'aide', claimMatch: github('repo:acme@1/aide@3:ref:refs/heads/main') },
  { name: 'ci', claimMatch: github('repo:acme@1/infra@2:ref:refs/heads/main') },
  { name: 'open', claimMatch: github('repo:acme@1/shop@2:pull_request') },
  { name: 'partner', claimMatch: github('repo:evilcorp@7/bot@9:ref:refs/heads/main') },
];

function review(configuration: ReviewConfiguration, role = 'owner') {
  const owned = ['ci', 'open', 'partner'].map((identity) => ({
    identity,
    role: identity === 'partner' ? 'owner' : role,
  }));
  return reviewSeed(configuration, identities, [{ identity: 'aide', role: 'helper' }, ...owned]);
}

async function reviewSeed(configuration: ReviewConfiguration, all: typeof identities, roleBindings: object[]) {
  const roles = [{ name: 'helper', capabilities: ['identity.update'] }];
  return reviewGroups(configuration, [{ name: 'acme', identities: all, roles, roleBindings }]);
}

async function reviewGroups(configuration: ReviewConfiguration, groups: object[]) {
  const emulator = createEmulator({ seed: { groups } as SeedTree });
  const client = createClient({
    baseUrl: 'http://localhost',
    token: await emulator.administratorToken(),
    fetch: (request) => emulator.handle(request),
  });
  const { report, brokenRules } = createReview([], { live: await readLive(client), configuration, current: {} });
  return { report, brokenRules, text: formatText(report).replaceAll(/\s+/g, ' ') };
}

test('an owner precedes a helper, and the sentence about more outsiders names the owners among them', async () => {
  const { text } = await review({ owners: ['github:5'] });
  expect(text).toMatch(/^- Outsiders can assume acme\/ci, which is owner in acme: /);
  expect(text).toContain('acme/partner (owner in acme)');
});

test('the report names the owners and writers that rely on an environment, without a plan or a state', async () => {
  const all = ['cd', 'ci', 'reader'].map((name) => ({
    name,
    claimMatch: github(`repo:acme@1/${name}@2:environment:production`),
  }));
  const roles = { cd: 'owner', ci: 'editor', reader: 'viewer' };
  const grants = Object.entries(roles).map(([identity, role]) => ({ identity, role }));
  const { report, text } = await reviewSeed({ owners: ['acme'] }, all, grants);
  expect(report.assumptions).toEqual([
    'The review assumes that each exact branch, tag and environment of a trust policy is protected.',
    'Any branch can use an environment that has no protection rules.',
    'The owner acme/cd relies on an environment.',
    '1 other identity that can write relies on an environment: acme/ci.',
  ]);
  expect(text).toContain('The owner acme/cd relies on an environment.');
});

test('owners of unreviewed code precede other workloads and people', async () => {
  const { report } = await review({});
  const found = report.findings.flatMap(({ id, affected = [] }) => (id === 'owner-held' ? affected : []));
  expect(found.map(({ identity }) => identity).slice(0, 2)).toEqual(['acme/open', 'acme/ci']);
});

test('all owners of the root group are one line by name, and access that an editor lacks is another', async () => {
  const owners = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const taggers = ['s', 't', 'u', 'v', 'w', 'x', 'y', 'z'];
  const claim = (name: string) => ({ name, claimMatch: github(`repo:acme@1/${name}@2:ref:refs/heads/main`) });
  const team = (name: string) => ({
    name,
    identities: [claim('ci')],
    roles: [{ name: 'tagger', capabilities: ['tag.create', 'tag.update'] }],
    roleBindings: [{ identity: 'ci', role: 'tagger' }],
  });
  const roleBindings = owners.map((identity) => ({ identity, role: 'owner' }));
  const root = { name: 'acme', identities: owners.map(claim), roleBindings, groups: taggers.map(team) };
  const { report } = await reviewGroups({ owners: ['github:1'] }, [root]);
  const { others } = findingTexts(report.findings, createPrinter({ width: 300 }), {
    ...({ gate: 'high', isWhole: false, toFirstSentence: String, hasNextSteps: false } as const),
  });
  const lines = others.map(([shortest]) => shortest.join(' ').replaceAll(/\s+/g, ' ').trim());
  const all = [...owners.map((name) => `acme/${name}`), 'administrator'].join(', ');
  expect(lines).toContain(`medium owner-held: Administrative access in acme: ${all}`);
  const editors = taggers.map((name) => `acme/${name}/ci`).join(', ');
  expect(lines).toContain(`medium owner-held: Access that an editor lacks: ${editors}`);
});

test('without declared owners, the report names the owners of the code, also of code that only reads', async () => {
  const { report, text } = await review({});
  const owners = [
    '"github:7" (evilcorp): acme/partner, owner in acme',
    '"github:1" (acme): acme/ci, acme/open, acme/aide, at most owner in acme',
  ];
  expect(text).toContain(
    `Trust policies name these owners, those with the highest access first: ${owners.join(' ')} Add`,
  );
  expect(text).toContain('only if the owner is yours. The line with the main ones: "owners": ["github:1"]');
  expect(report.mentioned).toEqual(expect.arrayContaining(['github:7', 'evilcorp']));
  expect((await review({ owners: ['github:1'] })).report.undeclaredOwners).toBeUndefined();
});

test('without declared owners, an owner of one identity precedes the owner of many editors', async () => {
  const { text } = await review({}, 'editor');
  expect(text).toContain(
    '"github:7" (evilcorp): acme/partner, owner in acme "github:1" (acme): acme/aide, acme/ci, acme/open, at most',
  );
});

test('each broken rule has the paths that its exception needs, and holds with them', async () => {
  const noOutsiders = { name: 'no outsiders', rule: 'noOutsiders', reason: 'So.' } as const;
  const onlyPeople = { rule: 'never', who: { people: false }, can: ['owner'], where: ['**'], reason: 'So.' } as const;
  const invariants = [noOutsiders, { ...onlyPeople, name: 'only people', except: ['acme/ci'] }];
  const { brokenRules } = await review({ owners: ['github:1'], invariants });
  expect(brokenRules.map(({ invariant, paths }) => [invariant.name, paths])).toEqual([
    ['no outsiders', ['acme/partner']],
    ['only people', ['acme/open', 'acme/partner']],
  ]);
  const allowed = brokenRules.map(({ invariant, paths }) => ({
    ...invariant,
    except: [...(invariant.except ?? []), ...paths],
  }));
  const { brokenRules: left } = await review({ owners: ['github:1'], invariants: allowed as typeof invariants });
  expect(left).toEqual([]);
});

test.each([
  ['owner', 'high'],
  ['editor', 'high'],
  ['viewer', 'medium'],
])('without declared owners, another owner with the role %s is a finding of severity %s', async (role, severity) => {
  const exporter = { name: 'exporter', claimMatch: github('repo:thirdparty/x:ref:refs/heads/main') };
  const roleBindings = [...identities, exporter].map(({ name }) => ({
    identity: name,
    role: ['exporter', 'partner'].includes(name) ? role : 'viewer',
  }));
  const undeclared = async (configuration: ReviewConfiguration) => {
    const { report, text } = await reviewSeed(configuration, [...identities, exporter], roleBindings);
    return { found: report.findings.filter(({ id }) => id === 'undeclared-owner'), text };
  };
  const { found, text } = await undeclared({});
  expect(found.map((finding) => [finding.severity, finding.subject]).toSorted()).toEqual([
    [severity, 'acme/exporter'],
    [severity, 'acme/partner'],
  ]);
  expect(found[0]?.reason).toMatch(/^acme\/\w+ has .* in acme, and trusts the repository owner /);
  const first = text.slice(0, text.indexOf('Findings:'));
  if (severity === 'high') for (const name of ['acme/exporter', 'acme/partner']) expect(first).toContain(name);
  expect((await undeclared({ owners: ['github:1'] })).found).toEqual([]);
});

test('a root group that is not found is reported with the visible ones', async () => {
  const emulator = createEmulator({ seed: { groups: [{ name: 'initech' }] } });
  const client = createClient({
    baseUrl: 'http://localhost',
    token: await emulator.administratorToken(),
    fetch: (request) => emulator.handle(request),
  });
  await expect(readLive(client, { roots: ['nope'] })).rejects.toThrow(
    'Cannot find root group "nope". Visible: initech.',
  );
});

test('a report lists the owners before the findings, the worst finding first, and counts each line once', async () => {
  const roleBindings = ['ci', 'open'].map((identity) => ({ identity, role: 'owner' }));
  const groupInvites = [{ role: 'owner', ttl: '2592000s', singleUse: false }];
  const { report } = await reviewGroups({}, [{ name: 'acme', identities, roleBindings, groupInvites }]);
  expect(report.current?.owners.map((line) => line.replace(/\. .*/, ''))).toEqual([
    'acme/(anyone who accepts an invite): owner in acme',
    'acme/open: owner in acme',
    'acme/ci: owner in acme',
    'administrator: owner in acme',
  ]);
  const lines = formatText(report, { width: 80 }).split('\n');
  expect(lines[0]).toMatch(/^- An open invite gives the role owner in acme/);
  expect(lines.findIndex((line) => line.startsWith('Owners'))).toBeLessThan(lines.indexOf('Findings'));
  expect(lines[lines.indexOf('Findings') + 1]).toMatch(/^ {2}high {4}invite-open/);
  const counts = /Findings: ([^.]*)\./.exec(lines.join(' '))?.[1];
  const listed = ['high', 'medium', 'low'].flatMap((severity) => {
    const rows = lines
      .join('\n')
      .split(`\n  ${severity.padEnd(6)}  `)
      .slice(1);
    const count = rows.reduce((sum, row) => sum + Number(/^[\w-]+: (\d+) findings?\b/.exec(row)?.[1] ?? 1), 0);
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  expect(listed.join(', ')).toBe(counts);
});

test('a result for code scanning has a place, and a mapping is named by its external group', async () => {
  const identityProviders = [
    {
      ...{ name: 'staff', defaultRole: 'viewer' },
      oidc: { issuer: 'https://login.acme.example', clientId: 'platform', pkceEnabled: true, groupsClaim: 'groups' },
      externalGroupRoleMappings: [{ externalGroupId: 'security', role: 'viewer', scope: 'acme' }],
    },
  ];
  const { report } = await reviewGroups({}, [{ name: 'acme', identityProviders }]);
  expect(report.findings.map(({ subject }) => subject)).toContain('external group role mapping security in acme');
  const { runs } = JSON.parse(formatSarif(report)) as { runs: { results: { locations: unknown[] }[] }[] };
  const places = runs.flatMap(({ results }) => results.flatMap(({ locations }) => locations));
  expect(places.length).toBeGreaterThan(0);
  const uri = { artifactLocation: { uri: 'review.config.json' } };
  for (const place of places) expect(place).toMatchObject({ physicalLocation: uri });
});
