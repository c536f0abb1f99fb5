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
  [
    'in a value of another object',
    (command) => program('terraform_data.a[0].input', `resource "terraform_data" "a" {\n  input = "${command}"\n}\n`),
  ],
  [
    'in an object as a whole',
    (command) => program('terraform_data.a.output', `resource "terraform_data" "a" {\n  input = "${command}"\n}\n`),
  ],
  [
    'in an argument of a data source',
    (command) =>
      program(
        'data.platform_role.a.name',
        `data "platform_role" "a" {\n  name = null_resource.b.triggers.c\n}\nresource "null_resource" "b" {\n  triggers = { c = "${command}" }\n}\n`,
      ),
  ],
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

test('a suppressed program with another command is another finding', () => {
  const fingerprints = (command: string) =>
    review(program('local.a', `locals {\n  a = "${command}"\n}\n`), { edit: withProgram }).findings.flatMap(
      ({ id, fingerprint }) => (id === 'runs-code' ? [fingerprint] : []),
    );
  expect(fingerprints('id')).toHaveLength(1);
  expect(fingerprints('id')).toEqual(fingerprints('id'));
  expect(fingerprints('id')).not.toEqual(fingerprints('su'));
});

test.each<[string, (value: string) => Record<string, string>]>([
  ['another path', (value) => ({ 'main.tf': `locals {\n  a = file("/${value}")\n}\n` })],
  [
    'another path behind a name',
    (value) => ({ 'main.tf': `locals {\n  a = file(local.b)\n}\nlocals {\n  b = "/${value}"\n}\n` }),
  ],
  [
    'another path in JSON syntax',
    (value) => ({ 'main.tf.json': JSON.stringify({ locals: { a: `\${file("/${value}")}` } }) }),
  ],
  ['another text that cannot be read', (value) => ({ 'main.tf': `locals {\n  ${value} = {\n` })],
  [
    'another path in a module',
    (value) => ({ 'main.tf': `output "a" {\n  value = file(var.b)\n}\nvariable "b" {\n  default = "/${value}"\n}\n` }),
  ],
  [
    'another time limit',
    (value) => ({
      'main.tf': `resource "platform_group" "a" {\n  timeouts {\n    update = "${value === 'one' ? 1 : 2}ms"\n  }\n}\n`,
    }),
  ],
])('a suppressed place that is not proved is another finding with %s', (name, files) => {
  const places = (value: string, more = '') =>
    review(
      { ...files(value), ...(more !== '' && { 'more.tf': more }) },
      { module: name.endsWith('in a module') ? 'module.m' : '' },
    ).findings.flatMap(({ id, severity, fingerprint }) =>
      id === 'not-proved' && severity === 'high' ? [fingerprint] : [],
    );
  const one = places('one');
  expect(one.length).toBeGreaterThan(0);
  expect(places('one', 'locals {\n  other = 1\n}\n')).toEqual(one);
  expect(places('two').filter((fingerprint) => one.includes(fingerprint))).toEqual([]);
});

test('the facts of a provider block and of an unknown value contain the code that they use', () => {
  const binding = { address: 'platform_role_binding.x', type: 'platform_role_binding', name: 'x', mode: 'managed' };
  const edit = (text: string) => {
    const document = JSON.parse(text) as {
      resource_changes: object[];
      configuration: { root_module: { resources: object[] }; provider_config: Record<string, object> };
    };
    const [{ provider_name } = {}] = document.resource_changes as { readonly provider_name?: string }[];
    document.resource_changes.push({
      ...{ ...binding, provider_name },
      change: { actions: ['create'], before: null, after: {}, after_unknown: { role_uid: true } },
    });
    const local = { references: ['local.a'] };
    document.configuration.root_module.resources.push({ ...binding, expressions: { role_uid: local } });
    document.configuration.provider_config['platform'] = {
      ...{ name: 'platform', full_name: provider_name, expressions: { base_url: local } },
    };
    return JSON.stringify(document);
  };
  const files = (value: string) => ({
    'main.tf': `locals {\n  a = "${value}"\n}\nprovider "platform" {\n  base_url = local.a\n}\nresource "platform_role_binding" "x" {\n  role_uid = local.a\n}\n`,
  });
  const facts = (value: string) =>
    review(files(value), { edit }).findings.flatMap(({ id, subject, fingerprint }) =>
      id === 'provider-not-constant' || subject === binding.address ? [fingerprint] : [],
    );
  expect(facts('one')).toHaveLength(2);
  expect(facts('one')).toEqual(facts('one'));
  expect(facts('two').filter((fact) => facts('one').includes(fact))).toEqual([]);
});

test('an attribute that the service decides has no code, and the other arguments of its object do not count', () => {
  const hashes = (description: string) =>
    executes(
      review(
        program(
          'platform_group.a.uid',
          `resource "platform_group" "a" {\n  name = "a"\n  description = "${description}"\n}\n`,
        ),
        { edit: withProgram },
      ),
      'provisioner',
    );
  expect(hashes('one')).toEqual(hashes('two'));
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
