// @slow
/**
 * The exchange against the report: every token of an outsider that the emulator accepts must be reported. Tokens
 * are generated from an issuer's shapes with owners that are not listed; `EXCHANGE_MINUTES` extends the search.
 */
import fc from 'fast-check';
import { createBudget, tokenMatch, type ClaimMatchFields } from '../../../src/access/claims';
import { ISSUERS, obtainableTokens, type Issuer } from '../../../src/access/trust';
import { createMinting } from '../../../src/access/trust/accepted-tokens';
import { createEmulator, type Emulator } from '../../../src/emulator';

const minutes = Number(process.env['EXCHANGE_MINUTES'] ?? 0);
jest.setTimeout(Math.max(600_000, (minutes + 5) * 60_000));

const OWNERS = ['acme'];
const platforms = ISSUERS.filter(({ owner, mustBeDeclared = false }) => owner !== undefined && !mustBeDeclared);

const uuid = '01234567-89ab-cdef-0123-456789abcdef';
const outside = ['mallory', 'acmea', 'acme-x', 'xacme', 'shop'];
/** Values of variables in a token: outsiders choose them, so that they look like the workload. */
const samples: Readonly<Record<string, readonly string[]>> = {
  ...{
    repository: ['shop', 'acme', 'x.y'],
    project: ['shop', 'acme'],
    pipeline: ['shop', 'main'],
    workspace: ['shop', 'main'],
  },
  ...{ branch: ['main', 'acme/shop', 'release/1', 'pull_request'], tag: ['main', 'v1', 'acme'] },
  ...{ environment: ['production', 'main', 'a%3Aref%3Amain'], subgroups: ['', '/acme'] },
  ...{ ownerId: ['7', '12'], repositoryId: ['7', '34'], number: ['1'], namespaceId: ['7'], projectId: ['1', '7'] },
  rest: [''],
  free: ['actor:acme', 'environment:production', 'job_workflow_ref:acme/shop/.github/workflows/a.yml@refs/heads/main'],
  workflow: ['.github/workflows/a.yml@refs/heads/main'],
  ...{ organizationId: [uuid, 'org-0123456789abcdef'], pipelineId: [uuid], workspaceId: ['ws-0123456789abcdef'] },
  ...{ commit: ['0123456789'.repeat(4)], step: ['', 'deploy'] },
};

/** The text of a claim, with a value for each variable. */
const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** Returns values of a variable that the tokens of the issuer can have. */
function possibleValues(issuer: Issuer, name: string): readonly string[] {
  const of = createMinting(issuer, { iss: `{${name}}` }, new Map(), createBudget({}));
  const known = name === issuer.owner ? outside : (samples[name] ?? []);
  const possible = known.filter((value) => of.find(new Map(), new Map([[name, value]])) !== undefined);
  return possible.length > 0 ? possible : [of.find()?.of.get(name) ?? ''];
}

const valuesById = new Map(
  platforms.map((issuer) => [
    issuer.id,
    fc.record(
      Object.fromEntries(
        Object.keys(issuer.variables).map((name) => [name, fc.constantFrom(...possibleValues(issuer, name))]),
      ),
    ),
  ]),
);

function readTokens({ id, shapes }: Issuer): fc.Arbitrary<Readonly<Record<string, string>>> {
  return fc
    .tuple(fc.constantFrom(...Object.values(shapes)), valuesById.get(id)!)
    .map(([shape, values]) =>
      Object.fromEntries(Object.entries(shape).map(([claim, text]) => [claim, filled(text, values)])),
    );
}

const pieces = [
  ...[
    'repo:',
    'acme',
    '/',
    'shop',
    ':',
    'ref:refs/heads/',
    'main',
    '.*',
    '[^:]+',
    '[^/]*',
    '(a|acme|)',
    '\\w+',
    '.',
    'x?',
  ],
  ...[
    'environment:',
    'production',
    'pull_request',
    'project_path:',
    'organization:',
    '(?i:ACME)',
    '\\b',
    '(?s:.)*',
    '$',
    '^',
  ],
  ...[':ref_type:branch:ref:', ':pipeline:', ':run_phase:', 'apply|plan', '\\z', '(?:)', '\\pL+', '@', '[0-9]+'],
];
const patterns = fc
  .tuple(
    fc.constantFrom('^', '', '^repo:', '^repo:acme', '^project_path:', '^organization:', '^(?i)repo:'),
    fc.array(fc.constantFrom(...pieces), { maxLength: 6, size: 'max' }),
    fc.constantFrom('$', '', '.*$', '.*', '|^acme$'),
  )
  .map(([begin, middle, end]) => begin + middle.join('') + end)
  .filter((pattern) => pattern !== '');

/** A further claim, by its text or a pattern, of those that the issuer's tokens have; a number that is pinned is whose it is. */
const further = ({ shapes }: Issuer) =>
  fc.dictionary(
    fc.constantFrom(...new Set(Object.values(shapes).flatMap(Object.keys)), 'unheard'),
    fc.constantFrom('acme', 'mallory/shop', '.*', '^.*$', '[a-z]+', 'main', 'branch', 'refs/heads/main', 'acme.*'),
    { maxKeys: 2 },
  );

interface Round {
  /** Its id. */
  readonly issuer: string;
  readonly fields: ClaimMatchFields;
  readonly tokens: readonly Readonly<Record<string, string>>[];
}

const rounds: fc.Arbitrary<Round> = fc.constantFrom(...platforms).chain((issuer) =>
  fc
    .tuple(patterns, further(issuer), further(issuer), fc.array(readTokens(issuer), { minLength: 8, maxLength: 8 }))
    .map(([subjectPattern, claims, claimPatterns, tokens]) => ({
      issuer: issuer.id,
      fields: { issuer: tokens[0]?.['iss'], subjectPattern, claims, claimPatterns },
      tokens,
    })),
);

const ROOT = 'c0ffee'.repeat(7).slice(0, 40);
const BASE = 'http://localhost';

/** The tokens that the exchange accepts for an identity with these fields, from any issuer. */
async function accepted(emulator: Emulator, { fields, tokens }: Round): Promise<Round['tokens']> {
  const { subjectPattern, claims, claimPatterns } = fields;
  // The emulator mints as its own issuer.
  const withoutIssuer = (all: object = {}) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'iss'));
  const response = await emulator.handle(
    new Request(`${BASE}/iam/v2beta1/identities/${ROOT}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await emulator.administratorToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'ci',
        claimMatch: {
          ...{ issuerPattern: '.*', subjectPattern },
          ...{ claims: withoutIssuer(claims), claimPatterns: withoutIssuer(claimPatterns) },
        },
      }),
    }),
  );
  if (!response.ok) throw new Error(await response.text());
  const { uid } = (await response.json()) as { readonly uid: string };
  const found: Readonly<Record<string, string>>[] = [];
  for (const token of tokens) {
    const { sub = '', ...more } = token;
    const oidc = await emulator.oidcToken({ subject: sub, claims: withoutIssuer(more) });
    const query = new URLSearchParams({ aud: BASE, identity: uid });
    const exchange = new Request(`${BASE}/sts/exchange?${query.toString()}`, {
      headers: { authorization: `Bearer ${oidc}` },
    });
    if ((await emulator.handle(exchange)).status === 200) found.push(token);
  }
  return found;
}

test('no outsider gets in without a report', async () => {
  let [told, letIn] = [0, 0];
  const emulator = createEmulator({ seed: { groups: [{ name: 'acme', uid: ROOT }] } });
  try {
    const property = fc.asyncProperty(rounds, async (round) => {
      const { claims = {}, claimPatterns = {} } = round.fields;
      if ('iss' in claims || 'iss' in claimPatterns) return;
      const entering = await accepted(emulator, round);
      const match = tokenMatch(round.fields);
      const { obtainable, unknown } = obtainableTokens(match, {
        anchored: true,
        owners: OWNERS,
        issuers: platforms.filter(({ id }) => id === round.issuer),
      });
      const outsiders = obtainable.filter(({ outsider, reach }) => outsider && reach !== 'recycled-name');
      if (outsiders.length > 0) told++;
      letIn += entering.length;
      if (entering.length > 0 && unknown.length === 0)
        expect({ told: outsiders.length > 0, entering, match }).toMatchObject({ told: true });
    });
    const end = Date.now() + minutes * 60_000;
    // The same rounds each time, unless there is time to look for others.
    do await fc.assert(property, { numRuns: 60, ...(minutes === 0 && { seed: 20261122 }) });
    while (Date.now() < end);
  } finally {
    emulator.close();
  }
  if (minutes > 0) process.stdout.write(`${told} identities with outsiders, ${letIn} tokens of outsiders let in\n`);
  expect(letIn).toBeGreaterThan(0);
});
