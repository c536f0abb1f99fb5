// @slow
/**
 * Holds the addresses of all examples. An address that changes recreates the objects of everyone who has copied the example, so it
 * needs a line in the changelog. `UPDATE_ADDRESSES=1` writes the record again.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const examples = resolve('examples');
const record = join(__dirname, 'addresses.json');
const loader = resolve('src/tools/terraform/typescript-programs.cjs');
const folder = mkdtempSync(join(tmpdir(), 'examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

const uid = '7e57'.repeat(10);
const env = { ROOT_GROUP_UID: uid, MANAGED_GROUP_UID: uid, QUARTER: '2026-q3' };

/** Programs that create no stack: a test in a new project, and a program that its rules refuse. */
const without = ['new-project/organization/organization.test.ts', 'rules/violations.ts'];

const programs = readdirSync(examples, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && readFileSync(join(examples, path), 'utf8').includes('new App('))
  .filter((path) => !without.includes(path))
  .sort();

/** A program that declares the organization of the example of `adopt`, whose main file the project generates. */
const adopted = 'adopt/organization/organization.ts';
const mainOfAdopted = `const { App } = require(${JSON.stringify(resolve('node_modules/cdktf'))});
const { organization } = require(${JSON.stringify(join(examples, adopted))});
const app = new App();
organization(app, ${JSON.stringify(uid)});
app.synth();
`;

type Blocks = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns the addresses of each stack of a program. */
function getAddresses(program: string): Record<string, string[]> {
  const outdir = mkdtempSync(join(folder, 'out-'));
  const main = join(outdir, 'main.ts');
  writeFileSync(main, mainOfAdopted);
  const script = program === adopted ? main : join(examples, program);
  const { status, stderr } = spawnSync(process.execPath, ['--require', loader, script], {
    cwd: dirname(join(examples, program)),
    env: { PATH: process.env.PATH, CDKTF_OUTDIR: outdir, ...env },
    encoding: 'utf8',
  });
  expect({ program, status, stderr }).toEqual({ program, status: 0, stderr: '' });
  const { stacks } = JSON.parse(readFileSync(join(outdir, 'manifest.json'), 'utf8')) as {
    readonly stacks: Readonly<Record<string, { readonly workingDirectory: string }>>;
  };
  return Object.fromEntries(
    Object.entries(stacks).map(([name, { workingDirectory }]) => {
      const file = join(outdir, workingDirectory, 'cdk.tf.json');
      const { resource = {}, data = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
        readonly resource?: Blocks;
        readonly data?: Blocks;
      };
      return [name, [...addresses('', resource), ...addresses('data.', data)].sort()];
    }),
  );
}

function addresses(prefix: string, blocks: Blocks): string[] {
  return Object.entries(blocks).flatMap(([type, ofType]) =>
    Object.keys(ofType).map((name) => `${prefix}${type}.${name}`),
  );
}

test('the examples keep their addresses', () => {
  const seen = Object.fromEntries([adopted, ...programs].map((program) => [program, getAddresses(program)]));
  if (process.env['UPDATE_ADDRESSES'] !== undefined) writeFileSync(record, `${JSON.stringify(seen, undefined, 2)}\n`);
  expect(seen).toEqual(JSON.parse(readFileSync(record, 'utf8')));
}, 120_000);
