import { type EngineTextOptions, filterEngineText, findRefusal } from '../../../src/cli/engine/engine-text';

const whole: EngineTextOptions = { isVerbose: true, isColored: true };

/** Passes the text in pieces of this size. */
function passed(text: string, size = text.length, options = whole): string {
  let result = '';
  const filter = filterEngineText((part) => (result += part), options);
  for (let at = 0; at < text.length; at += size) filter.write(text.slice(at, at + size));
  filter.end();
  return result;
}
const plan = [
  'platform_group.a: Refreshing state... [id=u]',
  'data.platform_role.b: Reading...',
  '\u001b[0m\u001b[1mdata.platform_role.b: Read complete after 0s\u001b[0m',
  '',
  'Terraform will perform the following actions:',
  '',
  '  + name = "x"',
  '─'.repeat(40),
  'Saved the plan to: /tmp/plan',
].join('\n');

test('reads and the advice on the saved plan are left out, and the changes stay', () => {
  expect(passed(plan)).toBe('Terraform will perform the following actions:\n\n  + name = "x"\n');
});

test('without the changes, warnings and errors stay', () => {
  const warning = '\u001b[33m╷\u001b[0m\n\u001b[33m│\u001b[0m Warning: Deprecated\n\u001b[33m╵\u001b[0m\n';
  expect(passed(`${plan}\n`, undefined, {})).toBe('');
  expect(passed(`  + name = "x"\n${warning}Plan: 1 to add\n`, undefined, {})).toBe('╷\n│ Warning: Deprecated\n╵\n');
  expect(passed(warning, undefined, { isColored: true })).toBe(warning);
});

test('the size of the pieces makes no difference', () => {
  for (const size of [1, 2, 7, 64]) expect(passed(plan, size)).toBe(passed(plan));
});

test('colors of what stays are unchanged', () => {
  expect(passed('\u001b[32m+\u001b[0m create\n')).toBe('\u001b[32m+\u001b[0m create\n');
});

test('a last line without an end is passed on', () => {
  expect(passed('Error: denied')).toBe('Error: denied');
  expect(passed('')).toBe('');
});

test('a value that looks like an attribute of a read is not left out', () => {
  expect(passed('  + name = "Reading..."\n')).toBe('  + name = "Reading..."\n');
});

const boxed = (title: string, ...lines: readonly string[]) =>
  ['\u2577', `\u2502 ${title}`, ...lines.map((line) => `\u2502 ${line}`), '\u2575', ''].join('\n');
const placed = (address: string) => [
  '',
  `  with ${address},`,
  `  on main.tf line 1, in resource "x" "y":`,
  '   1: x',
  '',
];
const unknown = () => Promise.resolve(undefined);
const refused = (address: string) =>
  boxed(`Error: Cannot read ${address}`, ...placed(address), 'The token is refused.', '', 'Get a new one.');

test('an error with the reason of an earlier one is counted only, and so is one that refers to another', () => {
  const [first, second] = [refused('a.b'), refused('c.d')];
  const other = boxed('Error: Cannot read e', ...placed('e.f'), 'The network failed.');
  const referring = boxed('Error: Cannot read g', '', 'Another error of this run gives the reason.');
  const counted = '2 more errors with the same reason: --verbose lists them.\n';
  for (const size of [7, 10_000])
    expect(passed([referring, first, second, other].join(''), size, {})).toBe(`${first}${other}${counted}`);
  expect(passed(first + second + referring)).toBe(first + second + referring);
});

test('an error about the token is shown once for all requests', async () => {
  const refusedAt = (path: string) =>
    boxed(
      `Error: Cannot read ${path}`,
      '',
      'The token is refused',
      'GET',
      path,
      'returned 401 UNAUTHENTICATED.',
      'Configure another.',
    );
  const deniedAt = (path: string) =>
    boxed(`Error: Cannot read ${path}`, '', `GET ${path} returned 403 PERMISSION_DENIED.`);
  const [one, other] = [refusedAt('/groups/a'), refusedAt('/roles/b')];
  expect(passed(one + other, undefined, {})).toBe(`${one}1 more error with the same reason: --verbose lists them.\n`);
  expect(await Promise.all([one, deniedAt('/groups/a')].map((text) => findRefusal(text, unknown)))).toEqual([
    expect.stringContaining('rejects the token'),
    undefined,
  ]);
});

test.each([
  'nothing answers at http://localhost:1 (connection refused). Check the base URL and the network. (6 attempts).',
  'the host iam.example does not exist. Check the base URL and the network.',
  'the host of HTTPS_PROXY does not exist. Check the variable and the network.',
  'returned 503 UNAVAILABLE. The service is unreachable. (PLATFORM_API_UNAVAILABLE)',
])('an API without an answer is one error, and nothing is evaluated: %s', async (reason) => {
  const failed = ['/groups/a', '/roles/b', '/identities/c'].map((path) =>
    boxed(`Error: Cannot read ${path}`, ...placed('a.b'), `GET ${path}:`, ...reason.split(' ')),
  );
  expect(passed(failed.join(''), undefined, {})).toBe(
    `${failed[0]}2 more errors with the same reason: --verbose lists them.\n`,
  );
  expect(await findRefusal(failed[0] ?? '', unknown)).toMatch(/^The API is unreachable, so nothing can be planned\. /);
});

const [payments, shop] = ['a'.repeat(40), `${'a'.repeat(40)}/${'b'.repeat(16)}`];
const denied = (uid: string, needs = 'groups.list') =>
  boxed(
    `Error: Cannot read group (uid ${uid})`,
    ...placed('a.b'),
    `Permission denied: the call needs ${needs} in`,
    uid,
    `GET`,
    `/groups/${uid} returned 403 PERMISSION_DENIED (request id ${uid.length}).`,
    'The token is not allowed to do this.',
  );

test('errors with one reason are shown once, although each names its object and request', () => {
  const other = denied(payments, 'roles.list');
  expect(passed(denied(payments) + denied(shop) + other, undefined, {})).toBe(
    `${denied(payments)}${other}1 more error with the same reason: --verbose lists them.\n`,
  );
});

test('a state is of another organization if every object of it is denied', async () => {
  const refreshed = ['a.b', 'c.d'].map((address) => `${address}: Refreshing state... [id=u]\n`).join('');
  const all = refreshed + denied(payments) + denied(shop);
  expect(await findRefusal(all, unknown)).toContain('The state is of another organization');
  expect(await findRefusal(all, (group) => Promise.resolve(`${group} is not b.`))).toContain(
    `denies every object of the state. ${payments} is not b. Check PLATFORM_BASE_URL`,
  );
  expect(await findRefusal(refreshed + denied(payments), unknown)).toBeUndefined();
  expect(await findRefusal(denied(payments), unknown)).toBeUndefined();
});

test('warnings with one text are passed on, except for one about the file of the engine', () => {
  const warning = boxed('Warning: Deprecated', ...placed('a.b'), 'Use c.');
  const needless = boxed('Warning: Unable to open CLI configuration file', '', 'The file "x" does not exist.');
  expect(passed(warning + needless + warning, undefined, {})).toBe(warning + warning);
});

test('a warning of the synthesis is not repeated with the line of a generated file', () => {
  const synthesis = 'Warning: [org/ci] claimMatch.subjectPattern does not begin\n    with ^.\n    at main.ts:3\n';
  const warning = (text: string) =>
    boxed(
      'Warning: Open pattern',
      ...placed('a.b'),
      text,
      '(PLATFORM_LIKELY_MISTAKE)',
      '',
      '(and one more similar warning elsewhere)',
    );
  const [repeated, other] = ['claim_match.subject_pattern does not begin with ^.', 'name is long.'].map(warning);
  expect(passed(`${repeated}${other}`, undefined, { synthesis })).toBe(other);
  expect(passed(`${repeated}`, undefined, {})).toBe(repeated);
});

test('errors without a detail are different errors, and no error is only counted', () => {
  const [one, other] = ['Error: Missing name', 'Error: Missing group_uid'].map((title) =>
    boxed(title, ...placed('a.b')),
  );
  expect(passed(`${one}${other}`, undefined, {})).toBe(`${one}${other}`);
  const referring = boxed('Error: Cannot read g', '', 'Another error of this run gives the reason.');
  // The command prints the whole text then.
  expect(passed(referring, undefined, {})).toBe('');
});

test('the missing state precedes the errors of its plan', () => {
  const existing = boxed(
    'Warning: Group exists',
    ...placed('a.b'),
    '(PLATFORM_OBJECT_EXISTS)',
    '',
    '(and one more similar warning elsewhere)',
  );
  const error = boxed('Error: Invalid oidc', ...placed('a.c'), 'client_secret must be given.');
  const text = passed(`${error}${existing}`, undefined, {});
  expect(text).toMatch(/^2 planned objects exist already\. If another state manages these objects, do not apply/);
  expect(text).toContain(error);
});

test('a plan without its state shows one warning about an existing object, and counts the others', () => {
  const existing = (name: string, ...similar: readonly string[]) =>
    boxed(
      `Warning: Group "${name}" exists`,
      ...placed(`a.${name}`),
      'Import it.',
      '(PLATFORM_OBJECT_EXISTS)',
      ...similar.flatMap((text) => ['', text]),
    );
  expect(passed(existing('one'), undefined, {})).toBe(existing('one'));
  // Terraform merges the warnings of objects with the same name.
  const merged = existing('one', '(and one more similar warning elsewhere)');
  expect(passed(merged, undefined, {})).toMatch(/\n1 more object exists already:/);
  const others = existing('two', '(and 12 more similar warnings elsewhere)');
  expect(passed(`${merged}${others}`, undefined, {})).toMatch(/\n14 more objects exist already:/);
  expect(passed(['one', 'two', 'three'].map((name) => existing(name)).join(''), undefined, {})).toBe(
    `3 planned objects exist already. If another state manages these objects, do not apply this plan. Copy the file of that state, or configure its backend.\n${existing('one')}2 more objects exist already: --verbose lists them.\n`,
  );
});
