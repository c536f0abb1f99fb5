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
    { \${
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
    variable: { names: { type: 'map(object({ a = string }))', default: {} } },
    resource: {
      platform_group: {
        shop: {
          parent_uid: '${platform_group.acme["a b"].uid}',
          name: 'shop "x" $${y} é',
          description: 'Of ${platform_group.acme.uid}, ${lower("A}")}',
          count: 2,
          claims: { 'a.b': 1, c: true, d: null },
          list: ['a', '${var.b}', '${lower("c")}'],
          heredoc: expect.stringContaining('<<-EOT'),
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
  'a = lower(platform_group.a.uid)',
  'a = true ? platform_group.a.uid : "x"',
  'a = platform_group.a.uid + 1',
  'a = [for x in platform_group.a : x]',
  'a = { for k, v in x : k => v }',
  'a = platform_group.a[count.index].uid',
  'a = platform_group.a[*].uid',
  'a = <<EOT\n${platform_group.a.uid}\nEOT',
  'a = (platform_group.a.uid)',
  'a = { (platform_group.a.uid) = 1 }',
])('an expression is a text with one part: %s', (text) => {
  const { a } = readHcl(`${text}\nb = 1\n`);
  expect(a).toBe(`\${${text.slice('a = '.length)}}`);
});

test.each(['a = ', 'a = "x', 'a {', 'a = 1\na = 2', '= 1', 'a = <<EOT\nx', 'a = "${b"', 'a "b" = 1', 'a = 1 ) 2'])(
  'a text that is no HCL is an error: %j',
  (text) => {
    expect(() => readHcl(text)).toThrow(SyntaxError);
  },
);
