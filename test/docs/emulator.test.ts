import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parse } from 'yaml';
import { faultsTable } from '../../src/cli/reference/fault-types';
import * as clientModule from '../../src/client';
import * as emulatorModule from '../../src/emulator';
import { createEmulator } from '../../src/emulator';

// A guard against hanging, no measure of speed.
jest.setTimeout(120_000);

const page = readFileSync(join(__dirname, '../../docs/emulator.md'), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(/```(\w+)\n(.*?)```/gs)].filter(([, named]) => named === language).map(([, , text]) => text!);

/** Runs an example as a user would, with the package's name leading to the sources; what it prints. */
async function run(example: string): Promise<unknown[]> {
  const body = example.replace(/import (\{.*?\}) from '(.*?)';/gs, "const $1 = load('$2');");
  const source = ts.transpile(`async () => { ${body} }`, { target: ts.ScriptTarget.ES2022 });
  const printed: unknown[] = [];
  const load = (name: string) => {
    const modules = {
      'cdktf-provider-platform/emulator': emulatorModule,
      'cdktf-provider-platform/client': clientModule,
    };
    expect(Object.keys(modules)).toContain(name);
    return modules[name as keyof typeof modules];
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- the example is ours, and running it is the point
  const make = new Function('load', 'console', `return ${source}`) as (...of: unknown[]) => () => Promise<void>;
  await make(load, { log: (...values: unknown[]) => printed.push(...values) })();
  return printed;
}

test('the examples of the page run', async () => {
  const [start, , faults] = blocks('ts');
  expect(await run(start!)).toEqual(['payments', { 'POST /iam/v2beta1/groups/{uid}': 1 }]);
  expect(await run(faults!)).toEqual(['acme']);
});

test('the seed of the page can be sown', () => {
  const emulator = createEmulator({ seed: parse(blocks('yaml')[0]!) });
  expect(emulator.snapshot()).toMatchObject({
    groups: [{ groups: [{ name: 'payments', repos: [{ name: 'shop' }] }] }],
  });
  emulator.close();
});

test('the table of faults is up to date; if not, run `npm run docs`', () => {
  expect(page).toContain(`<!-- begin faults: npm run docs -->\n\n${faultsTable()}\n\n<!-- end faults -->`);
});
