/** Compares the page with the command: each word, in each form of a question, gets the same answer or the same refusal. */
import { BUILT_IN_ROLES } from '../../../src/model/api';
import { builtInRole, createAccessGraph } from '../../../src/access/graph';
import { answer as answerCommand, type Question, type Review } from '../../../src/review';
import { answerQuestion } from '../../../src/review/page/answers';
import { createChoices, getChosen } from '../../../src/review/page/choices';
import { createModel } from '../../../src/review/page/model';
import { dataOf } from './page-data';

const builtIn = BUILT_IN_ROLES.map(({ name }) => name);
const organization = {
  groups: [
    { key: 'acme', name: 'acme' },
    { key: 'shop', name: 'shop', parent: 'acme' },
    { key: 'data', name: 'data', parent: 'acme' },
  ],
  identities: [
    ...[...builtIn, 'auditor', 'halves', 'nobody'].map((name) => ({ key: `of ${name}`, name, group: 'shop' })),
    { key: 'ada', name: 'ada@acme.example' },
  ],
  roles: [
    ...builtIn.map((name) => builtInRole(name)),
    { key: 'auditor', name: 'auditor', group: 'acme', capabilities: ['groups.list', 'repo.list', 'figs.eat'] },
    { key: 'lists', name: 'lists', group: 'acme', capabilities: ['groups.list'] },
    { key: 'figs', name: 'figs', group: 'acme', capabilities: ['repo.list', 'figs.eat'] },
    { key: 'twin 1', name: 'twin', group: 'shop', capabilities: ['groups.list'] },
    { key: 'twin 2', name: 'twin', group: 'data', capabilities: ['groups.update'] },
    { key: 'unread', name: 'unread', group: 'acme', capabilities: [] },
  ],
  grants: [
    ...builtIn.map((name) => ({ key: `to ${name}`, identity: `of ${name}`, role: name, group: 'shop' })),
    { key: 'to auditor', identity: 'of auditor', role: 'auditor', group: 'acme' },
    { key: 'half', identity: 'of halves', role: 'lists', group: 'acme' },
    { key: 'other half', identity: 'of halves', role: 'figs', group: 'shop' },
    { key: 'to ada', identity: 'ada', role: 'owner', group: 'acme' },
  ],
};
const graph = createAccessGraph(organization);
const review = {
  ...{ before: graph, after: graph, objects: [], unknownRoles: new Set() },
  report: { plans: [], unresolved: [], verdict: { problems: [] } },
} as unknown as Review;
const model = createModel(dataOf(organization));
const choices = createChoices(model);

const typoOf = (word: string) => `${word.slice(0, -1)}x`;
const names = [...builtIn, 'auditor', 'acme/auditor', 'figs.eat', 'role_bindings.create', 'CAP_IAM_GROUPS_LIST'];
const patterns = ['role_bindings.*', 'figs.*', '*'];
const words = [
  ...[...names, ...patterns],
  ...names.map(typoOf),
  ...['role_bindigns.*', 'twin', 'acme/shop/twin', 'figs', 'unread', 'zzz', 'zzz.*', 'acme/zzz'],
];
const identities = [
  ...['auditor', 'editor', 'halves', 'nobody'].map((name) => `acme/shop/${name}`),
  'ada@acme.example',
];
const groups = graph.groups.map(({ path }) => path);

interface Asked {
  readonly who?: string;
  readonly what: string;
  readonly where?: string;
}

/** Returns the subjects that the page lists with their grants, or its refusal. */
function onPage(asked: Asked) {
  const { who, what, where, problems } = getChosen(choices, asked);
  const [problem] = Object.values(problems);
  if (problem !== undefined) return problem;
  const found = answerQuestion(model, { who: who?.value, what: what?.value, where: where?.value });
  return (found?.rows ?? []).flatMap(({ subject, cells: [reasons = []] }) =>
    reasons.map(({ grant, path }) => ({
      subject: typeof subject === 'string' || 'role' in subject ? '' : subject.path,
      grant: grant.key,
      group: path.at(-1)?.path,
    })),
  );
}

function byCommand(question: Question) {
  try {
    return answerCommand(review, question).rows;
  } catch (error) {
    return (error as Error).message;
  }
}

const unique = (keys: readonly string[]) => [...new Set(keys)].sort();

describe.each(words)('%s', (what) => {
  test('who can, in each group', () => {
    for (const where of groups) {
      const [page, command] = [onPage({ what, where }), byCommand({ ask: 'who-can', capability: what, path: where })];
      expectSameGrants(page, command);
      if (typeof page === 'string' || typeof command === 'string') continue;
      expect(unique(page.map(({ subject }) => subject))).toEqual(unique(command.map(({ identity }) => identity)));
    }
  });

  test('where each identity can', () => {
    for (const who of identities) {
      const page = onPage({ who, what });
      const command = byCommand({ ask: 'where-can', identity: who, capability: what });
      if (typeof page === 'string' || typeof command === 'string') {
        expect(page).toBe(command);
        continue;
      }
      // The page lists the topmost groups, the command every grant.
      expect(page.length > 0).toBe(command.length > 0);
      expect(command.map(({ grant }) => grant)).toEqual(expect.arrayContaining(page.map(({ grant }) => grant)));
    }
  });

  test('why each identity can, in each group', () => {
    // "why" needs one capability. The page lists those of a pattern.
    const ask = what.includes('*') ? 'who-can' : 'why';
    for (const who of identities)
      for (const where of groups)
        expectSameGrants(
          onPage({ who, what, where }),
          byCommand({ ask, identity: who, capability: what, path: where }),
        );
  });
});

function expectSameGrants(page: ReturnType<typeof onPage>, command: ReturnType<typeof byCommand>): void {
  if (typeof page === 'string' || typeof command === 'string') expect(page).toBe(command);
  else expect(unique(page.map(({ grant }) => grant))).toEqual(unique(command.map(({ grant }) => grant)));
}

test('words of every kind are answered, and typos and unknown words are refused', () => {
  const refused = words.filter((what) => typeof onPage({ what, where: 'acme/shop' }) === 'string');
  expect(refused).toEqual([...names.map(typoOf), ...['role_bindigns.*', 'twin', 'unread', 'zzz', 'zzz.*', 'acme/zzz']]);
  expect(onPage({ what: 'twin' })).toBe(
    'The role name "twin" is ambiguous: acme/data/twin, acme/shop/twin. Use the path of the role.',
  );
  expect(onPage({ what: 'auditox' })).toBe('Cannot find capability "auditox". Did you mean auditor?');
});

test.each([
  ['a group', { what: 'owner', where: 'acme/shpo' }, { ask: 'who-can', capability: 'owner', path: 'acme/shpo' }],
  ['a workload', { what: 'owner', who: 'acme/shop/ownr' }, { ask: 'where-can', identity: 'acme/shop/ownr' }],
  ['a person', { what: 'owner', who: 'adda@acme.example' }, { ask: 'where-can', identity: 'adda@acme.example' }],
] as const)('the unknown name of %s is refused with a similar one', (_, asked, question) => {
  expect(onPage(asked)).toBe(byCommand(question));
  expect(onPage(asked)).toContain('Did you mean');
});

test('a role or a capability of one side only has the same meaning on the other', () => {
  const roles = organization.roles.filter(({ key }) => key !== 'auditor');
  const grants = organization.grants.filter(({ role }) => role !== 'auditor');
  const changed = createModel(dataOf({ ...organization, roles, grants }, organization));
  const where = changed.byPath('group', 'acme')!;
  const rows = answerQuestion(changed, { what: 'auditor', where })!.rows;
  const signs = rows.map(({ subject, sign }) => [(subject as { readonly path: string }).path, sign]);
  expect(signs).toEqual([
    ['acme/shop/auditor', '+'],
    ['ada@acme.example', ''],
  ]);
});
