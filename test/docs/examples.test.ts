/** Every example that continues the quick start synthesizes at the place that its page names. */
import fs, { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import * as cdk from 'cdktf';
import * as base from 'constructs';
import * as platform from '../../constructs';
import { insertIntoQuickStart, pagesWithSnippets, snippetsIn } from '../support/snippets';
import { generateRecipientKey } from '../support/recipient-key';

const rule =
  'Put an example before `app.synth()`, and merge its imports. An example that declares `acme`, `payments` or `ci` replaces all lines between `new PlatformProvider` and `app.synth()`.';
const pages = pagesWithSnippets().filter((page) => readFileSync(page, 'utf8').includes('continue `main.ts` of the'));
const examples = pages.flatMap((page) =>
  snippetsIn(page)
    .filter((text) => !text.includes('new App('))
    .map((text, index) => [`${page}, example ${index + 1}`, insertIntoQuickStart(text)] as const),
);

const folder = mkdtempSync(join(tmpdir(), 'examples-'));
const before = process.cwd();
beforeAll(() => {
  const files = ['docs/teams.md', 'docs/changes.md'].map((page) => readFileSync(page, 'utf8'));
  const [, yaml = ''] = /^```yaml\n(.*?)^```$/ms.exec(files[0] ?? '') ?? [];
  const [, imports = ''] = /^```json\n(.*?)^```$/ms.exec(files[1] ?? '') ?? [];
  process.chdir(folder);
  writeFileSync('organization.yaml', yaml);
  writeFileSync('imports.json', imports);
  writeFileSync('ada.public.jwk', JSON.stringify({ ...generateRecipientKey().publicJwk, kid: 'ada' }));
  writeFileSync('review.config.json', '{ "owners": ["github:acme"] }');
  process.env['ROOT_GROUP_UID'] = 'c0ffee00'.repeat(5);
});
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

const modules: Readonly<Record<string, unknown>> = {
  'node:fs': fs,
  cdktn: cdk,
  constructs: base,
  'cdktf-provider-platform/cdktn': platform,
};

/** Runs a program with the constructs of this checkout. The provider is not built here, so nothing installs it. */
function run(program: string): void {
  const text = program.replace("(stack, 'platform')", "(stack, 'platform', { install: false })");
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  // eslint-disable-next-line typescript/no-implied-eval -- An example is a text of this repository.
  new Function('require', 'exports', outputText)((name: string) => modules[name], {});
}

test.each(examples)('%s synthesizes', (_, program) => {
  expect(() => run(program)).not.toThrow();
});

test('each page of constructs states where its examples belong', () => {
  const ofConstructs = ['changes', 'constructs', 'teams', 'trust'].map((name) => `docs/${name}.md`);
  expect(ofConstructs.filter((page) => !readFileSync(join(before, page), 'utf8').includes(rule))).toEqual([]);
  expect(examples.length).toBeGreaterThan(30);
});
