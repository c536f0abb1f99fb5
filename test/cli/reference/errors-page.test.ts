import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { apiCodesTable, providerCodesTable } from '../../../src/cli/reference/errors-page';
import { CODES } from '../../../src/model/api';
import { diagnosticCodes } from '../../../src/model/kinds';

const page = readFileSync(join(__dirname, '../../../docs/errors.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `PLATFORM_'))
  .map((line) => line.slice(2, -2).split(' | '));
const codes = Object.keys(diagnosticCodes);
const sources = ['src/provider', 'src/plugin']
  .flatMap((folder) => readdirSync(resolve(folder), { recursive: true }).map((name) => join(folder, String(name))))
  .filter((file) => file.endsWith('.ts') && !file.startsWith(join('src/plugin/testing')))
  .map((file) => ({ file, text: readFileSync(resolve(file), 'utf8') }));
const creators = ['src/plugin/sdk/diagnostics.ts', 'src/plugin/core/validate.ts', 'src/provider/messages/severity.ts'];

test('the page of codes is up to date; if not, run `npm run docs`', () => {
  for (const table of [providerCodesTable(), apiCodesTable()])
    expect(page).toContain(`npm run docs -->\n\n${table}\n\n<!-- end codes of`);
});

test('it has a meaning and a next step for each code of the provider, in alphabetical order, and a row for each status', () => {
  const names = rows.map(([name = '']) => name.replaceAll('`', ''));
  expect(codes).toEqual([...codes].sort());
  expect(names).toEqual([...codes, ...CODES.map((code) => `API_${code}`)].map((code) => `PLATFORM_${code}`));
  expect(rows.filter(([, meaning, next]) => !meaning || !next)).toEqual([]);
});

test('no next step only repeats the text of the API', () => {
  expect(page).not.toContain('Follow the text of the API.');
});

test('the provider uses each code', () => {
  const uses = sources.map(({ text }) => text.replaceAll(/^ {2}\| '.*$/gm, '')).join('\n');
  expect(codes.filter((code) => !uses.includes(`'${code}'`))).toEqual([]);
});

test('the page has the codes of the library', () => {
  const library = sources.find(({ file }) => file === 'src/plugin/sdk/diagnostics.ts')?.text ?? '';
  const declared = [...library.matchAll(/^ {2}\| '([A-Z_]+)'/gm)].map(([, code]) => code);
  expect(declared.length).toBeGreaterThan(10);
  expect(codes).toEqual(expect.arrayContaining(declared));
});

const withoutCode = /\bdiags\.(error|warning)\(|\bnew DiagError\(\s*([`'"]|\w+,)|\bseverity: ['"]/;

test('each diagnostic is created with a code', () => {
  for (const planted of [
    "diags.error('x')",
    'new DiagError(\n  `x`',
    'new DiagError(summary, x)',
    "{ severity: 'error' }",
  ])
    expect(planted).toMatch(withoutCode);
  const found = sources.filter(({ file, text }) => !creators.includes(file) && withoutCode.test(text));
  expect(found.map(({ file }) => file)).toEqual([]);
});
