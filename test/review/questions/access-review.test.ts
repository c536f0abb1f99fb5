/** The evidence of proposals. The files: `test/cli/commands/access-review.test.ts`. */
import { createClient } from '../../../src/client';
import { createEmulator, type SeedObject } from '../../../src/emulator';
import {
  createAccessReview,
  createReview,
  formatAccessReviewHtml,
  formatProposals,
  readLive,
} from '../../../src/review';

const now = new Date();
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

/** Returns the reasons to remove each grant of an identity, by its role. */
async function proposals(...given: Parameters<typeof review>) {
  const found = await review(...given);
  return found.proposals.map(({ row, evidence }) => [row.role, ...evidence.map(({ reason }) => reason)]);
}

async function review(own: object, bindings: readonly SeedObject[], unusedDays?: number) {
  const times = { createTime: ago(400), updateTime: ago(400) };
  const identity = { name: 'ci', servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER', ...times, ...own };
  const roleBindings = bindings.map((binding) => ({ identity: 'ci', ...times, ...binding }));
  const emulator = createEmulator({
    seed: { groups: [{ name: 'acme', ...times, identities: [identity], roleBindings }] },
  });
  const client = createClient({
    baseUrl: 'http://localhost',
    token: await emulator.administratorToken(),
    fetch: (request) => emulator.handle(request),
  });
  return createAccessReview(createReview([], { live: await readLive(client) }), { now, unusedDays });
}

test('an identity is unused from the limit on, and a younger grant may not have been used yet', async () => {
  const viewer = { role: 'viewer' };
  expect(await proposals({ lastSeenTime: ago(91) }, [viewer])).toEqual([['viewer', 'unused']]);
  expect(await proposals({ lastSeenTime: ago(89) }, [viewer])).toEqual([]);
  expect(await proposals({ lastSeenTime: ago(89) }, [viewer], 30)).toEqual([['viewer', 'unused']]);
  expect(await proposals({ lastSeenTime: ago(91) }, [{ ...viewer, createTime: ago(10) }])).toEqual([]);
});

test('of two equal grants one is proposed, and of a wide and a narrow one the narrow one', async () => {
  const used = { lastSeenTime: ago(1) };
  expect(await proposals(used, [{ role: 'viewer' }, { role: 'viewer' }])).toEqual([['viewer', 'duplicate']]);
  expect(await proposals(used, [{ role: 'viewer' }, { role: 'owner' }])).toEqual([['viewer', 'redundant']]);
  expect(await proposals(used, [{ role: 'registry.pull' }])).toEqual([]);
});

test.each([
  ['owner', true],
  ['editor', false],
])(
  'the evidence of a grant of a workload that its role %s covers names the larger risk only of an owner',
  async (role, isRisk) => {
    const { proposals: found } = await review({ lastSeenTime: ago(1) }, [{ role: 'viewer' }, { role }]);
    const [fact = ''] = found.flatMap(({ evidence }) => evidence.map((one) => one.fact));
    expect(fact).toMatch(new RegExp(`^The identity is also ${role} in acme, which gives at least the same access`));
    expect(fact.includes('That grant is the larger risk: a workload rarely needs it.')).toBe(isRisk);
  },
);

test('a grant of an identity that outsiders can assume is proposed, and one that unreviewed code can assume is marked', async () => {
  const gitHub = (subjectPattern: string) => ({
    servicePrincipal: undefined,
    claimMatch: { issuer: 'https://token.actions.githubusercontent.com', subjectPattern },
    lastSeenTime: ago(1),
  });
  const { access, proposals: found } = await review(gitHub('^repo:evil[a-z]*/x:ref:refs/heads/main$'), [
    { role: 'owner' },
  ]);
  const text = expect.stringMatching(/^Outsiders can assume it: /) as string;
  expect(access.rows.map(({ exposure }) => exposure)).toContainEqual({
    to: 'outsiders',
    text,
    names: expect.any(Array),
  });
  expect(found.map(({ evidence }) => evidence)).toEqual([
    [
      {
        reason: 'outsiders',
        fact: expect.stringMatching(/^Outsiders can assume it: .*\.$/),
        clause: expect.any(String),
      },
    ],
  ]);
  const pullRequest = gitHub('^repo:acme@1/shop@2:pull_request$');
  const open = await review(pullRequest, [{ role: 'editor' }]);
  expect(open.access.rows.map(({ exposure }) => exposure?.to)).toContain('unreviewed code');
  expect(open.proposals).toEqual([]);
  const reading = await review(pullRequest, [{ role: 'viewer' }]);
  expect(reading.access.rows.map(({ exposure }) => exposure?.to)).toEqual(['unknown']);
}, 60_000);

test('a person has an e-mail address, and identities of an undeclared issuer are marked and counted', async () => {
  const emulator = createEmulator({
    seed: {
      groups: [
        {
          name: 'acme',
          identities: [{ name: 'pod', claimMatch: { issuer: 'https://k8s.example', subject: 'ns:pod' } }],
          roleBindings: [
            { identity: 'pod', role: 'viewer' },
            { identity: 'ada', role: 'owner' },
          ],
        },
      ],
      identities: [
        { name: 'ada', email: 'ada@acme.example', account: { issuer: 'https://login.acme.example', subject: '7' } },
      ],
    },
  });
  const client = createClient({
    baseUrl: 'http://localhost',
    token: await emulator.administratorToken(),
    fetch: (request) => emulator.handle(request),
  });
  const live = await readLive(client);
  const found = createAccessReview(createReview([], { live }));
  const rows = new Map(found.access.rows.map((row) => [row.identity, row]));
  expect(rows.get('7 at login.acme.example')?.email).toBe('ada@acme.example');
  expect(rows.get('acme/pod')?.exposure).toMatchObject({
    to: 'possibly outsiders',
    text: expect.stringMatching(/^Outsiders may be able to assume it: .*https:\/\/k8s\.example/) as string,
  });
  expect(found.proposals).toEqual([]);
  expect(found.notes).toEqual([
    '1 identity trusts 1 issuer that review.config.json does not declare. Add those that are yours to review.config.json: "trustedIssuers": ["https://k8s.example"].',
  ]);
  const page = formatAccessReviewHtml(found).replaceAll('<wbr>', '');
  expect(page).toContain('<small><bdi>ada@acme.example</bdi></small>');
  expect(page).toMatch(/class="can-be-assumed-by exposed"><bdi>Outsiders may be able to assume it: /);
  const declared = createReview([], { live, configuration: { trustedIssuers: ['https://k8s.example'] } });
  expect(createAccessReview(declared).notes).toEqual([]);
});

test('the proposals begin with outsiders, and go from the highest access to the lowest', async () => {
  const partner = {
    ...{ servicePrincipal: undefined, lastSeenTime: ago(1) },
    claimMatch: { issuer: 'https://gitlab.com', subjectPattern: '^project_path:.*' },
  };
  const { proposals: found } = await review(partner, [{ role: 'viewer' }, { role: 'owner' }, { role: 'editor' }]);
  expect(found.map(({ row }) => row.role)).toEqual(['owner', 'editor', 'viewer']);
  expect(formatProposals({ proposals: Array.from({ length: 12 }, () => found[0]!) })).toEqual([
    ...Array.from({ length: 10 }, () => expect.stringMatching(/^acme\/ci: owner in acme \(outsiders/) as string),
    '… and 2 more (outsiders) in proposals.csv',
  ]);
});

test('an undeclared owner is one decision, with its highest access as a review has it', async () => {
  const claimMatch = { issuer: 'https://accounts.google.com', subject: '111260650121245072906' };
  const organization = { servicePrincipal: undefined, claimMatch };
  const emulator = createEmulator({
    seed: {
      groups: [
        {
          name: 'acme',
          identities: [{ name: 'ci', ...organization }],
          groups: [{ name: 'shop', roleBindings: [{ identity: 'ci', role: 'owner' }] }],
          roleBindings: [{ identity: 'ci', role: 'editor' }],
        },
      ],
    },
  });
  const client = createClient({
    baseUrl: 'http://localhost',
    token: await emulator.administratorToken(),
    fetch: (request) => emulator.handle(request),
  });
  const reviewed = createReview([], { live: await readLive(client) });
  const { decisionText } = createAccessReview(reviewed, { now });
  expect(decisionText?.owners).toEqual(['"google:111260650121245072906": acme/ci, owner in acme/shop']);
  expect(reviewed.undeclaredOwners.map(({ role }) => role)).toEqual(['owner in acme/shop']);
});
