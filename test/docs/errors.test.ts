/** Tests that docs/errors.md quotes real texts: each is printed here, recorded from Terraform, or in the source. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App, TerraformStack } from 'cdktf';
import { Group, Organization, PlatformProvider, Team, Trust, unmanage } from '../../constructs';
import ts from 'typescript';
import { runCli } from '../../src/cli/program';

const sections = readFileSync('docs/errors.md', 'utf8').split(/^## /m);
/** Returns the quoted texts in the table of a section. */
function documentedTexts(heading: string): string[] {
  const section = sections.find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| "(.+?)" \| \S.* \| \S.* \|$/gm)].map(([, text = '']) => text);
}
const synthesisTexts = documentedTexts('Errors at synthesis');
const commandTexts = documentedTexts('Errors of platform-iac');
const approvalTexts = documentedTexts('Refused applies');
const terraformTexts = documentedTexts('Errors of Terraform');

test('each section quotes texts, and each row has a cause and a next step', () => {
  const all = [synthesisTexts, commandTexts, approvalTexts, terraformTexts];
  for (const texts of all) expect(texts.length).toBeGreaterThan(10);
  const rows = sections.flatMap((text) => text.split('\n').filter((line) => line.startsWith('| "')));
  expect(all.flat()).toHaveLength(rows.length);
});

const folder = mkdtempSync(join(tmpdir(), 'documented-errors-'));
const before = process.cwd();
beforeAll(() => {
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'cdktf.json'), JSON.stringify({ app: 'true' }));
  writeFileSync(
    join(folder, 'empty/state.json'),
    JSON.stringify({ version: 4, serial: 1, lineage: 'x', resources: [] }),
  );
  const acme = {
    ...{ mode: 'managed', type: 'platform_group', name: 'acme' },
    provider: 'provider["platform-iac.internal/npm/platform"]',
    instances: [{ schema_version: 0, attributes: { uid: 'ac3e'.repeat(10), name: 'acme' } }],
  };
  writeFileSync(
    join(folder, 'empty/state-with-group.json'),
    JSON.stringify({ version: 4, serial: 1, lineage: 'x', resources: [acme] }),
  );
});
afterEach(() => process.chdir(before));
afterAll(() => rmSync(folder, { recursive: true }));

const claimMatch = { issuer: 'https://issuer.example', subject: 'x' };
// A program in JavaScript can pass any value.
const wrong = (value: unknown): never => value as never;

interface Scope {
  readonly app: App;
  readonly stack: TerraformStack;
  readonly acme: ReturnType<typeof Group.fromUid>;
}
const programs: Readonly<Record<string, (scope: Scope) => unknown>> = {
  'Validation failed with the following errors': ({ acme }) => acme.addGroup('x', { name: 'X!' }),
  'must match': ({ acme }) => acme.addGroup('x', { name: 'X!' }),
  'unknown prop': ({ acme }) => acme.addGroup('x', wrong({ desciption: 'x' })),
  'the uid is undefined': ({ stack }) => Group.fromUid(stack, 'x', wrong(undefined)),
  'is not a uid': ({ stack }) => Group.fromUid(stack, 'x', 'acme'),
  'declares the same': ({ acme }) => [acme.addGroup('a', { name: 'x' }), acme.addGroup('b', { name: 'x' })],
  'its scope already contains': ({ acme }) => [acme.addGroup('a'), acme.addGroup('a')],
  'is none of them': ({ acme }) => acme.grant(acme.addIdentity('ci', { claimMatch }), wrong('viewr')),
  'assumedBy accepts outsiders': ({ acme }) =>
    acme.addIdentity('ci', { assumedBy: Trust.gitHubActions(wrong({ repository: 'acme/shop', branch: 'main' })) }),
  'exactly one of assumedBy': ({ acme }) => acme.addIdentity('ci', wrong({})),
  'is created in the App itself': ({ app }) => new Group(app, 'x', wrong({ name: 'x' })),
  'it is a Promise: await it first': ({ acme }) => acme.addGroup('a', wrong({ name: Promise.resolve('x') })),
  'parent is missing': ({ stack }) => new Group(stack, 'x', { name: 'x' }),
  'the file does not exist in': ({ stack, acme }) =>
    Organization.fromFile(stack, 'o', 'none.yaml', wrong({ root: acme })),
  'the data has': ({ acme }) => new Team(acme, 't', wrong({ grants: {} })),
  'which is unmanaged': ({ acme }) => {
    const home = acme.addGroup('a');
    acme.grant(home.addIdentity('ci', { claimMatch }), 'viewer');
    unmanage(home);
  },
};

function synthesisErrorOf(work: (scope: Scope) => unknown): string {
  const app = new App({ outdir: join(folder, 'out') });
  const stack = new TerraformStack(app, 'org');
  new PlatformProvider(stack, 'platform', { install: false });
  try {
    work({ app, stack, acme: Group.fromUid(stack, 'acme', 'ac3e'.repeat(10)) });
    app.synth();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test.each(Object.entries(programs))('a program prints "%s"', (text, work) => {
  expect(synthesisTexts).toContain(text);
  expect(synthesisErrorOf(work)).toContain(text);
});

/** The arguments of commands in the folder of a program that synthesizes nothing, or in an empty folder. */
const commands: Readonly<Record<string, readonly [dir: string, ...args: string[]]>> = {
  'The program synthesized no stack': ['.', 'plan'],
  'No configuration found in': ['empty', 'plan'],
  'is not a folder': ['empty', 'plan', '--dir', 'nowhere'],
  'Cannot find capability': ['empty', 'who-can', 'repo.lisst', 'acme', '--state', 'state.json'],
  'Cannot find group': ['empty', 'who-can', 'repo.list', 'acme/x', '--state', 'state.json'],
  'Cannot find identity': ['empty', 'where-can', 'acme/x', '--state', 'state-with-group.json'],
  'does not exist: the program of the project writes it': ['empty', 'plan', '--dir', 'cdktf.out/stacks/x'],
  'it has no format_version of': ['.', 'review', 'cdktf.json'],
  'No plan is named': ['empty', 'review'],
  'no such file': ['empty', 'review', 'nowhere.json'],
};

test.each(Object.entries(commands))('platform-iac prints "%s"', async (text, [dir, ...args]) => {
  expect(commandTexts).toContain(text);
  process.chdir(join(folder, dir));
  let printed = '';
  await runCli(args, { out: () => undefined, err: (line) => (printed += line) });
  expect(printed).toContain(text);
});

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');
const isIn = (text: string, all: string): boolean => text.split('…').every((part) => all.includes(part));

test('Terraform has printed each of its texts', () => {
  const recorded = flat(readFileSync('test/docs/fixture/terraform-errors.txt', 'utf8'));
  expect(terraformTexts.filter((text) => !isIn(text, recorded))).toEqual([]);
});

test('all other texts are in the source, and no text has two rows', () => {
  const source = ['src', 'constructs']
    .flatMap((name) => readdirSync(resolve(name), { recursive: true }).map((file) => join(name, String(file))))
    .filter((file) => file.endsWith('.ts') && !file.startsWith(join('src/cli/reference')))
    .map((file) => readFileSync(resolve(file), 'utf8'))
    .join('\n');
  const texts = [...synthesisTexts, ...commandTexts, ...approvalTexts];
  expect(new Set(texts).size).toBe(texts.length);
  const others = texts.filter((text) => !(text in programs) && !(text in commands));
  expect(others.filter((text) => !isIn(text, source))).toEqual([]);
});

/** The files that refuse an approved apply. */
const refusing = [
  ...['model/approval/report/report-file', 'review/report/approval/approved-report', 'cli/plan/compare-plan'],
  ...['cli/plan/proved-plan', 'cli/plan/saved-plan', 'cli/report/expected-effect', 'cli/commands/apply'],
];

/** Sentences that are a part of another message, or no refusal. The verb of the last one has a row. */
const notRefusing = [
  ...['Use a report in the format json.', 'Report the new plan with', 'Pass the file of an approved report'],
  ...[
    'platform-iac: The approval holds',
    'Pass the file of the approved report',
    '… Create it with',
    '… Nothing was started.',
  ],
  ...['And … more.', '… of … … … (first:'],
];

/** Returns the sentences of a program, without its help. */
function sentencesIn(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name?.text.startsWith('add') === true) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
    if (ts.isTemplateExpression(node))
      found.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(`src/${file}.ts`, 'utf8'), ts.ScriptTarget.ES2022));
  return found.filter((text) => text.split(' ').length > 4 && /[.:]\s*…?$/.test(text.trim()));
}

test.each(refusing)('each refusal of %s has a row', (file) => {
  const rows = [...approvalTexts, ...commandTexts];
  const sentences = sentencesIn(file).filter((text) => !notRefusing.some((part) => text.trim().startsWith(part)));
  expect(sentences.filter((text) => !rows.some((row) => isIn(row, text)))).toEqual([]);
});

test('the refusals are found', () => {
  expect(refusing.flatMap(sentencesIn).length).toBeGreaterThan(20);
});
