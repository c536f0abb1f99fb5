/** Answers and access reviews name who can obtain access in several steps. */
import { createClient } from '../../../src/client';
import { createEmulator } from '../../../src/emulator';
import {
  answer,
  createAccessReview,
  createReview,
  formatAnswerText,
  formatHtml,
  listDangerNotes,
  readLive,
  type Review,
} from '../../../src/review';
import { answerQuestion, getIdentityPath, type PageQuestion } from '../../../src/review/page/answers';
import { createModel } from '../../../src/review/page/model';
import type { EscalationPath } from '../../../src/access/graph';
import { escalationText, findEscalations } from '../../../src/review/access/escalations';
import { dataIn } from '../page/page-data';

const github = (name: string) => ({
  name,
  claimMatch: {
    issuer: 'https://token.actions.githubusercontent.com',
    subject: `repo:acme@1/${name}@2:ref:refs/heads/main`,
  },
});
const HELPER = 'acme/helper can obtain it in 2 steps: first, it can change the trust policy of acme/ci';

let review: Review;

async function reviewWith(groupInvites: readonly object[]): Promise<Review> {
  const acme = {
    ...{ name: 'acme', identities: ['ci', 'helper', 'reader'].map(github) },
    roles: [
      { name: 'helper', capabilities: ['identity.update'] },
      { name: 'creator', capabilities: ['repo.create'] },
    ],
    roleBindings: [
      ...Object.entries({ ci: 'owner', helper: 'helper', reader: 'viewer' }).map(([identity, role]) => ({
        ...{ identity, role },
      })),
    ],
    groups: [{ name: 'shop' }, { name: 'blog', roles: [{ name: 'other', capabilities: ['repo.create'] }] }],
    groupInvites,
  };
  const emulator = createEmulator({ seed: { groups: [acme] } });
  const client = createClient({
    ...{ baseUrl: 'http://localhost', token: await emulator.administratorToken() },
    fetch: (request) => emulator.handle(request),
  });
  return createReview([], { live: await readLive(client), configuration: { owners: ['acme'] } });
}

beforeAll(async () => {
  review = await reviewWith([]);
});

test.each([
  ['who-can owner', { ask: 'who-can', capability: 'owner', path: 'acme' }],
  ['who-can in a group beneath', { ask: 'who-can', capability: 'role_bindings.create', path: 'acme/shop' }],
  ['why', { ask: 'why', identity: 'acme/helper', capability: 'role_bindings.create', path: 'acme/shop' }],
  ['where-can', { ask: 'where-can', identity: 'acme/helper', capability: 'role_bindings.*' }],
] as const)('%s names an identity that can obtain the access', (_, question) => {
  const found = answer(review, question, { isLive: true });
  expect(found.obtainable).toMatchObject([{ identity: 'acme/helper', steps: 2 }]);
  const lines = formatAnswerText(found).trimEnd().split('\n');
  expect(lines.filter((line) => line.includes('can obtain it'))).toEqual([`${HELPER}, which is owner in acme.`]);
  expect(found.rows.map(({ identity }) => identity)).not.toContain('acme/helper');
});

test.each([
  ['any capability', { ask: 'who-can', capability: '*', path: '**' }],
  ['an identity without a path to it', { ask: 'why', identity: 'acme/reader', capability: 'owner', path: 'acme' }],
  ['an identity that has it', { ask: 'why', identity: 'acme/ci', capability: 'owner', path: 'acme' }],
] as const)('an answer about %s names nobody', (_, question) => {
  expect(answer(review, question)).not.toHaveProperty('obtainable');
});

test.each([
  ['repo.create', 'Roles with it are acme/creator, '],
  ['owner', 'The role with it is owner.'],
])('why without the access to %s names the roles that give it, the narrowest first', (capability, text) => {
  const question = { ask: 'why', identity: 'acme/reader', capability, path: 'acme/shop' } as const;
  const found = answer(review, question, { isLive: true });
  expect(found.roles?.at(-1)).toBe('owner');
  expect(formatAnswerText(found)).toContain(text);
  expect(found.roles).not.toContain('acme/blog/other');
  expect(answer(review, { ...question, identity: 'acme/ci' })).not.toHaveProperty('roles');
});

test('the page names an identity that can obtain the access, as the command does', () => {
  const { after, objects, unknownRoles } = review;
  const model = createModel(dataIn(formatHtml({ after, objects, unknownRoles })));
  const [where, who, reader] = [
    model.byPath('group', 'acme/shop'),
    model.byPath('identity', 'acme/helper'),
    model.byPath('identity', 'acme/reader'),
  ];
  const what = 'role_bindings.create';
  const listed = (question: PageQuestion) => answerQuestion(model, question)?.obtainable.map(({ text }) => text);
  const text = `${HELPER}, which is owner in acme.`;
  for (const question of [{ what }, { what, where }, { who, what }, { who, what, where }])
    expect(listed(question)).toEqual([text]);
  for (const question of [
    { who: reader, what, where },
    { who, where },
    { what: '*', where },
  ])
    expect(listed(question)).toEqual([]);
});

test('an access review lists the grant of the first step before the owners', () => {
  const { dangers } = createAccessReview(review);
  expect(dangers.map(({ rows }) => rows.map(({ identity }) => identity))).toEqual([
    ['acme/helper'],
    ['acme/ci', 'administrator'],
  ]);
  expect(dangers[0]?.rows[0]?.escalation).toMatch(/^acme\/helper can escalate to .* in acme in 2 steps: first, it can/);
});

test('the notes and the page of an organization contain escalation paths, and what the review assumes', () => {
  const protection = 'The review assumes that each exact branch, tag and environment of a trust policy is protected.';
  const [title, ...notes] = listDangerNotes(review);
  expect(title).toBe('Owners, and how they obtain access:');
  expect(notes.filter((note) => note.startsWith('- '))).toEqual([
    expect.stringMatching(/^- acme\/ci: owner in acme\. It can be assumed by /),
    '- administrator: owner in acme. A person, administrator@platform.internal.',
  ]);
  expect(notes.slice(-2)).toEqual(['1 identity can escalate to more access: acme/helper.', protection]);
  const { after, objects, unknownRoles, protection: sentences } = review;
  const data = dataIn(formatHtml({ after, objects, unknownRoles, protection: sentences }));
  expect(data.escalations).toMatchObject([{ identity: 'acme/helper', text: expect.stringContaining('in 2 steps') }]);
  expect(data.protection).toEqual([protection]);
});

test('an answer of the page begins with outsiders, describes people instead of grants, and names who can obtain the access', async () => {
  const invited = await reviewWith([{ role: 'owner', ttl: '2592000s', singleUse: false }]);
  const { after, objects, unknownRoles } = invited;
  const model = createModel(dataIn(formatHtml({ after, objects, unknownRoles })));
  const where = model.roots.find(({ path }) => path === 'acme');
  const { rows, obtainable } = answerQuestion(model, { what: 'role_bindings.create', where })!;
  const subjects = rows.flatMap(({ subject }) =>
    typeof subject === 'string' || 'role' in subject ? [] : [getIdentityPath(model, subject)],
  );
  expect(subjects).toEqual(['acme/(anyone who accepts an invite)', 'acme/ci', 'administrator']);
  expect(obtainable.map(({ text }) => text)).toEqual([expect.stringContaining(HELPER)]);
});

test('a sentence states the access of each group: nobody gains their sum anywhere', () => {
  const path = (steps: number, gains: Readonly<Record<string, readonly string[]>>): EscalationPath => ({
    identity: 'acme/helper',
    steps: Array.from({ length: steps }, () => ({
      ...{ kind: 'assume', actor: 'acme/helper', target: 'acme/ci', group: 'acme' },
      ...{ capabilities: [], through: [] },
    })),
    gains: Object.entries(gains).map(([group, capabilities]) => ({ group, capabilities })),
  });
  const reads = ['groups.list', 'repo.list', 'tag.list', 'roles.list', 'identity.list'];
  const [only] = findEscalations(review.after, [
    path(1, { acme: reads.slice(0, 1), 'acme/shop': reads, 'acme/other': reads }),
  ]);
  expect(escalationText(only!)).toMatch(
    /^acme\/helper can escalate to 5 capabilities of viewer \(read-only\) in acme\/shop, acme\/other, and to groups\.list in acme: /,
  );
  const [many] = findEscalations(review.after, [path(1, { a: ['a.x', 'b.x', 'c.x'], b: ['a.x', 'b.x'], c: ['a.x'] })]);
  expect(escalationText(many!)).toContain('and to a.x and b.x in b, and to other access in 1 group: ');
});
