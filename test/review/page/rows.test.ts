/** Tests the visible rows of the tree. */
import fc from 'fast-check';
import { createModel, type PageNode } from '../../../src/review/page/model';
import { firstOpen, visibleRows } from '../../../src/review/page/rows';
import { twoOrganizations } from '../../access/graph/arbitrary-organization';
import { dataOf } from './page-data';

const none = { text: '', onlyChanges: false };

test('the unfolded tree shows each object once, beneath its parent', () => {
  fc.assert(
    fc.property(twoOrganizations(true), ([before, after]) => {
      const model = createModel(dataOf(before, after));
      const { rows } = visibleRows(model, new Set(model.nodes), none);
      const expected = model.nodes.filter(({ kind }) => kind !== '');
      expect(
        rows
          .filter(({ node }) => node.kind !== '')
          .map(({ node }) => node.id)
          .sort(),
      ).toEqual(expected.map(({ id }) => id).sort());
      const levels = new Map<PageNode, number>();
      for (const { node, level, position, count } of rows) {
        levels.set(node, level);
        expect(level).toBe(node.parent === undefined ? 1 : levels.get(node.parent)! + 1);
        const family = node.parent?.children ?? model.roots;
        expect([family[position - 1], family.length]).toEqual([node, count]);
      }
    }),
  );
});

const deep = (levels: number) =>
  Array.from({ length: levels }, (_, index) => ({
    key: `g${index}`,
    name: `level ${index}`,
    parent: index === 0 ? undefined : `g${index - 1}`,
  }));

test('a search shows its matches and their parents, unfolded', () => {
  const model = createModel(
    dataOf({ groups: deep(5), identities: [{ key: 'ci', name: 'ci-bot', group: 'g3' }], roles: [], grants: [] }),
  );
  const { rows, matches } = visibleRows(model, new Set(), { text: 'identity BOT', onlyChanges: false });
  expect(matches).toBe(1);
  expect(rows.map(({ node }) => node.label)).toEqual(['level 0', 'level 1', 'level 2', 'level 3', 'ci-bot']);
  expect(rows.map(({ isMatch }) => isMatch)).toEqual([false, false, false, false, true]);
  expect(visibleRows(model, new Set(), { text: 'nowhere', onlyChanges: false })).toEqual({ rows: [], matches: 0 });
});

test('a very deep tree works', () => {
  const model = createModel(dataOf({ groups: deep(3000) }));
  expect(visibleRows(model, new Set(model.nodes), none).rows).toHaveLength(3000);
});

test('at first, parents of changes are unfolded while they fit', () => {
  const object = (name: string, parent: string, status: 'kept' | 'added') => {
    const side = { key: name, group: parent, fields: {} };
    const place = { address: name, plan: 'main', isManaged: true };
    return { kind: 'group', node: 'group' as const, name, path: name, status, after: side, ...place };
  };
  const names = Array.from({ length: 50 }, (_, index) => `team${index}`);
  const groups = [
    { key: 'acme', name: 'acme' },
    ...names.map((name) => ({ key: name, name, parent: 'acme' })),
    { key: 'new', name: 'new', parent: 'team7' },
    { key: 'old', name: 'old', parent: 'team8' },
  ];
  const model = createModel({
    ...dataOf({ groups }),
    objects: [object('new', 'team7', 'added'), object('old', 'team8', 'kept')],
  });
  const labels = (fits: number) => [...firstOpen(model, fits)].map(({ label }) => label);
  expect(labels(200)).toEqual(['acme', 'team7']);
  expect(labels(20)).toEqual(['acme']);
});
