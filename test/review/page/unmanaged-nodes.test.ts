/** Tests deletions that the API refuses: what stays is in the tree, and counts as no deletion. */
import { createReview, formatMarkdown, formatText, readPlan } from '../../../src/review';
import { pageData } from '../../../src/review/formats/browser/page-data';
import { summary } from '../../../src/review/formats/sentences/headline';
import { kindsText } from '../../../src/review/formats/sentences/phrases';
import { CONTEXT_VERSION, type PlanContext } from '../../../src/review/organization/context/plan-context';
import { createModel, type PageNode } from '../../../src/review/page/model';
import { visibleRows } from '../../../src/review/page/rows';
import { editedPlan, type EditedObjects, trusts } from '../edited-plan';

const acme: EditedObjects = { acme: { type: 'group' } };
const before: EditedObjects = {
  ...acme,
  tools: { type: 'group', in: 'acme' },
  prod: { type: 'group', in: 'tools' },
  sandbox: { type: 'group', in: 'tools' },
  ci: { type: 'identity', in: 'sandbox', values: trusts('shop') },
};
const text = editedPlan(before, acme);
const uidOf = (label: string) => new RegExp(`"platform_group\\.${label}".*?"uid":"([0-9a-f/]+)"`, 's').exec(text)![1]!;
const [tools, sandbox] = [uidOf('tools'), uidOf('sandbox')];
const [scratch, bot] = [`${sandbox}/${'a'.repeat(16)}`, `${sandbox}/${'a'.repeat(16)}/${'b'.repeat(16)}`];
const context: PlanContext = {
  version: CONTEXT_VERSION,
  ...{ names: [], roles: [], keys: [], grants: [], unread: [] },
  contents: [
    { group: tools, kind: 'Group', count: 1, objects: [{ uid: scratch, name: 'scratch' }] },
    {
      ...{ group: tools, kind: 'Identity', count: 2 },
      objects: [bot, `${sandbox}/${'c'.repeat(16)}`].map((uid) => ({ uid, name: 'bot' })),
    },
  ],
};
const review = createReview([{ ...readPlan(text, 'org'), reviews: [] }], { context });
const { report } = review;

test('a nested group stays, too, and neither of them counts as deleted', () => {
  expect(report.changes.filter(({ stays }) => stays).map(({ path }) => path)).toEqual([
    'acme/tools',
    'acme/tools/sandbox',
  ]);
  expect(summary(report)).toContain('2 deleted, 2 deletions refused.');
  const reason = report.findings.find(({ id }) => id === 'destroys')?.reason;
  expect(reason).toContain('The apply deletes 2 other objects.');
  expect(kindsText(report.changes)).toBe('2 deleted: 1 group, 1 identity; 2 refused: 2 groups');
});

test('the text and the comment list the unmanaged objects', () => {
  for (const shown of [formatText(report, { isWhole: true }), formatMarkdown(report).replaceAll('`', '')])
    for (const name of ['group acme/tools/sandbox/scratch', 'identity acme/tools/sandbox/scratch/bot', 'bot'])
      expect(shown).toContain(name);
});

test('the tree of the page contains the unmanaged objects, marked, also with changes only', () => {
  const model = createModel(pageData(review));
  const open = new Set(model.nodes);
  const { rows } = visibleRows(model, open, { text: '', onlyChanges: true });
  const toText = ({ label, note = '', status }: PageNode) => `${label} ${status} ${note}`.trim();
  expect(rows.map(({ node, level }) => `${'  '.repeat(level - 1)}${toText(node)}`)).toEqual([
    'acme kept',
    '  tools removed stays',
    '    prod removed',
    '    sandbox removed stays',
    '      bot kept identity, not managed, stays',
    '      ci removed',
    '      scratch kept group, not managed, stays',
    '        bot kept identity, not managed, stays',
  ]);
});

test('a deletion that the API refuses is no part of a mass removal', () => {
  const more: EditedObjects = {
    ...before,
    ...{ first: { type: 'group', in: 'tools' }, second: { type: 'group', in: 'tools' } },
  };
  const [plan] = [{ ...readPlan(editedPlan(more, acme), 'org'), reviews: [] }];
  const isMass = ({ id }: { readonly id: string }) => id === 'mass-removal';
  const find = (options: object) => createReview([plan], options).report.findings.find(isMass)?.reason;
  expect(find({})).toMatch(/^This change deletes 5 of 6 managed groups /);
  expect(find({ context })).toMatch(/^This change deletes 3 of 6 managed groups /);
});

test('a grant is a sentence with names, and the next step deletes nothing that the API cannot delete', () => {
  const shop = { uid: bot, ...trusts('shop') };
  const contents: PlanContext['contents'] = [
    { group: tools, kind: 'Group', count: 1, objects: [{ uid: scratch, name: 'scratch' }] },
    { group: tools, kind: 'Identity', count: 1, objects: [{ uid: bot, name: 'bot', values: shop }] },
    {
      ...{ group: tools, kind: 'RoleBinding', count: 1 },
      objects: [
        {
          uid: `${sandbox}/${'d'.repeat(16)}`,
          grant: { identity: { uid: bot, name: 'bot' }, role: 'owner', isOwner: true },
        },
      ],
    },
    { group: tools, kind: 'Repo', count: 1, objects: [{ uid: `${sandbox}/${'e'.repeat(16)}`, name: 'images' }] },
  ];
  const found = createReview([{ ...readPlan(text, 'org'), reviews: [] }], { context: { ...context, contents } });
  const shown = formatText(found.report).replaceAll(/\s+/g, ' ');
  expect(shown).toContain('bot is owner in acme/tools/sandbox, and no stack manages this grant.');
  expect(shown).toContain('No request of the API deletes a repo. Keep the object that needs it.');
  expect(shown).toContain('Delete the other unmanaged objects first');
  const page = pageData(found);
  const labels = createModel(page).nodes.map(({ label, note }) => `${label} (${note})`);
  expect(labels).toContain('owner ← bot (not managed, stays)');
  expect(labels).toContain('images (repo, not managed, stays)');
  expect(page.review?.approvedWrites.filter(({ isRefused }) => isRefused).map(({ path }) => path)).toEqual([
    'acme/tools',
    'acme/tools/sandbox',
  ]);
});
