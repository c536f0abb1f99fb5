/** Tests what only the configuration inside of a saved plan shows: programs, ephemeral resources and functions. */
import { deleted, executes, programs, reviewSaved as review } from './saved-review';

const removed = (command: string, from = deleted) =>
  `removed {\n  from = ${from}\n  provisioner "local-exec" {\n    when    = destroy\n    command = "${command}"\n  }\n}\n`;
const removedJson = (command: string) =>
  JSON.stringify({ removed: [{ from: deleted, provisioner: [{ 'local-exec': { when: 'destroy', command } }] }] });

test.each<[string, (command: string) => Record<string, string>]>([
  ['HCL', (command) => ({ 'main.tf': removed(command) })],
  ['JSON', (command) => ({ 'main.tf.json': removedJson(command) })],
])('a provisioner of a removed block in %s is a program, and its command is in the digest', (_, files) => {
  const [one, other] = [review(files('id')), review(files('whoami'))];
  expect(deleted).not.toBe('');
  expect(programs(one)).toEqual([deleted]);
  expect(executes(one, 'provisioner')).toMatchObject([{ type: 'local-exec', actions: ['delete'], isProgram: true }]);
  expect(one.digest).not.toBe(other.digest);
});

test('a removed block of an object that the plan keeps runs nothing', () => {
  expect(programs(review({ 'main.tf': removed('id', 'platform_group.elsewhere') }))).toEqual([]);
});

test('an ephemeral resource and a function of another provider are lines with a hash', () => {
  const files = (argument: string) => ({
    'main.tf': `ephemeral "vault_token" "a" {\n  path = "${argument}"\n}\nlocals {\n  x = provider::time::parse("${argument}")\n}\n`,
  });
  const [one, other] = [review(files('a')), review(files('b'))];
  expect(executes(one, 'ephemeral')).toMatchObject([{ address: 'ephemeral.vault_token.a', type: 'vault_token' }]);
  expect(executes(one, 'function')).toMatchObject([{ address: 'provider::time::parse' }]);
  expect(executes(one, 'ephemeral')).not.toEqual(executes(other, 'ephemeral'));
  expect(executes(one, 'function')).not.toEqual(executes(other, 'function'));
});

test.each([
  'provider :: time :: parse("a")',
  'provider/* x */::time::parse("a")',
  '[for x in ["a"] : upper("${provider::time::parse(x)}")]',
])('the call %s is a line', (expression) => {
  expect(executes(review({ 'main.tf': `locals {\n  x = ${expression}\n}\n` }), 'function')).toMatchObject([
    { address: 'provider::time::parse' },
  ]);
  const json = JSON.stringify({ locals: { x: `\${${expression}}` } });
  expect(executes(review({ 'main.tf.json': json }), 'function')).toHaveLength(1);
});

test.each([
  ['in the folder of the root module', '', deleted, 'main.tf'],
  ['in a file of overrides', '', deleted, 'x_override.tf'],
  ['with the address of its module', '', 'module.m', 'main.tf'],
])('a removed block %s is found', (_, module, from, file) => {
  const isInModule = from.startsWith('module.');
  const edit = (text: string) => (isInModule ? text.replaceAll(`"${deleted}"`, `"module.m.${deleted}"`) : text);
  expect(programs(review({ [file]: removed('id', from) }, { module, edit }))).toEqual([from]);
});

test('a removed block of a module names objects of the module', () => {
  const edit = (text: string) => text.replaceAll(`"${deleted}"`, `"module.m.${deleted}"`);
  const report = review({ 'main.tf': removed('id') }, { module: 'module.m', edit });
  expect(programs(report)).toEqual([`module.m.${deleted}`]);
  expect(programs(review({ 'main.tf': removed('id') }, { module: 'module.other', edit }))).toEqual([]);
});

test('a function of this provider, of Terraform, or in a text is no line', () => {
  const text = `terraform {
  required_providers {
    own = {
      source = "platform-iac.internal/npm/platform"
    }
  }
}
locals {
  a = provider::own::x("a")
  b = provider::terraform::encode_tfvars({})
  c = "provider::time::parse"
}
`;
  expect(executes(review({ 'main.tf': text }), 'function')).toEqual([]);
});

test('a file that cannot be read counts with its text', () => {
  const [one, other] = [review({ 'main.tf': 'removed {' }), review({ 'main.tf': 'removed { ' })];
  expect(executes(one, 'part')).toMatchObject([{ address: 'main.tf' }]);
  expect(one.digest).not.toBe(other.digest);
});

test('what a module contains has the address of the module', () => {
  const report = review({ 'main.tf': 'ephemeral "a_b" "c" {}' }, { module: 'module.m' });
  expect(executes(report, 'ephemeral')).toMatchObject([{ address: 'module.m.ephemeral.a_b.c' }]);
});
