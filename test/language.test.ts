import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../src/cli/program';
import {
  exportedSummaryParameters,
  slipsInHashComments,
  slipsInHelp,
  slipsInMarkdown,
  slipsInSource,
  type Slip,
} from './support/language';

const root = join(__dirname, '..');
const files = filesIn('');
const sources = files.filter((file) => /\.(ts|mjs)$/.test(file));
const documents = files.filter((file) => file.endsWith('.md'));
const scripts = files.filter((file) => /\.(ya?ml|sh)$|^\.ci\/run$/.test(file));
const summaryParameters = new Map(sources.flatMap((file) => [...exportedSummaryParameters(file, read(file))]));

test('comments, messages and test titles are in plain language', () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap((file) => slipsIn(file, slipsInSource(file, read(file), summaryParameters)))).toEqual([]);
});

test('documents are in plain language', () => {
  expect(documents.length).toBeGreaterThan(50);
  expect(documents.flatMap((file) => slipsIn(file, slipsInMarkdown(read(file))))).toEqual([]);
});

test('comments of scripts and workflows are in plain language', () => {
  expect(scripts).toEqual(expect.arrayContaining(['.ci/run', '.github/workflows/ci.yml']));
  expect(scripts.flatMap((file) => slipsIn(file, slipsInHashComments(read(file))))).toEqual([]);
});

test('the help of every command is in plain language', async () => {
  const commands = await commandsOf([]);
  expect(commands.length).toBeGreaterThan(10);
  for (const command of commands)
    expect(slipsIn(`platform-iac ${command.join(' ')} --help`, slipsInHelp(await helpOf(command)))).toEqual([]);
});

describe('the check', () => {
  it.each([
    ['a comment', `/** Removes it for good. */`, '"for good"'],
    ['a comment that begins with a clause', `/**\n * Whether it exists.\n */`, 'begins with a clause'],
    ['a comment that begins with a place', `/** Where a record is. */`, 'begins with a clause'],
    ['a comment behind code', `const a = '//'; // What it costs.`, 'begins with a clause'],
    ['a phrase over two lines of a comment', `// Stops at\n// once.`, '"at once"'],
    ['a test title', `test('the user is told', run);`, '"told"'],
    ['a template', 'const a = `Run ${command} anew`;', '"anew"'],
    ['a phrase over two joined texts', `const a = 'It is ' + 'there.';`, '"is there"'],
    ['a long sentence', `const a = '${'word '.repeat(31)}';`, 'more than 30 words'],
    ['a long summary', `const a = { severity: 'error', summary: 'a b c d e f g h i' };`, 'more than 8 words'],
    ['one of two', `const a = { detail, summary: isA ? 'a' : 'a b c d e f g h i' };`, 'more than 8 words'],
    ['one in a call', `const e = (a, summary) => a;\ne(1, 'a b c d e f g h i');`, 'more than 8 words'],
    ['one in a variable', `const e = (summary) => 1;\nconst s = 'a b c d e f g h i';\ne(s);`, 'more than 8 words'],
    ['one of a class', `class E { constructor(summary) {} }\nnew E('a b c d e f g h i');`, 'more than 8 words'],
    ['one of a method', `class D { error(summary) {} }\ndiags.error('a b c d e f g h i');`, 'more than 8 words'],
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

  it('reads comments of scripts with their lines', () => {
    const script = '#!/bin/sh\nrun # Stops\n    # at once.\n\necho "${told#x}"\n# Whether it runs.\n';
    expect(slipsInHashComments(script).map(({ line, rule }) => [line, rule])).toEqual([
      [2, expect.stringContaining('"at once"')],
      [6, expect.stringContaining('begins with a clause')],
    ]);
  });

  it('reads the summaries in calls of functions from other files', () => {
    const exported = exportedSummaryParameters('a.ts', 'export function problem(path: string, summary: string) {}');
    const [slip] = slipsInSource('b.ts', `problem('x', 'a b c d e f g h i');`, exported);
    expect(slip?.rule).toBe('a diagnostic summary has more than 8 words');
  });

  it('reads each text of a help page once, without line breaks', () => {
    const help =
      'Usage: x [options]\n\nOf no\nuse.\n\nOptions:\n  --one  Stops at\n         once.\n  --two  is lower case\n';
    expect(slipsInHelp(help).map(({ line, rule }) => [line, rule])).toEqual([
      [3, expect.stringContaining('does not begin')],
      [7, expect.stringContaining('"at once"')],
      [9, expect.stringContaining('does not begin')],
    ]);
  });
});

function slipsIn(file: string, slips: readonly Slip[]): readonly string[] {
  return slips.map(({ line, rule, text }) => `${file}:${line} ${rule}: ${text}`);
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Returns every file of the repository, without build results. This file contains bad examples. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (
      /^(node_modules|dist|cdktf\.out|\.git|\.demo|\.site|\.temp)$/.test(entry.name) ||
      path === 'test/language.test.ts'
    )
      return [];
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Returns the command with all of its subcommands. */
async function commandsOf(command: readonly string[]): Promise<readonly (readonly string[])[]> {
  const lists = [...(await helpOf(command)).matchAll(/^(?!Arguments)\w.*:\n((?: .*\n)+)/gm)];
  const names = lists
    .flatMap(([, list = '']) => [...list.matchAll(/^ {2}([a-z][a-z-]+)(?: \[| <| {2})/gm)])
    .map(([, name = '']) => [...command, name]);
  return [command, ...(await Promise.all(names.map(commandsOf))).flat()];
}

async function helpOf(command: readonly string[]): Promise<string> {
  let help = '';
  const terminal = { width: 10_000, color: false };
  await runCli([...command, '--help'], { out: (text) => (help += text), err: () => undefined, terminal });
  return help;
}
