import { tag } from '../../../src/model/kinds';
import { isInclusion, offers, inputFields } from '../../../src/model/schema';

const filters: Readonly<Record<string, { readonly pattern?: string | undefined; readonly matches: string }>> =
  tag.filters;
const includes = (filter: string, name: string) => new RegExp(filters[filter]!.pattern!).test(name);

test('a tag is read-only, and is in a repository', () => {
  expect(['create', 'update', 'delete'].filter((operation) => offers(tag, operation as 'create'))).toEqual([]);
  expect(inputFields(tag)).toEqual([]);
  expect(tag.parent?.kind).toBe('Repo');
});

test.each([
  [
    'include_dates',
    ['20260102', 'latest-20260102', '1.2-20261231-dev'],
    ['latest', '1.20260102', 'x19990102', '2026010'],
  ],
  ['include_epochs', ['1.2.3-r4', '1-r0'], ['1.2.3', '1.2.3-rc4', '1.2.3-r4-dev', 'r4']],
  ['include_referrers', ['sha256-0123.sig', 'sha256-0'], ['sha256:0', 'my-sha256-0', 'sha512-0']],
])('%s adds only such tags', (filter, added, others) => {
  expect(added.filter((name) => !includes(filter, name))).toEqual([]);
  expect(others.filter((name) => includes(filter, name))).toEqual([]);
});

test('only the filters for such tags include; the others narrow', () => {
  const inclusions = Object.entries(tag.filters).filter(([, filter]) => isInclusion(filter));
  expect(inclusions.map(([name]) => name)).toEqual(['include_dates', 'include_epochs', 'include_referrers']);
});

test('the example is a tag that a list without filters has', () => {
  const inclusions = Object.keys(tag.filters).filter((name) => name.startsWith('include_'));
  expect(inclusions.filter((filter) => includes(filter, String(tag.examples.create['name'])))).toEqual([]);
});
