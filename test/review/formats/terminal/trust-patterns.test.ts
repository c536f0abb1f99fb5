/** Tests that only policies that are equal except for one repository name share a line. */
import { mergeAlike, patternTexts } from '../../../../src/review/formats/terminal/trust-patterns';
import type { ReportedAssume } from '../../../../src/review';

function toPolicy(after: string, index: number): ReportedAssume {
  const base = { relation: 'added', outsiders: [], unknown: [], plan: 'org' } as const;
  return { ...base, identity: `acme/ci-${index}`, address: `platform_identity.ci${index}`, after };
}
const main = (repository: string) => `workflow deploy.yml on branch main of ${repository}`;
const merged = (...texts: readonly string[]) =>
  mergeAlike(texts.map(toPolicy)).flatMap((entry) => ('policies' in entry ? [patternTexts(entry)] : []));

test('policies that differ only in a repository name are one line', () => {
  expect(merged(main('acme/a'), main('acme/b'), main('acme/c'))).toEqual([
    [
      '3 identities: "workflow deploy.yml on branch main of acme/<name>"',
      'acme/ci-0 (a), acme/ci-1 (b), acme/ci-2 (c)',
    ],
  ]);
  expect(merged(main('acme@1/a@2'), main('acme@1/b@3'), main('acme@1/c@4'))[0]?.[0]).toContain('acme@1/<name>@<id>');
});

test.each([
  ['another owner', main('evil/c')],
  ['another id of the owner', main('acme@1/c')],
  ['another branch', 'workflow deploy.yml on branch dev of acme/c'],
  ['another workflow', 'workflow test.yml on branch main of acme/c'],
  ['a longer text', `${main('acme/c')}, audience x`],
  ['a second repository', `${main('acme/c')}, or ${main('acme/d')}`],
  ['the placeholder as text', main('acme/<name>')],
  ['a repository within another name', `${main('acme/c')} x-acme/c`],
  ['no repository', 'anyone'],
])('%s is never merged', (_, policy) => {
  const entries = mergeAlike([main('acme/a'), main('acme/b'), policy, main('acme/e')].map(toPolicy));
  expect(entries).toHaveLength(2);
  expect(entries[1]).toMatchObject({ identity: 'acme/ci-2', after: policy });
});

test('outsiders, unknown and changed policies are never merged', () => {
  const policies = ['a', 'b', 'c'].map((name, index) => toPolicy(main(`acme/${name}`), index));
  for (const change of [
    { outsiders: [{ who: 'anyone' }] },
    { unknown: ['x'] },
    { before: main('acme/z') },
  ] as unknown as Partial<ReportedAssume>[]) {
    const changed = policies.map((policy) => ({ ...policy, ...change }));
    expect(mergeAlike(changed)).toEqual(changed);
  }
});

test('the text of a policy is in quotes, and cannot continue the report', () => {
  const hostile = (name: string) => `branch x". No access changes of acme/${name}`;
  expect(merged(hostile('a'), hostile('b'), hostile('c'))[0]?.[0]).toBe(
    '3 identities: "branch x\\". No access changes of acme/<name>"',
  );
});
