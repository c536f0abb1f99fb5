/** `platform-iac apply` in another folder than the plan. `test/acceptance/binding` applies plans with the real engine. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../../src/cli/program';
import { formatJson, readPlan, reviewPlans, withNote } from '../../../src/review';
import { corpusTexts, reviewOf } from '../../review/corpus';

const folder = mkdtempSync(join(tmpdir(), 'apply-'));
const before = process.cwd();
beforeAll(() => process.chdir(folder));
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

test.each(['cdk.tf.json', 'main.tf'])(
  'apply without the --dir of a plan of %s names the folder in the report',
  async (file) => {
    const stack = "cdktf.out/stacks/o'rg";
    rmSync(stack, { recursive: true, force: true });
    mkdirSync(stack, { recursive: true });
    writeFileSync(join(stack, file), '{}');
    writeFileSync('tfplan', 'PK');
    const report = reviewOf('first-apply', { stacks: [{ name: stack, origins: new Map() }] });
    writeFileSync('report.json', formatJson(report));
    let err = '';
    const output = { out: () => undefined, err: (text: string) => (err += text) };
    expect(await runCli(['apply', 'tfplan', '--approved', 'report.json'], output)).toBe(2);
    expect(err).toContain('it contains no configuration. report.json is about');
    expect(err).toContain("Pass --dir 'cdktf.out/stacks/o'\\''rg'.");
  },
);

test('apply from another folder than that of its files names their folder, and never explains a lock file', async () => {
  const run = async () => {
    let err = '';
    const output = { out: () => undefined, err: (text: string) => (err += text) };
    const args = ['hcl/tfplan', '--approved', 'hcl/report.json', '--no-narrow'];
    return { code: await runCli(['apply', ...args], output), err };
  };
  mkdirSync('hcl');
  writeFileSync('hcl/main.tf', '');
  writeFileSync('hcl/tfplan', 'PK');
  writeFileSync('hcl/report.json', formatJson(reviewOf('first-apply')));
  const { code, err } = await run();
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringMatching(
      /: it contains no configuration\. hcl\/report\.json is about hcl\. Pass --dir hcl\.\n$/,
    ) as string,
  });
  // Another configuration here.
  const given = process.env['TERRAFORM_BINARY_NAME'];
  writeFileSync('main.tf', '');
  writeFileSync('engine', '#!/bin/sh\necho "Error: Inconsistent dependency lock file" >&2\nexit 1\n', { mode: 0o755 });
  process.env['TERRAFORM_BINARY_NAME'] = join(folder, 'engine');
  try {
    const other = await run();
    expect(other.code).toBe(3);
    expect(other.err).toMatch(
      /^platform-iac: Cannot read \S+tfplan: it was created in another folder than \S+, or with/,
    );
    expect(other.err).toContain('Pass its folder with --dir');
    expect(other.err).not.toContain('Inconsistent');
  } finally {
    process.env['TERRAFORM_BINARY_NAME'] = given;
    if (given === undefined) delete process.env['TERRAFORM_BINARY_NAME'];
    rmSync('main.tf');
  }
});

test.each([
  ['of the project', "cdktf.out/stacks/o'rg", 3, 'the engine failed'],
  ['outside of the project', 'elsewhere', 2, 'Pass --dir elsewhere.'],
])(
  'apply in the folder of a project runs in the stack that the report names, only if it is a stack %s',
  async (_, stack, code, message) => {
    const given = process.env['TERRAFORM_BINARY_NAME'];
    for (const dir of [stack, 'cdktf.out/stacks/other']) {
      mkdirSync(dir, { recursive: true });
      writeFileSync(join(dir, 'cdk.tf.json'), '{}');
    }
    const stacks = Object.fromEntries(["o'rg", 'other'].map((name) => [name, { workingDirectory: `stacks/${name}` }]));
    writeFileSync('cdktf.json', '{"app":"exit 1"}');
    writeFileSync('cdktf.out/manifest.json', JSON.stringify({ stacks }));
    writeFileSync('where', '#!/bin/sh\npwd > "$WHERE"\nexit 1\n', { mode: 0o755 });
    writeFileSync('tfplan', 'PK');
    writeFileSync(
      'report.json',
      formatJson(reviewOf('first-apply', { stacks: [{ name: stack, origins: new Map() }] })),
    );
    process.env['TERRAFORM_BINARY_NAME'] = join(folder, 'where');
    process.env['WHERE'] = join(folder, 'ran');
    try {
      let err = '';
      const output = { out: () => undefined, err: (text: string) => (err += text) };
      expect(await runCli(['apply', 'tfplan', '--approved', 'report.json', '--no-narrow'], output)).toBe(code);
      expect(err).toContain(message);
      if (code === 3) expect(readFileSync('ran', 'utf8')).toBe(`${realpathSync(join(folder, stack))}\n`);
    } finally {
      if (given === undefined) delete process.env['TERRAFORM_BINARY_NAME'];
      else process.env['TERRAFORM_BINARY_NAME'] = given;
      rmSync('cdktf.json');
    }
  },
);

test('apply in the folder of a project does not choose between two stacks of the report', async () => {
  const names = ['cdktf.out/stacks/one', 'cdktf.out/stacks/two'];
  for (const dir of names) {
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'cdk.tf.json'), '{}');
  }
  const stacks = Object.fromEntries(['one', 'two'].map((name) => [name, { workingDirectory: `stacks/${name}` }]));
  writeFileSync('cdktf.json', '{"app":"exit 1"}');
  writeFileSync('cdktf.out/manifest.json', JSON.stringify({ stacks }));
  writeFileSync('tfplan', 'PK');
  const report = reviewOf('several-stacks', { stacks: names.map((name) => ({ name, origins: new Map() })) });
  writeFileSync('report.json', formatJson(report));
  try {
    let err = '';
    const output = { out: () => undefined, err: (text: string) => (err += text) };
    expect(await runCli(['apply', 'tfplan', '--approved', 'report.json', '--no-narrow'], output)).toBe(2);
    expect(err).toContain('Pass --dir cdktf.out/stacks/');
  } finally {
    rmSync('cdktf.json');
  }
});

/** Replaces the file of the user when it shows the plan, and prints what it reads. */
const ENGINE = `#!/bin/sh
for file; do :; done
echo "$1 $(cat "$file") $(stat -c %a "$file") $file" >> runs
if [ "$1" = show ]; then
  echo other > tfplan
  [ -e shown.json ] && cat shown.json || { printf '\\033[31mbad %s\\033[0m\\n' "$file"; exit 1; }
elif [ -e stale ]; then
  echo 'Error: Saved plan is stale'
  exit 1
fi
`;

test('a plan file that is replaced after the first look has no effect', async () => {
  const engine = join(folder, 'engine');
  const given = process.env['TERRAFORM_BINARY_NAME'];
  const [{ text } = { text: '' }] = corpusTexts('owner-added');
  const report = reviewPlans([readPlan(withNote(text, { scanned: [] }), 'tfplan')]);
  const files = {
    engine: ENGINE,
    tfplan: 'planned',
    'main.tf': '',
    'report.json': formatJson(report),
    'shown.json': text,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(name, content, { mode: 0o755 });
  process.env['TERRAFORM_BINARY_NAME'] = engine;
  try {
    let err = '';
    const output = { out: () => undefined, err: (piece: string) => (err += piece) };
    const apply = () => runCli(['apply', 'tfplan', '--approved', 'report.json', '--no-narrow'], output);
    expect({ code: await apply(), err }).toEqual({ code: 0, err: '' });
    const [shown, applied, ...more] = readFileSync('runs', 'utf8').trim().split('\n');
    expect(shown).toMatch(/^show planned 600 \//);
    expect([applied, ...more]).toEqual([shown?.replace('show', 'apply')]);
    expect(existsSync(shown?.split(' ')[3] ?? '/')).toBe(false);
    writeFileSync('stale', '');
    expect(await apply()).toBe(1);
    expect(err).toBe(
      'platform-iac: The state has changed since tfplan was created, so nothing was applied. Create a new plan with "platform-iac plan --expect report.json", which compares it with report.json.\n',
    );
    // Messages name the file of the user, and contain no codes of colors.
    rmSync('shown.json');
    expect(await apply()).toBe(3);
    expect(err).not.toMatch(/\\u001b|\u001b/);
    expect(err).toContain(
      `bad ${join(process.cwd(), 'tfplan')}\nCannot read ${join(process.cwd(), 'tfplan')}: the engine failed.`,
    );
  } finally {
    if (given === undefined) delete process.env['TERRAFORM_BINARY_NAME'];
    else process.env['TERRAFORM_BINARY_NAME'] = given;
  }
});
