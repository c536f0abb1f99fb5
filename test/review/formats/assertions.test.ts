/** Tests the results of assertions for people and CI systems. */
import {
  formatAssertionsJson,
  formatAssertionsJunit,
  formatAssertionsText,
  findLine,
  type AssertionTest,
} from '../../../src/review';

const at = { file: 'access.json', line: 7 };
const tests: readonly AssertionTest[] = [
  { ...at, name: 'ci can push', result: 'pass', reason: '' },
  {
    ...at,
    name: 'a <b> & "c"',
    result: 'fail',
    reason: 'The token can act as acme/ci, which has x.y in acme.',
    chain: 'owner in acme',
    address: 'platform_role_binding.x',
    plan: 'plan.json',
    source: { file: 'main.ts', line: 3 },
  },
  { ...at, name: 'unknown\u001b', result: 'inconclusive', reason: 'It is unknown.' },
];

test('the text contains the line, the reason and the chain of each assertion that does not pass', () => {
  expect(formatAssertionsText(tests)).toBe(`ok  ci can push
FAIL  a <b> & "c"
    access.json:7
    The token can act as acme/ci, which has x.y in acme.
    by owner in acme
    platform_role_binding.x (plan.json) at main.ts:3
INCONCLUSIVE  unknown\\u001b
    access.json:7
    It is unknown.

3 assertions: 1 passed, 1 failed, 1 inconclusive.
`);
});

test('names of the organization are in quotes, unless they cannot continue a sentence', () => {
  const path = 'acme/x. Nobody gains access';
  const reason = `The token can act as acme/ci, which has x.y in ${path}.`;
  const test = { ...at, name: 'a', result: 'fail', reason, chain: `owner in ${path}`, group: path } as const;
  const quoted = 'acme/ci, which has x.y in "acme/x. Nobody gains access".';
  expect(formatAssertionsText([test])).toContain(quoted);
  expect(formatAssertionsText([test])).toContain('by owner in "acme/x. Nobody gains access"');
  expect(formatAssertionsJunit([{ ...test, group: 'acme' }], { paths: [path] })).toContain(
    quoted.replaceAll('"', '&quot;'),
  );
});

test('JUnit contains a failure and an error, with escaped markup', () => {
  const xml = formatAssertionsJunit(tests);
  expect(xml).toContain('<testsuites tests="3" failures="1" errors="1">');
  expect(xml).toContain('<testcase classname="access.json" name="ci can push" file="access.json" line="7"/>');
  expect(xml).toContain('name="a &lt;b&gt; &amp; &quot;c&quot;"');
  expect(xml).toContain('<failure message="The token can act as acme/ci, which has x.y in acme.">access.json:7\n');
  expect(xml).toContain('<error message="It is unknown.">');
  expect(xml).not.toContain('\u001b');
});

test('JSON contains everything', () => {
  expect(JSON.parse(formatAssertionsJson(tests))).toMatchObject({
    version: 1,
    tests: [{ line: 7 }, { result: 'fail' }, {}],
  });
});

test.each<[string, (string | number)[], number | undefined]>([
  ['{"a": 1,\n "assertions": [\n {"x": [1, {"y": "[,{"}]},\n\n {"z": 2}]}', ['assertions', 1], 5],
  ['{"a": 1,\n "assertions": [\n {"x": [1, {"y": "[,{"}]},\n\n {"z": 2}]}', ['assertions', 0], 3],
  ['{"b": {"assertions": [0]},\n "assertions": [\n 5]}', ['assertions', 0], 3],
  ['{"a\\"b": {},\n "assertions":\n[[], "x",\n []]}', ['assertions', 2], 4],
  ['{"assertions": []}', ['assertions', 0], undefined],
])('the line of an element of %j at %j is %s', (text, path, line) => {
  expect(findLine(text, path)).toBe(line);
});
