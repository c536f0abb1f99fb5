/** Reading the declarations of variables in a folder. */
import fc from 'fast-check';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isConfigurationFile, readRootVariables } from '../../../src/cli/plan/root-variables';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'root-variables-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Returns the declared names. A `!` marks a sensitive one. */
function read(files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  const variables = [...readRootVariables(dir).values()];
  return variables.map(({ name, isSensitive }) => `${name}${isSensitive ? '!' : ''}`).join(' ');
}

test.each([
  ['an empty block', 'variable "x" {}', 'x'],
  ['a label without quotes', 'variable x {}', 'x'],
  ['blocks on one line each', 'variable "x" { type = string }\nvariable "y" { sensitive = true }', 'x y!'],
  ['the constant false', 'variable "x" {\n  sensitive = false # no secret\n}', 'x'],
  ['the constant true', 'variable "x" {\n  type = string\n  sensitive   =   true\n}', 'x!'],
  ['an ephemeral variable', 'variable "x" {\n  ephemeral = true\n}', 'x!'],
  ['any other expression', 'variable "x" {\n  sensitive = !true\n}\nvariable "y" {\n  sensitive = (false)\n}', 'x! y!'],
  ['a text for a constant', 'variable "x" {\n  sensitive = "true"\n}', 'x!'],
  ['an attribute within a value', 'variable "x" {\n  default = {\n    sensitive = true\n  }\n}', 'x'],
  ['an attribute within a text', 'variable "x" {\n  description = <<E\nsensitive = true\n}\nE\n}', 'x'],
  ['an attribute after a text with brackets', 'variable "x" {\n  description = "${"}"}"\n  sensitive = true\n}', 'x!'],
  ['a comment before the value', 'variable "x" {\n  sensitive = /* false */ true\n}', 'x!'],
  ['a commented block', '# variable "x" {}\n/* variable "y" {} */', ''],
  ['a block in a text', 'locals {\n  a = <<E\nvariable "x" {}\nE\n}', ''],
  ['a block of a module or another type', 'module "variable" {}\nlocals {\n  variable = "x"\n}', ''],
  ['an escaped name', 'variable "\\u0078" {}', 'x'],
])('HCL: %s', (_, source, expected) => {
  expect(read({ 'main.tf': source })).toBe(expected);
});

test.each([
  ['an empty block', { variable: { x: {} } }, 'x'],
  ['lists of blocks', { variable: [{ x: [{ type: 'string' }] }, { y: [{}, { sensitive: true }] }] }, 'x y!'],
  ['the constant false', { variable: { x: { sensitive: false } } }, 'x'],
  [
    'any other value',
    { variable: { x: { sensitive: 'true' }, y: { sensitive: null }, z: { ephemeral: true } } },
    'x! y! z!',
  ],
  ['a value within a value', { variable: { x: { default: { sensitive: true } } } }, 'x'],
  ['no variable', { resource: { variable: { x: {} } } }, ''],
  ['text instead of blocks', { variable: 'x' }, ''],
])('JSON: %s', (_, source, expected) => {
  expect(read({ 'cdk.tf.json': JSON.stringify(source) })).toBe(expected);
});

test('one sensitive declaration is enough, in any file', () => {
  const [plain, sensitive] = ['variable "x" {}', '{"variable":{"x":{"sensitive":true}}}'];
  expect(read({ 'a.tf': plain, 'z_override.tf.json': sensitive })).toBe('x!');
  expect(read({ 'a.tf.json': sensitive, 'b.tofu': plain, 'z_override.tf.json': '{}' })).toBe('x!');
});

test('other files declare nothing', () => {
  mkdirSync(join(dir, 'folder.tf'));
  expect(
    read({ '.hidden.tf': 'variable "x" {}', 'x.tfvars': 'variable "x" {}', 'cdk.json': '{"variable":{"x":{}}}' }),
  ).toBe('');
  expect(['a.tf', 'a.tofu', 'a.tf.json', 'a.tofu.json'].filter(isConfigurationFile)).toHaveLength(4);
  expect(['.a.tf', 'a.tf~', 'a.tfvars', 'a.json', 'tf'].filter(isConfigurationFile)).toEqual([]);
});

test('a file that cannot be read is an error with its name', () => {
  expect(() => read({ 'a.tf': 'variable "\\x" {}\n' })).toThrow(
    'Cannot read a.tf: the name "\\x" of a variable is not valid.',
  );
  rmSync(join(dir, 'a.tf'));
  expect(() => read({ 'main.tf': 'variable "x" {\n' })).toThrow('Cannot read main.tf: line 2: ');
  expect(() => read({ 'main.tf': '', 'cdk.tf.json': '{"variable": ' })).toThrow(
    'Cannot read cdk.tf.json: it is not JSON.',
  );
});

test('comments, texts and heredocs between blocks change nothing', () => {
  const decoy = fc.constantFrom(
    ...['# variable "no" {\n', '/* variable "no" { */', 'locals { a = "variable \\"no\\" {" }\n'],
    ...[
      'locals { a = "${join("}", ["{", "${1}"])}" }\n',
      'locals {\n  a = <<-E\n  }\n  variable "no" {\n  ${"}"}\n  E\n}\n',
    ],
    ...['output "x" { value = { sensitive = true } }\n', '\r\n', '\t// "\n'],
  );
  const attribute = fc.constantFrom(
    'type = string',
    'description = "} sensitive = true"',
    'default = { ephemeral = "1" }',
    'nullable = false',
  );
  const variable = fc.record({
    name: fc.stringMatching(/^[a-z_][a-z0-9_-]{0,8}$/),
    isSensitive: fc.boolean(),
    attributes: fc.array(attribute),
    before: fc.array(decoy),
  });
  const variables = fc.uniqueArray(variable, { selector: ({ name }) => name, maxLength: 6 });
  fc.assert(
    fc.property(variables, (all) => {
      const blocks = all.map(({ name, isSensitive, attributes, before }) => {
        const lines = [...attributes, ...(isSensitive ? ['sensitive = true'] : []), ...attributes];
        return `${before.join('')}\nvariable "${name}" {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
      });
      const expected = all.map(({ name, isSensitive }) => `${name}${isSensitive ? '!' : ''}`).join(' ');
      expect(read({ 'main.tf': blocks.join('') })).toBe(expected);
    }),
    { numRuns: 200 },
  );
});
