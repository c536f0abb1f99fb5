/** Tests what only the configuration inside of a saved plan shows: programs, ephemeral resources, functions and the lock file. */
import { readPlan, reviewPlans, withNote, type Plan, type Report } from '../../../../src/review';
import { corpusTexts } from '../../corpus';

function review(files: Record<string, string>, { lock, module = '' }: { lock?: string; module?: string } = {}): Report {
  const [{ text } = { text: '' }] = corpusTexts('owner-removed');
  const saved: Plan['saved'] = [
    { module, dir: '.', files: Object.entries(files).map(([name, content]) => ({ name, text: content })) },
  ];
  return reviewPlans([readPlan(withNote(text, { saved, ...(lock !== undefined && { lock }) }), 'plan')]);
}

const [{ text: plan } = { text: '' }] = corpusTexts('owner-removed');
/** The block of a binding that the plan deletes. */
const deleted = readPlan(plan, 'plan').changes?.find(({ fate }) => fate?.old === 'gone')?.address ?? '';

const executes = ({ executes: all }: Report, kind: string) => all.filter((one) => one.kind === kind);
const programs = ({ findings }: Report) => findings.flatMap(({ id, subject }) => (id === 'runs-code' ? [subject] : []));

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

test('each entry of the lock file is a line with its version and its hashes', () => {
  const lock = (hash: string) =>
    `# A comment.\n\nprovider "registry.terraform.io/acme/tool" {\n  version     = "1.2.3"\n  constraints = "~> 1.0"\n  hashes = [\n    "h1:${hash}",\n    "zh:b",\n  ]\n}\n`;
  const [one, other] = [review({}, { lock: lock('a') }), review({}, { lock: lock('c') })];
  expect(executes(one, 'lock')).toMatchObject([
    { address: 'registry.terraform.io/acme/tool', version: '1.2.3', hashes: ['h1:a', 'zh:b'] },
  ]);
  expect(one.digest).not.toBe(other.digest);
});

test('what a module contains has the address of the module', () => {
  const report = review({ 'main.tf': 'ephemeral "a_b" "c" {}' }, { module: 'module.m' });
  expect(executes(report, 'ephemeral')).toMatchObject([{ address: 'module.m.ephemeral.a_b.c' }]);
});
