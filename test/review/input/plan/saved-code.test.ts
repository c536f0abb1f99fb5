/** The hash of a program contains the code that it uses. */
import { executes, reviewSaved as review } from './saved-review';

const program = (body: string, more = '') => ({
  'main.tf': `resource "terraform_data" "x" {\n  provisioner "local-exec" {\n    command = ${body}\n  }\n}\n${more}`,
});
/** Adds a program that a plan's JSON shows without its expressions. */
const withProgram = (text: string) => {
  const document = JSON.parse(text) as {
    resource_changes: object[];
    configuration: { root_module: { resources: object[] } };
  };
  const resource = { address: 'terraform_data.x', type: 'terraform_data', name: 'x', mode: 'managed' };
  document.resource_changes.push({
    ...{ ...resource, provider_name: 'terraform.io/builtin/terraform' },
    change: { actions: ['create'], before: null, after: {}, after_unknown: {} },
  });
  const provisioners = [{ type: 'local-exec', expressions: { command: {} } }];
  document.configuration.root_module.resources.push({ ...resource, expressions: {}, provisioners });
  return JSON.stringify(document);
};

test.each<[string, (command: string) => Record<string, string>]>([
  ['in its expression', (command) => program(`join("", ["${command}"])`)],
  ['in a local value', (command) => program('local.a', `locals {\n  a = local.b\n  b = "${command}"\n}\n`)],
  ['in the default of a variable', (command) => program('var.a', `variable "a" {\n  default = "${command}"\n}\n`)],
  ['in its connection', (command) => program(`"id"\n    connection {\n      host = "${command}"\n    }`)],
])('a command that differs %s has another digest', (_, files) => {
  const [one, other] = [review(files('id'), { edit: withProgram }), review(files('su'), { edit: withProgram })];
  expect(executes(one, 'provisioner')).toMatchObject([{ address: 'terraform_data.x', isOpen: true }]);
  expect(one.digest).not.toBe(other.digest);
  expect(review(files('id'), { edit: withProgram }).digest).toBe(one.digest);
  // Other code does not count.
  expect(
    executes(review({ ...files('id'), 'b.tf': 'locals {\n  other = 1\n}\n' }, { edit: withProgram }), 'provisioner'),
  ).toEqual(executes(one, 'provisioner'));
});

test.each<[string, (path: string) => Record<string, string>]>([
  ['in its expression', (path) => program(`file("${path}")`)],
  [
    'in an expression with the folder of the module',
    (path) => program(`"sh -c '\${templatefile("\${path.module}/${path}", {})}'"`),
  ],
  ['in a local value', (path) => program('local.a', `locals {\n  a = trimspace(file("${path}"))\n}\n`)],
  ['in its connection', (path) => program(`"id"\n    connection {\n      private_key = file("${path}")\n    }`)],
  ['in its environment', (path) => program(`"id"\n    environment = { HASH = filemd5("${path}") }`)],
  [
    'for each name of a list',
    (path) => ({
      'main.tf': `resource "terraform_data" "x" {\n  for_each = toset(["${path}"])\n  provisioner "local-exec" {\n    command = file(each.key)\n  }\n}\n`,
    }),
  ],
  [
    'in JSON syntax',
    (path) => ({
      'main.tf.json': JSON.stringify({
        resource: { terraform_data: { x: { provisioner: [{ 'local-exec': { command: `\${file("${path}")}` } }] } } },
      }),
    }),
  ],
])('a file that a program reads %s counts with its content', (_, files) => {
  const digestOf = (reads: Readonly<Record<string, string>>) => {
    const report = review(files('x.sh'), { edit: withProgram, reads });
    expect(executes(report, 'provisioner')).toMatchObject([{ address: 'terraform_data.x', isOpen: true }]);
    return report.digest;
  };
  expect(digestOf({ 'x.sh': 'one' })).toBe(digestOf({ 'x.sh': 'one', 'other.sh': 'two' }));
  expect(digestOf({ 'x.sh': 'one' })).not.toBe(digestOf({ 'x.sh': 'two' }));
  // A file that the plan could not hash.
  expect(digestOf({ 'x.sh': 'one' })).not.toBe(digestOf({}));
});

test('another file than that of a program has no effect on its hash', () => {
  const hashes = (reads: Readonly<Record<string, string>>) =>
    executes(
      review(program('file("x.sh")', 'locals {\n  b = file("b.txt")\n}\n'), { edit: withProgram, reads }),
      'provisioner',
    );
  expect(hashes({ 'x.sh': 'one', 'b.txt': 'one' })).toEqual(hashes({ 'x.sh': 'one', 'b.txt': 'two' }));
});

test('an expression of a provider block counts, and a credential does not', () => {
  const provider = (url: string, token: string) => ({
    'main.tf': `provider "platform" {\n  base_url = join("", ["${url}"])\n  token = file("${token}")\n}\n`,
  });
  const of = (url: string, token = 'a') => executes(review(provider(url, token)), 'provider');
  expect(of('https://a')).not.toEqual(of('https://b'));
  expect(of('https://a')).toEqual(of('https://a', 'b'));
});
