import { groupLines } from '../../../src/review/page/access-lines';
import type { PageLine } from '../../../src/review/page/data';

const line = (more: Partial<PageLine>): PageLine => ({
  ...{ identity: 'acme/ci', group: 'acme', beneath: 0, capabilities: ['repo.list'], roles: ['viewer'] },
  ...{ cause: 'granted', ...more },
});

test('lines with one role and cause are one group, with their identities by group', () => {
  const source = { file: 'src/teams.ts', line: 3 };
  const lines = [
    line({ identity: 'acme/a', source }),
    line({ identity: 'acme/b', source: { ...source, line: 4 } }),
    line({ identity: 'acme/c', group: 'acme/shop', beneath: 2, source }),
  ];
  expect(groupLines(lines)).toEqual([
    {
      ...{ roles: ['viewer'], capabilities: ['repo.list'], cause: 'granted', identities: '3 workloads', groups: 2 },
      places: [
        { group: 'acme', beneath: 0, lines: lines.slice(0, 2) },
        { group: 'acme/shop', beneath: 2, lines: lines.slice(2) },
      ],
      sources: [source, { ...source, line: 4 }],
    },
  ]);
});

test('a group has the words of its built-in roles', () => {
  const rights = 'read-only, 51 capabilities';
  expect(groupLines([line({ rights }), line({ identity: 'acme/b', rights })])).toMatchObject([{ rights }]);
});

test.each<[string, Partial<PageLine>]>([
  ['role', { roles: ['editor'] }],
  ['capabilities', { capabilities: ['repo.list', 'repo.create'] }],
  ['cause', { cause: 'moved' }],
])('another %s is another group', (_, more) => {
  expect(groupLines([line({}), line(more)]).map(({ identities }) => identities)).toEqual(['1 workload', '1 workload']);
});

test('a group with many identities has several lines', () => {
  const lines = Array.from({ length: 30 }, (_, index) => line({ identity: `acme/ci-${index}` }));
  const [group] = groupLines(lines);
  expect(group).toMatchObject({ identities: '30 workloads', groups: 1 });
  expect(group?.places.map((place) => place.lines.length)).toEqual([12, 12, 6]);
});

test('people and workloads are different groups', () => {
  const people = ['ada', 'bob'].map((identity) => line({ identity }));
  const identities = [...people, line({}), line({ identity: 'acme/(anyone who signs in)' })];
  expect(groupLines(identities).map((group) => group.identities)).toEqual(['2 people', '1 workload', '1 identity']);
});
