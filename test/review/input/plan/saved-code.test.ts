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

test('an expression of a provider block counts, and a credential does not', () => {
  const provider = (url: string, token: string) => ({
    'main.tf': `provider "platform" {\n  base_url = join("", ["${url}"])\n  token = file("${token}")\n}\n`,
  });
  const of = (url: string, token = 'a') => executes(review(provider(url, token)), 'provider');
  expect(of('https://a')).not.toEqual(of('https://b'));
  expect(of('https://a')).toEqual(of('https://a', 'b'));
});
