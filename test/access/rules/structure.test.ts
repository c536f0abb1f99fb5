import { createAccessGraph } from '../../../src/access/graph';
import { checkStructure } from '../../../src/access/rules/structure';
import type { RuledObject } from '../../../src/access/rules';

const graph = createAccessGraph({
  groups: [
    { key: 'acme', name: 'acme' },
    { key: 'payments', name: 'payments', parent: 'acme' },
    { key: 'cards', name: 'cards', parent: 'payments' },
    { key: 'globex', name: 'globex' },
  ],
});

const group = (key: string, more: Partial<RuledObject> = {}): RuledObject => {
  const node = graph.group(key);
  return {
    key,
    kind: 'Group',
    path: node.path,
    name: node.name,
    isDescribed: true,
    isGroup: true,
    group: node,
    ...more,
  };
};
const role = (name: string | undefined, at: string | undefined, more: Partial<RuledObject> = {}): RuledObject => {
  const node = at === undefined ? undefined : graph.group(at);
  const path = `${node === undefined ? '' : `${node.path}/`}${name ?? 'r'}`;
  return { key: path, kind: 'Role', path, name, isDescribed: true, isGroup: false, group: node, ...more };
};

type Rule = Parameters<typeof checkStructure>[0];

const check = (more: object, ...objects: RuledObject[]): string[] => {
  const result = checkStructure({ name: 'r', reason: 'So.', ...more } as Rule, objects);
  return [
    ...result.violations.map(({ text }) => text),
    ...result.inconclusive.map(({ text }) => `inconclusive ${text}`),
  ];
};

describe('naming', () => {
  const naming = { rule: 'naming', pattern: '[a-z]+' };

  it('compares the whole name', () => {
    expect(check(naming, role('auditor', 'acme'), role('Auditor 2', 'acme'), role('a\n', 'acme'))).toEqual([
      'acme/a\n has the name "a\\n", which does not match [a-z]+',
      'acme/Auditor 2 has the name "Auditor 2", which does not match [a-z]+',
    ]);
  });

  it('applies to kinds, to groups with everything beneath, and not to exceptions', () => {
    const objects = [group('cards', { name: 'C' }), role('R', 'cards'), role('S', 'globex')];
    expect(check(naming, ...objects)).toHaveLength(3);
    expect(check({ ...naming, kinds: ['Role'] }, ...objects)).toHaveLength(2);
    expect(check({ ...naming, where: ['acme/**'] }, ...objects)).toHaveLength(2);
    expect(check({ ...naming, where: ['acme/payments'] }, ...objects)).toEqual([]);
    expect(check({ ...naming, except: ['acme/**', 'globex/*'] }, ...objects)).toEqual([]);
  });

  it('is inconclusive for an unknown name, and for a violation in a group that is perhaps meant', () => {
    expect(check(naming, role(undefined, 'acme'))).toEqual(['inconclusive acme/r: its name is unknown']);
    expect(check({ ...naming, where: ['acme'] }, role('R', undefined))).toEqual([
      'inconclusive R has the name "R", which does not match [a-z]+',
    ]);
  });
});

describe('uniqueNames', () => {
  const unique = { rule: 'uniqueNames' };
  const objects = [role('auditor', 'acme'), role('Auditor', 'cards'), role('auditor', 'globex')];

  it('compares names of a kind in an organization, without case', () => {
    expect(check(unique, ...objects)).toEqual(['acme/payments/cards/Auditor has the same name as acme/auditor']);
    expect(check(unique, role('cards', 'cards'), group('cards'))).toEqual([]);
  });

  it('compares names in one group', () => {
    const again = role('AUDITOR', 'acme', { key: 'again' });
    expect(check({ ...unique, within: 'group' }, ...objects, again)).toEqual([
      'acme/auditor has the same name as acme/AUDITOR',
    ]);
    expect(check({ ...unique, within: 'group' }, group('payments'), group('payments', { key: 'again' }))).toHaveLength(
      1,
    );
  });

  it('does not depend on the order of the objects', () => {
    expect(check(unique, ...objects.toReversed())).toEqual(check(unique, ...objects));
  });

  it('is inconclusive in an unknown group', () => {
    expect(check(unique, role('auditor', undefined))).toEqual(['inconclusive auditor: its group is unknown']);
  });
});

test('maxDepth counts a root group as level 1, and only groups', () => {
  const rule = { rule: 'maxDepth', levels: 2 };
  expect(check(rule, group('acme'), group('payments'), group('cards'), role('r', 'cards'))).toEqual([
    'acme/payments/cards is at level 3, and the maximum is 2',
  ]);
  expect(check(rule, group('acme', { group: undefined }))).toEqual(['inconclusive acme: its group is unknown']);
});

test('described requires a description', () => {
  const objects = [
    group('acme'),
    group('payments', { isDescribed: false }),
    group('cards', { isDescribed: undefined }),
  ];
  expect(check({ rule: 'described' }, ...objects)).toEqual([
    'acme/payments has no description',
    'inconclusive acme/payments/cards: its description is unknown',
  ]);
});
