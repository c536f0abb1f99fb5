/** `platform-iac apply` in another folder than the plan. `test/acceptance/binding` applies plans with the real engine. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../../src/cli/program';
import { formatJson } from '../../../src/review';
import { reviewOf } from '../../review/corpus';

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
    expect(err).toContain('it contains no configuration. report.json describes a plan of');
    expect(err).toContain("Pass --dir 'cdktf.out/stacks/o'\\''rg'.");
  },
);
