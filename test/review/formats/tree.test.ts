import { treeLineText, treeLines } from '../../../src/review/formats/tree';
import type { ReportedChange } from '../../../src/review';

const change = (path: string, more: Partial<ReportedChange> = {}): ReportedChange => ({
  ...{ kind: 'role', path, group: path.split('/').slice(0, -1).join('/'), status: 'added' },
  ...{ fields: [], address: `platform_role.${path.replaceAll('/', '_')}`, plan: 'plan' },
  ...more,
});

test('places each change in its group, and includes the parents', () => {
  const lines = treeLines({ changes: [change('acme/shop/deployer'), change('acme/payments', { kind: 'group' })] });
  expect(lines.map(({ depth, sign, name }) => [depth, sign, name])).toEqual([
    [0, ' ', 'acme/'],
    [1, '+', 'payments/'],
    [1, ' ', 'shop/'],
    [2, '+', 'deployer'],
  ]);
});

test('folds groups until the lines fit, and counts what they contain', () => {
  const changes = Array.from({ length: 200 }, (_, index) => change(`acme/team ${index % 20}/role ${index}`));
  const lines = treeLines({ changes }, 30);
  expect(lines.length).toBeLessThanOrEqual(31);
  expect(lines.map(treeLineText).join('\n')).toMatch(/\d+ created/);
  expect(treeLines({ changes }).length).toBeGreaterThan(200);
});

test('siblings have the order of the tree of a page in any order of the changes', () => {
  const changes = [
    ...['acme/b', 'acme/a10', 'acme/a9'].map((path) => change(path, { kind: 'group' })),
    change('acme/z', { kind: 'identity' }),
    change('acme/viewer'),
    ...['acme/ci', 'acme/y'].map((path) => change(path, { kind: 'role binding' })),
    change('acme/auditors', { kind: 'group invite' }),
  ];
  const names = (all: readonly ReportedChange[]) => treeLines({ changes: all }).map(({ name }) => name);
  expect(names(changes)).toEqual(['acme/', 'z', 'viewer', 'auditors', 'ci', 'y', 'a9/', 'a10/', 'b/']);
  expect(names(changes.toReversed())).toEqual(names(changes));
});
