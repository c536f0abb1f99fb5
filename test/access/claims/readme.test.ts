/** The page of the room: its example runs and prints what it says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import * as claims from '../../../src/access/claims';
import * as trust from '../../../src/access/trust';

const page = readFileSync(join(__dirname, '../../../src/access/claims/README.md'), 'utf8');
const [example = '', printed = ''] = [...page.matchAll(/^```\w*\n(.*?)^```$/gms)].map(([, text]) => text);

test('the example prints what the page says', () => {
  const lines: string[] = [];
  const log = (...values: unknown[]) => lines.push(values.join(' '));
  const body = example.replaceAll(/import (\{.*?\}) from 'src\/access\/(\w+)';/gs, 'const $1 = $2;');
  const source = ts.transpile(body, { target: ts.ScriptTarget.ES2022 });
  // oxlint-disable-next-line typescript/no-implied-eval -- the example is ours, and running it is the point
  new Function('claims', 'trust', 'console', source)(claims, trust, { log });
  expect(`${lines.join('\n')}\n`).toBe(printed);
});
