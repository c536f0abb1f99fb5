/** The example of `docs/access-program.md` runs, and the pages name every export and every reason. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import ts from 'typescript';
import * as access from '../../src/access/graph';
import { REMOVAL_REASONS } from '../../src/review';

const page = readFileSync(join(__dirname, '../../docs/access-program.md'), 'utf8');
const [example = '', printed = ''] = [...page.matchAll(/^```\w*\n(.*?)^```$/gms)].map(([, text]) => text);

test('the example prints what the page says', () => {
  const body = example.replace(/import (\{.*?\}) from '(.*?)';/s, "const $1 = load('$2');");
  const lines: string[] = [];
  const load = (name: string) => {
    expect(name).toBe('cdktf-provider-platform/access');
    return access;
  };
  const log = (...values: unknown[]) => {
    lines.push(values.map((value) => (typeof value === 'string' ? value : inspect(value, { depth: 4 }))).join(' '));
  };
  const source = ts.transpile(body, { target: ts.ScriptTarget.ES2022 });
  // oxlint-disable-next-line typescript/no-implied-eval -- the example is ours, and running it is the point
  new Function('load', 'console', source)(load, { log });
  expect(`${lines.join('\n')}\n`).toBe(printed);
});

test('the page names every export', () => {
  expect(Object.keys(access).filter((name) => !page.includes(name))).toEqual([]);
});

test('the page lists every reason of a proposed removal', () => {
  const commands = readFileSync(join(__dirname, '../../docs/access.md'), 'utf8');
  const rows = [...commands.matchAll(/^\| `(\w+)` \| [A-Z]/gm)].map(([, reason = '']) => reason);
  expect(rows.filter((reason) => (REMOVAL_REASONS as readonly string[]).includes(reason))).toEqual([
    ...REMOVAL_REASONS,
  ]);
});
