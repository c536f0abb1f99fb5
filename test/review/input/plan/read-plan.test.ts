/** Tests that an invalid plan is an error with a reason, and never a report. */
import fc from 'fast-check';
import { PlanError, readPlan, reviewPlans } from '../../../../src/review';
import { corpusTexts } from '../../corpus';

const text = corpusTexts('role-widened')[0]?.text ?? '';

const refusal = (input: string): string => {
  try {
    readPlan(input, 'plan.json');
  } catch (error) {
    expect(error).toBeInstanceOf(PlanError);
    return (error as Error).message;
  }
  throw new Error('It was read.');
};

test.each([
  ['', 'Cannot read plan.json: it is empty. Create a plan with'],
  ['  \n', 'Cannot read plan.json: it is empty.'],
  [text.slice(0, 5000), 'Cannot read plan.json: it is not complete JSON. Create a plan with'],
  ['PK\u0003\u0004tfplan', 'it is a saved plan. Pass the output of "terraform show -json"'],
  ['null', 'the document must be an object and is missing'],
  ['[]', 'the document must be an object and is a list'],
  ['{}', 'it has no format_version'],
  [
    '{"format_version":"1.0","terraform_version":"1.11.4"}',
    'Cannot read plan.json as a plan: it has neither changes nor a state',
  ],
  ['{"version":4,"serial":1,"resources":[]}', 'Cannot read plan.json as a plan: it is a state'],
  [
    '{"format_version":"0.2","resource_changes":[]}',
    'It is of an older engine. Use Terraform or OpenTofu 1.8 or newer.',
  ],
  ['{"format_version":"2.0","resource_changes":[]}', 'its format version is "2.0", and this package reads only 1.x'],
  ['{"format_version":1,"resource_changes":[]}', 'format_version must be text and is number'],
  ['{"format_version":"1.2","resource_changes":{}}', 'resource_changes must be a list and is object'],
  ['{"format_version":"1.2","resource_changes":[{}]}', 'resource_changes[0].address must be text and is missing'],
  [
    '{"format_version":"1.2","resource_changes":[{"address":"a","type":"b","change":{"actions":[]}}]}',
    'resource_changes[0].change.actions must be a list of actions',
  ],
  ['{"format_version":"1.2","prior_state":{"values":{"root_module":{"resources":7}}}}', 'resources must be a list'],
])('%j', (input, message) => {
  expect(refusal(input)).toContain(message);
});

test('warnings of OpenTofu before the document are ignored, and a log is recognized', () => {
  const warned = `\nWarning: Unable to open CLI configuration file\n\nThe file "/etc/tofurc" does not exist.\n${text}`;
  expect(readPlan(warned, 'plan.json')).toEqual(readPlan(text, 'plan.json'));
  expect(refusal(`Warning: none\n${text.slice(0, 5000)}`)).toContain('Cannot read plan.json: it is not complete JSON.');
  expect(refusal('{"@level":"info"}\n{"@level":"info"}\n')).toContain(
    'Cannot read plan.json: it is the log of "terraform plan -json". Create a plan',
  );
});

test('the message of a failed check is one paragraph', () => {
  const checks = [
    {
      address: { to_display: 'check.shop' },
      status: 'fail',
      instances: [{ problems: [{ message: 'Two\n\n  lines.\n' }] }],
    },
  ];
  const { status } = readPlan(JSON.stringify({ format_version: '1.2', resource_changes: [], checks }), 'plan.json');
  expect(status.failedChecks).toEqual([{ address: 'check.shop', messages: ['Two lines.'] }]);
});

test.each([
  ['before', (plan: string) => `[command]/usr/bin/terraform show -json tfplan\n${plan}`],
  ['after', (plan: string) => `${plan}\n::debug::Terraform exited with code 0.\n::set-output name=exitcode::0\n`],
  ['on both sides, ended as on Windows', (plan: string) => `> show\r\n${plan}\r\n\r\ndone {0}, code 0\r\n`],
])('lines of a wrapper %s the plan are ignored', (_, wrapped) => {
  expect(readPlan(wrapped(text), 'plan.json')).toEqual(readPlan(text, 'plan.json'));
});

test('an error contains no text of an unreadable file, which can contain secrets', () => {
  const secret = 'sk-1234567890';
  expect(refusal(`{"format_version": "1.2", "resource_changes": [${secret}`)).not.toContain(secret);
  expect(refusal(JSON.stringify({ format_version: '1.2', resource_changes: secret }))).not.toContain(secret);
});

test('a deeply nested plan is an error, not a stack overflow', () => {
  const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  const unknown = `${'{"a":'.repeat(500)}true${'}'.repeat(500)}`;
  const change = (after: string, after_unknown: string) =>
    `{"format_version":"1.2","resource_changes":[{"address":"platform_group.a","mode":"managed","type":"platform_group","name":"a","provider_name":"platform-iac.internal/npm/platform","change":{"actions":["create"],"before":null,"after":${after},"after_unknown":${after_unknown}}}]}`;
  expect(refusal(change('{}', unknown))).toContain('nested deeper than 100 levels');
  const modules = `${'{"child_modules":['.repeat(50_000)}{}${']}'.repeat(50_000)}`;
  const deepModules = `{"format_version":"1.2","resource_changes":[],"prior_state":{"values":{"root_module":${modules}}}}`;
  expect(readPlan(deepModules, 'deep').prior).toEqual([]);
  const withMember = (text: string) => `{"format_version":"1.2","resource_changes":[],${text}}`;
  expect(() => readPlan(withMember(`"variables":{"v":{"value":${deep}}}`), 'deep')).not.toThrow();
  expect(refusal(withMember(`"novelty":${deep}`))).toContain('the unknown part novelty is nested too deeply');
});

test('groups that contain each other are unresolved', () => {
  const change = (name: string) => ({
    address: `platform_group.${name}`,
    mode: 'managed',
    type: 'platform_group',
    name,
    provider_name: 'platform-iac.internal/npm/platform',
    change: { actions: ['create'], before: null, after: { name }, after_unknown: { uid: true, parent_uid: true } },
  });
  const changes = [change('a'), change('b')];
  const circle = JSON.stringify({
    format_version: '1.2',
    resource_changes: changes,
    configuration: {
      root_module: {
        resources: changes.map(({ address, mode, type, name }) => ({
          ...{ address, mode, type, name },
          expressions: { parent_uid: { constant_value: `\${platform_group.${name === 'a' ? 'b' : 'a'}.uid}` } },
        })),
      },
    },
  });
  const report = reviewPlans([readPlan(circle, 'circle')]);
  expect(report.findings.map(({ id, subject }) => `${id} ${subject}`)).toEqual([
    'unresolved platform_group.a',
    'unresolved platform_group.b',
  ]);
});

/** Replaces one part of the plan by any value: the result is always a report or a `PlanError`. */
test('a hostile plan is a report or an error', () => {
  const document = JSON.parse(text) as unknown;
  const places: (readonly (string | number)[])[] = [];
  const walk = (value: unknown, path: readonly (string | number)[]): void => {
    places.push(path);
    if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value))
        walk(inner, [...path, Array.isArray(value) ? Number(name) : name]);
  };
  walk(document, []);
  const replaced = (value: unknown, path: readonly (string | number)[], by: unknown): unknown => {
    const [step, ...rest] = path;
    if (step === undefined) return by;
    if (Array.isArray(value)) return value.map((inner, index) => (index === step ? replaced(inner, rest, by) : inner));
    return { ...(value as object), [step]: replaced((value as Record<string, unknown>)[step], rest, by) };
  };
  const hostile = fc.oneof(
    fc.constantFrom(
      null,
      true,
      '',
      '__proto__',
      'constructor',
      [],
      {},
      [[]],
      { __proto__: 1 },
      1e308,
      '\u202e',
      '/',
      'a/b',
    ),
    fc.constantFrom(['delete'], ['create'], ['forget'], ['renew'], ['create', 'forget'], 'ac3e'.repeat(10), {
      uid: true,
    }),
    fc.jsonValue(),
  );
  let reports = 0;
  fc.assert(
    fc.property(fc.constantFrom(...places), hostile, (path, by) => {
      try {
        const report = reviewPlans([readPlan(JSON.stringify(replaced(document, path, by)), 'hostile')]);
        expect(report.version).toBe(3);
        reports++;
      } catch (error) {
        if (!(error instanceof PlanError)) throw error;
      }
    }),
    {
      numRuns: 400,
      examples: [
        [['resource_changes', 5, 'change', 'before', 'capabilities'], 'a/b'],
        [['resource_changes', 5, 'change', 'after', 'capabilities'], 'a/b'],
      ],
    },
  );
  expect(reports).toBeGreaterThan(20);
});
