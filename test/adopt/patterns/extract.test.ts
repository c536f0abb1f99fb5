import { call, literal, toRecord, text, type RecordExpression } from '../../../src/adopt/code/expressions';
import { printed } from '../../../src/adopt/code/printer';
import { Identifiers } from '../../../src/adopt/naming/identifiers';
import { extractPatterns, worthwhile } from '../../../src/adopt/patterns/extract';

const identity = (group: string, id: number): RecordExpression => ({
  ...toRecord([
    {
      key: 'assumedBy',
      value: call(
        'Trust.gitHubActions',
        literal({ repository: `acme/${group}`, branch: 'main', ids: { owner: 1234, repository: id } }),
      ),
    },
  ]),
  declares: { what: 'deployer', type: 'IdentityData', group },
});
const team = (group: string, id: number, more: readonly string[] = []): RecordExpression =>
  toRecord([
    { key: 'identities', value: toRecord([{ key: 'deployer', value: identity(group, id) }]) },
    ...more.map((key) => ({ key, value: text('x') })),
  ]);

test('three records of the same shape become calls of a function', () => {
  const { expressions, patterns } = extractPatterns(
    [team('a', 1), team('b', 2, ['x']), team('c', 3)],
    new Identifiers(),
  );
  expect(
    patterns.map(({ name, type, parameters }) => [name, type, parameters.map((parameter) => parameter.name)]),
  ).toEqual([['deployer', 'IdentityData', ['name', 'repository']]]);
  expect(expressions.map((expression) => printed(expression))).toEqual([
    "{ identities: { deployer: deployer('a', 1) } }",
    "{ identities: { deployer: deployer('b', 2) }, x: 'x' }",
    "{ identities: { deployer: deployer('c', 3) } }",
  ]);
});

test('two records, and records without a difference worth a function, stay', () => {
  expect(extractPatterns([team('a', 1), team('b', 2)], new Identifiers()).patterns).toEqual([]);
  const empty = toRecord([]);
  expect(worthwhile([empty, empty, empty])).toBeUndefined();
  const short = (value: string) => literal({ a: value }) as RecordExpression;
  expect(worthwhile([short('1'), short('2'), short('3')])).toBeUndefined();
});
