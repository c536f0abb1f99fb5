import { readHcl } from '../../../../src/review/input/plan/hcl';

test('blocks and arguments have the form of JSON syntax', () => {
  const text = `
terraform {
  required_providers {
    platform = { source = "platform-iac/platform", version = "1.0.0" }
  }
  backend "local" {}
}
# A comment with { and "
provider "platform" { base_url = "https://api.example" } // one line
provider "platform" {
  alias = "other"
}
variable "names" {
  type    = map(object({ a = string }))
  default = {}
}
resource "platform_group" "shop" {
  parent_uid  = platform_group.acme["a b"].uid /* the parent */
  name        = "shop \\"x\\" $\${y} \\u00e9"
  description = "Of \${platform_group.acme.uid}, \${lower("A}")}"
  count       = 2
  claims      = { "a.b" = 1, c : true
    d = null }
  list        = ["a", # first
    var.b, lower("c")]
  heredoc     = <<-EOT
    { $\${
    EOT
  provider    = platform.other
  depends_on  = [data.platform_role.x, module.m]
  lifecycle {
    ignore_changes = [description]
  }
}
moved {
  from = platform_group.a
  to   = platform_group.b
}
moved {
  from = platform_group.c
  to   = platform_group.d
}
`;
  expect(readHcl(text)).toEqual({
    terraform: {
      required_providers: { platform: { source: 'platform-iac/platform', version: '1.0.0' } },
      backend: { local: {} },
    },
    provider: { platform: [{ base_url: 'https://api.example' }, { alias: 'other' }] },
    variable: { names: { type: 'map(object({a = string}))', default: {} } },
    resource: {
      platform_group: {
        shop: {
          parent_uid: '${platform_group.acme["a b"].uid}',
          name: 'shop "x" $${y} é',
          description: 'Of ${platform_group.acme.uid}, ${lower("A}")}',
          count: 2,
          claims: { 'a.b': 1, c: true, d: null },
          list: ['a', '${var.b}', '${lower("c")}'],
          heredoc: '${<<…}',
          provider: 'platform.other',
          depends_on: ['data.platform_role.x', 'module.m'],
          lifecycle: { ignore_changes: ['description'] },
        },
      },
    },
    moved: [
      { from: 'platform_group.a', to: 'platform_group.b' },
      { from: 'platform_group.c', to: 'platform_group.d' },
    ],
  });
});

test.each([
  ['lower( platform_group.a.uid )', 'lower(platform_group.a.uid)'],
  ['true?platform_group.a.uid:"x"', 'true ? platform_group.a.uid : "x"'],
  ['platform_group.a.uid + -1', 'platform_group.a.uid +- 1'],
  ['!var.a && f(\n1, 2.5)', '!var.a && f(1, 2.5)'],
  ['[for x in platform_group.a : x]', '[for x in platform_group.a : x]'],
  ['{ for k, v in x : k => v }', '{for k, v in x : k => v}'],
  ['platform_group.a[count.index].uid', 'platform_group.a[count.index].uid'],
  ['platform_group.a [*] . uid /* x */', 'platform_group.a[*].uid'],
  ['provider::platform::parent_uid("a")', 'provider::platform::parent_uid("a")'],
  ['<<EOT\n${platform_group.a.uid}\nEOT', '<<…'],
  ['(platform_group.a.uid)', '(platform_group.a.uid)'],
  ['{ (platform_group.a.uid) = 1 }', '{(platform_group.a.uid) = 1}'],
  ['{ "a${b.c}" = 1, d }', '{"a${b.c}" = 1, d}'],
  ['"\\u0024${platform_group.a.uid}"', '"\\u0024${platform_group.a.uid}"'],
])('an expression is a text with one part: %s', (code, printed) => {
  expect(readHcl(`a = ${code}\nb = 1\n`)['a']).toBe(`\${${printed}}`);
});

test('an escape is a character, and never begins a template', () => {
  expect(readHcl('a = "\\u0024{b.c} \\u0025{ $${x}"')['a']).toBe('$${b.c} %%{ $${x}');
});

test('names of every form are in the document', () => {
  const names = ['__proto__', 'constructor', 'toString'];
  for (const name of names)
    expect(Object.entries(readHcl(`resource "null_resource" "${name}" {\n provisioner "x" {}\n}\n`))).toEqual([
      ['resource', Object.fromEntries([['null_resource', Object.fromEntries([[name, { provisioner: { x: {} } }]])]])],
    ]);
});

test.each([
  'a = ',
  'a = "x',
  'a {',
  'a = 1\na = 2',
  '= 1',
  'a = <<EOT\nx',
  'a = "${b"',
  'a "b" = 1',
  'a = 1 ) 2',
  'b {}\nb "x" {}',
  'b {}\nb = 1',
])('a text that is no HCL is an error: %j', (text) => {
  expect(() => readHcl(text)).toThrow(SyntaxError);
});
