// @slow
/** Names and texts of a service in every format of a project: none of them becomes a statement, an expression or a key. */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import MarkdownIt from 'markdown-it';
import ts from 'typescript';
import {
  adoptedProject,
  configurationAddition,
  programAddition,
  readOrganization,
  resolveOrganization,
  type ListedOrganization,
} from '../../src/adopt';
import { isUid, parseTimestamp, type Values } from '../../src/model/api';
import { forCdk } from '../../src/cli/project/new-project';
import { createEmulator, type SeedTree } from '../../src/emulator';
import { parse } from '../../src/base/text/yaml';
import { search } from '../support/search';
import { recordingClient } from './adopted';

const RUNS = 60 * search;

/** Statements and expressions that an attacker could want to run, in each language. */
const PAYLOADS = [
  'globalThis.pwned = 1;',
  'require("node:child_process").execSync("pwned");',
  'output "pwned" { value = file("/etc/passwd") }',
  '${file("/etc/pwned")}',
  '%{ if pwned }x%{ endif }',
  'pwned: 1',
  '<script>pwned</script>',
  '[pwned](https://example.com)',
];

/** Characters that end a text, a comment, a line or a cell, and begin others. */
const ENDS = [
  ...[
    '\n',
    '\r',
    '\r\n',
    '\u2028',
    '\u2029',
    '\u0085',
    "'",
    '"',
    '`',
    '\\',
    '*/',
    '/*',
    '//',
    '#',
    '${',
    '}',
    '$',
    '%{',
  ],
  ...[
    ');',
    '"}',
    "' });",
    '\nEOT\n',
    '<<EOT',
    '|',
    '- ',
    ': ',
    '{',
    '[',
    ']',
    '&',
    '!',
    '@',
    '\u202e',
    '\ud800',
    'x',
    ' ',
  ],
  ...[`from 'cdktf'`, `from 'cdktf-provider-platform'`],
];

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...ENDS), fc.constantFrom(...PAYLOADS)), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(''));

/** The texts that replace those of an organization, in turns; undefined keeps a text. */
const replacements = fc.array(fc.option(hostile, { nil: undefined, freq: 2 }), { minLength: 7, maxLength: 23 });

const seed = parse(readFileSync(resolve('examples/adopt/organization.seed.yaml'), 'utf8')) as SeedTree;
let listed: ListedOrganization;

beforeAll(async () => {
  const emulator = createEmulator({ seed });
  const { client } = await recordingClient(emulator);
  const whole = await readOrganization(client, { root: emulator.rootGroupUid });
  // Beneath a group, identities and roles of the groups above it are known only from bindings.
  const bound = [...whole.objects].find(([{ kind }]) => kind === 'RoleBinding')?.[1] ?? [];
  expect(bound.length).toBeGreaterThan(20);
  listed = whole;
});

/** Replaces texts. Uids and times stay valid, because the client rejects an object with another uid. */
function replaced(original: ListedOrganization, texts: readonly (string | undefined)[]): ListedOrganization {
  let turn = 0;
  const inValue = (value: unknown): unknown => {
    if (typeof value === 'string')
      return isUid(value) || parseTimestamp(value) !== undefined ? value : (texts[turn++ % texts.length] ?? value);
    if (Array.isArray(value)) return value.map(inValue);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inValue(inner)]));
  };
  return {
    ...original,
    root: inValue(original.root) as Values,
    builtInRoles: original.builtInRoles.map((role) => inValue(role) as Values),
    objects: new Map(
      [...original.objects].map(([kind, objects]) => [kind, objects.map((object) => inValue(object) as Values)]),
    ),
  };
}

/** Removes some identities, so that bindings refer to them by uid and by their name in the binding. */
function withoutSome(original: ListedOrganization, isKept: (index: number) => boolean): ListedOrganization {
  return {
    ...original,
    objects: new Map(
      [...original.objects].map(([declaration, objects]) => [
        declaration,
        declaration.kind === 'Identity' ? objects.filter((_, index) => isKept(index)) : objects,
      ]),
    ),
  };
}

/** Returns all files of all formats by their names in a message. */
function writtenFiles(from: ListedOrganization): [path: string, text: string][] {
  const organization = resolveOrganization(from, { now: new Date() });
  const groups = from.objects.get([...from.objects.keys()].find(({ kind }) => kind === 'Group')!) ?? [];
  const managed = new Set(groups.filter((_, index) => index % 2 === 0).map(({ uid }) => uid));
  const partly = resolveOrganization(from, { now: new Date(), isManaged: (_, uid) => managed.has(uid) });
  const projects = [
    ...(['constructs', 'yaml', 'hcl'] as const).map(
      (format) => [format, adoptedProject(organization, { hasImports: true, format })] as const,
    ),
    ['stacks', adoptedProject(organization, { hasImports: true, stackSize: 30 })] as const,
    ['yaml stacks', adoptedProject(organization, { hasImports: true, stackSize: 30, format: 'yaml' })] as const,
    ['addition', programAddition(partly, 1)] as const,
    ['hcl addition', configurationAddition(partly, 1, { taken: [], getAddress: () => undefined })] as const,
  ];
  return projects.flatMap(([name, { files }]) =>
    [...files].map(([path, text]): [string, string] => [
      `${name}: ${path}`,
      path.endsWith('.ts') ? forCdk('cdktn', text) : text,
    ]),
  );
}

/** The only interpolations of a program or a configuration: names of the generated code. */
const INTERPOLATION = /^[a-z_][\w.]*(\[each\.key\])?(\.\w+)*$|^try\([\w.]+, null\)$/i;

/** Returns the expressions that Terraform would evaluate in a text. */
function expressionsIn(text: string): string[] {
  return text.match(/(?<!\$)\$\{[^]*|(?<!%)%\{[^]*/g) ?? [];
}

/** Returns everything in a program that a text of the service may have made. */
function madeInTypeScript(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const found = (file as unknown as { parseDiagnostics: readonly { messageText: unknown }[] }).parseDiagnostics.map(
    ({ messageText }) => JSON.stringify(messageText),
  );
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      // Names of tests and of the root do not reach Terraform.
      if (!path.endsWith('.test.ts')) found.push(...expressionsIn(node.text));
      return;
    }
    if (ts.isIdentifier(node) && /^(pwned|require|execSync|globalThis)$/.test(node.text)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns everything in a configuration that a text of the service may have made. */
function madeInHcl(text: string): string[] {
  const found: string[] = [];
  let code = '';
  for (let at = 0; at < text.length;) {
    const comment = /^(#|\/\/)[^\n]*|^\/\*[^]*?\*\//.exec(text.slice(at, at + 10_000));
    if (comment !== null) {
      at += comment[0].length;
      continue;
    }
    if (text[at] !== '"') {
      code += text.charAt(at++);
      continue;
    }
    for (at++; text[at] !== '"';) {
      if (text[at] === undefined || text[at] === '\n')
        return [...found, `a text without its end: ${text.slice(at - 80, at)}`];
      const [skipped = ''] = /^(\\u.{4}|\\U.{8}|\\.|\$\$\{|%%\{)/.exec(text.slice(at, at + 10)) ?? [];
      const [interpolation, inner = ''] = skipped === '' ? (/^[$%]\{([^}]*)\}?/.exec(text.slice(at)) ?? []) : [];
      if (interpolation !== undefined && !INTERPOLATION.test(inner)) found.push(interpolation);
      at += (interpolation ?? skipped).length || 1;
    }
    at++;
  }
  const [statement] = /^.*(?:\bpwned\b|\bfile\(|<<).*$/m.exec(code) ?? [];
  if (statement !== undefined) found.push(statement);
  return found;
}

function madeInYaml(text: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'pwned') found.push(key);
      visit(inner);
    }
  };
  visit(parse(text));
  return found;
}

const markdown = new MarkdownIt({ html: true, linkify: true });
// As GitHub does: only addresses with a scheme become links.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

function madeInMarkdown(text: string): string[] {
  const html = markdown.render(text.replaceAll(/`platform-iac adopt`/g, 'adopt'));
  return html.match(/<(?!\/?(?:h[12]|p|ul|li|table|thead|tbody|tr|th|td|code)>)[^>]*>|<h2>(?!Notes<)/g) ?? [];
}

function madeIn([path, text]: [string, string]): string[] {
  if (path.endsWith('.ts')) return madeInTypeScript(path, text);
  if (path.endsWith('.tf')) return madeInHcl(text);
  if (path.endsWith('.yaml')) return madeInYaml(text);
  if (path.endsWith('.md')) return path.includes('NOT-ADOPTED') ? madeInMarkdown(text) : [];
  return [];
}

test('no text of a service becomes code, in any format', () => {
  fc.assert(
    fc.property(replacements, fc.integer({ min: 1, max: 3 }), (texts, step) => {
      const from = replaced(
        withoutSome(listed, (index) => index % 3 >= step - 1),
        texts,
      );
      for (const file of writtenFiles(from)) expect([file[0], madeIn(file)]).toEqual([file[0], []]);
    }),
    { numRuns: RUNS },
  );
});

test('the search finds a text that became code', () => {
  const found = [
    madeIn(['a.ts', `// x\nglobalThis.pwned = 1;\n`]),
    madeIn(['a.ts', "team(`${file('/etc/passwd')}`);\nconst a = '${file(1)}';\n"]),
    madeIn(['a.tf', '# x\noutput "pwned" { value = file("/etc/passwd") }\n']),
    madeIn(['a.tf', 'a = "${file("/etc/passwd")}"\n']),
    madeIn(['a.yaml', 'description: x\npwned: 1\n']),
    madeIn(['NOT-ADOPTED.md', '| [x](https://example.com) |\n\n<img src="x">\n']),
  ];
  expect(found.map((one) => one.length > 0)).toEqual(found.map(() => true));
});
