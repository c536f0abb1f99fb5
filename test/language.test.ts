import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { slipsInMarkdown, slipsInSource, type Slip } from './support/language';

/** The folders of sources and the documents in plain language. The lists only grow; in the end they are the whole tree. */
const rooms = [
  'constructs',
  'src/access',
  'src/api',
  'src/approved',
  'src/claims',
  'src/cli',
  'src/client',
  'src/emulator',
  'src/grpc',
  'src/install',
  'src/plugin',
  'src/provider',
  'src/resources',
  'src/schema',
  'src/setup',
  'src/text',
  'test/acceptance',
  'test/access',
  'test/api',
  'test/bench',
  'test/claims',
  'test/client',
  'test/conformance',
  'test/constructs',
  'test/emulator',
  'test/examples',
  'test/grpc',
  'test/install',
  'test/package',
  'test/plugin',
  'test/provider',
  'test/resources',
  'test/schema',
  'test/setup',
  'test/support',
  'test/text',
];
const documents = ['test/plugin/checklist.md'];

const root = join(__dirname, '..');

test.each(rooms)('%s is in plain language', (room) => {
  expect(sourcesIn(room).flatMap((file) => slipsIn(file, slipsInSource(file, read(file))))).toEqual([]);
});

test.each(documents)('%s is in plain language', (file) => {
  expect(slipsIn(file, slipsInMarkdown(read(file)))).toEqual([]);
});

describe('the check', () => {
  it.each([
    ['a comment', `/** Removes it for good. */`, '"for good"'],
    ['a comment that begins with a clause', `/**\n * Whether it exists.\n */`, 'begins with a clause'],
    ['a comment behind code', `const a = '//'; // What it costs.`, 'begins with a clause'],
    ['a phrase over two lines of a comment', `// Stops at\n// once.`, '"at once"'],
    ['a test title', `test('the user is told', run);`, '"told"'],
    ['a template', 'const a = `Run ${command} anew`;', '"anew"'],
    ['a phrase over two joined texts', `const a = 'It is ' + 'there.';`, '"is there"'],
    ['a long sentence', `const a = '${'word '.repeat(31)}';`, 'more than 30 words'],
    ['a long summary', `const a = { severity: 'error', summary: 'a b c d e f g h i' };`, 'more than 8 words'],
  ])('finds %s', (_, source, rule) => {
    expect(slipsInSource('a.ts', source).map((slip) => slip.rule)).toEqual([expect.stringContaining(rule)]);
  });

  it.each([
    ['a plain comment', '/** Removes it permanently. */'],
    ['a quotation', '/** Prints `whoever` and "told". */'],
    ['two short sentences', `const a = '${'word '.repeat(20)}. ${'word '.repeat(20)}.';`],
    ['names', `import { told } from './whoever'; const whatever = told['for-good'];`],
  ])('accepts %s', (_, source) => {
    expect(slipsInSource('a.ts', source)).toEqual([]);
  });

  it('reads headings, paragraphs and items of Markdown with their lines, and no code', () => {
    const text = '# What it does when\n\nIt is\ntold.\n\n- fine\n- for good\n\n```sh\necho whoever\n```\n\n`whoever`\n';
    expect(slipsInMarkdown(text).map(({ line, rule }) => [line, rule])).toEqual([
      [1, 'a heading is a question or half a sentence'],
      [3, expect.stringContaining('"told"')],
      [7, expect.stringContaining('"for good"')],
    ]);
  });
});

function slipsIn(file: string, slips: readonly Slip[]): readonly string[] {
  return slips.map(({ line, rule, text }) => `${file}:${line} ${rule}: ${text}`);
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function sourcesIn(room: string): readonly string[] {
  return readdirSync(join(root, room), { withFileTypes: true }).flatMap((entry) => {
    const path = `${room}/${entry.name}`;
    if (entry.isDirectory()) return sourcesIn(path);
    return /\.(ts|mjs)$/.test(entry.name) ? [path] : [];
  });
}
