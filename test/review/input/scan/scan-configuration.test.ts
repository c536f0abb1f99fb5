/** Tests the scan of a configuration: what is harmless passes, and everything else is named. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { providerBlock, SERVICE_ATTRIBUTES } from '../../../../src/model/kinds';
import { openCheckout } from '../../../../src/review/input/scan/checkout';
import { recordReads } from '../../../../src/review/input/scan/read-files';
import { scanConfiguration } from '../../../../src/review/input/scan/scan-configuration';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'scan-'));
  const files = {
    ...{ '.git/HEAD': '', 'repository.txt': 'a' },
    ...{ 'stack/terraform.tfstate': '{\n  "version": 4,\n  "lineage": "a"' },
    ...{ 'stack/data.yaml': 'a', 'stack/groups/a.yaml': 'a', 'stack/groups/b/c.yaml': 'b' },
    ...{ 'stack/linked/a.yaml': 'a', 'stack/modules/m/m.txt': 'm' },
    ...{ 'stack/good.tpl': 'Hello ${upper(name)}', 'stack/bad.tpl': '%{ if true }${timestamp()}%{ endif }' },
    ...{ 'stack/.terraform/modules/r/r.txt': 'r' },
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  symlinkSync('/proc/self/environ', join(dir, 'stack/link.txt'));
  symlinkSync('/proc/self/environ', join(dir, 'stack/linked/environ.yaml'));
});
afterAll(() => rmSync(dir, { recursive: true }));

const scan = (text: string, name = 'main.tf', folder = '.') =>
  scanConfiguration([{ module: '', dir: folder, files: [{ name, text }] }], openCheckout(join(dir, 'stack')));
/** The places of an expression in HCL, and in JSON syntax. */
const scanExpression = (expression: string) => [
  scan(`resource "platform_group" "x" {\n  name = ${expression}\n}\n`),
  scan(JSON.stringify({ resource: { platform_group: { x: { name: `\${${expression}}` } } } }), 'main.tf.json'),
];

test.each([
  '"text"',
  '"$${timestamp()} %%{ if timestamp() }"',
  'platform_group.other.uid',
  '[for group in local.groups : upper(group.name) if group.kind == "x"]',
  '{ for name, group in var.groups : name => group... }',
  'merge(local.a, { file = "x", path = 1 })...',
  'core::upper("a")',
  'terraform.workspace == "prod" ? path.module : path.root',
  'each.value.name[count.index].x.*.y',
  'data.platform_role.viewer["a"].uid',
  'try(module.m.out, null)',
  'file("data.yaml")',
  'file("./groups/a.yaml")',
  'yamldecode(file("${path.module}/data.yaml"))',
  'filesha256("${path.root}/groups/b/c.yaml")',
  '[for f in fileset(path.module, "groups/*.yaml") : yamldecode(file("${path.module}/${f}"))]',
  '{ for f in sort(toset(fileset("${path.module}/groups", "**"))) : f => file("${path.module}/groups/${f}") }',
  '[for name in ["a", "b/c"] : file("${path.module}/groups/${name}.yaml")]',
  'templatefile("${path.module}/good.tpl", { name = "x" })',
  'fileexists("${path.module}/data.yaml")',
])('nothing varies in %s', (expression) => {
  expect(scanExpression(expression)).toEqual([[], []]);
});

test.each([
  ['timestamp()', 'the function timestamp'],
  ['file("terraform.tfstate")', 'the function file with another path than that of a file of the module'],
  ['plantimestamp()', 'the function plantimestamp'],
  ['core::plantimestamp()', 'the function core::plantimestamp'],
  ['core :: plantimestamp ()', 'the function core::plantimestamp'],
  ['(timestamp\n())', 'the function timestamp'],
  ['timestamp /* x */ ()', 'the function timestamp'],
  ['uuid()', 'the function uuid'],
  ['bcrypt("x")', 'the function bcrypt'],
  ['future_function(1)', 'the function future_function'],
  ['templatestring(local.x, {})', 'the function templatestring'],
  ['abspath(path.module)', 'the function abspath'],
  ['pathexpand("~")', 'the function pathexpand'],
  ['provider::other::read()', 'the function provider::other::read'],
  ['provider::platform::uid_root("x")', 'the function provider::platform::uid_root'],
  ['path.cwd', 'the value path.cwd'],
  ['(path\n.cwd)', 'the value path.cwd'],
  ['path["cwd"]', 'the value path[…]'],
  ['terraform.applying', 'the value terraform.applying'],
  ['tofu.workspace', 'the value tofu.workspace'],
  ['ephemeral.x.y.z', 'the value ephemeral.x'],
  ['future.value', 'the value future.value'],
  ['"a${"b${timestamp()}"}"', 'the function timestamp'],
  ['"%{ if plantimestamp() == "x" }a%{ endif }"', 'the function plantimestamp'],
  ['"%{~ for x in [uuid()] ~}a%{~ endfor ~}"', 'the function uuid'],
  ['{ (timestamp()) = 1 }', 'the function timestamp'],
  ['[for f in [1] : f if timestamp() != ""]', 'the function timestamp'],
  ['file("/proc/self/environ")', 'the function file with another path'],
  ['file("~/.ssh/id_rsa")', 'the function file with another path'],
  ['core::file("/proc/self/cmdline")', 'the function core::file with another path'],
  ['file("../../etc/passwd")', 'the function file with another path'],
  ['file("${path.module}/../../proc")', 'the function file with another path'],
  ['file("${path.module}../x")', 'the function file with another path'],
  ['file("${path.cwd}/data.yaml")', 'the function file with another path'],
  ['file("/pro${"c"}/self/environ")', 'the function file with another path'],
  ['file(var.path)', 'the function file with another path'],
  ['file(join("/", ["proc", "self"]))', 'the function file with another path'],
  ['file("link.txt")', 'the function file with another path'],
  ['file(".terraform/modules/r/r.txt")', 'the function file with another path'],
  ['file("\\u002fproc/self/environ")', 'the function file with another path'],
  ['[for path in [{ module = "/proc/self" }] : file("${path.module}/environ")]', 'a variable with the name path'],
  ['"%{ for path in [{ module = "/proc" }] }${file("${path.module}/x")}%{ endfor }"', 'a variable with the name path'],
  ['[for f in fileset(path.module, "linked/*") : file(f)]', 'the function file with another path'],
  ['[for f in fileset(path.module, "../*") : 1]', 'the function fileset with another path'],
  ['fileset("/proc/self", "*")', 'the function fileset with another path'],
  [
    '[for f in fileset(path.module, "groups/*") : file("${path.module}/../${f}")]',
    'the function file with another path',
  ],
  ['[for f in fileset(path.module, "*.yaml") : [for f in ["/proc/self/environ"] : file(f)]]', 'the function file with'],
  [
    '[for f in ["data.yaml"] : "%{ for f in ["/proc/self/environ"] }${file(f)}%{ endfor }"]',
    'the function file with another path',
  ],
  ['templatefile("${path.module}/bad.tpl", {})', 'the function timestamp'],
  ['templatefile("/etc/passwd", {})', 'the function templatefile with another path'],
])('%s is named', (expression, what) => {
  for (const places of scanExpression(expression))
    expect(places.map(({ place }) => place)).toContainEqual(expect.stringContaining(what));
});

/** `NEW` is the uid of a new group: a review plan has a placeholder for it. */
const onlyApplyKnows = (expression: string) =>
  scanExpression(expression.replaceAll('NEW', 'platform_group.new.uid')).map((places) =>
    places.map(({ place, isAlways }) => `${isAlways ? 'always ' : ''}${place.replace(/^.*: /, '')}`),
  );

test.each([
  ['substr(NEW, -1, 1) == "a"', 'the function substr'],
  ['can(regex("[0-7]$", NEW))', 'the function regex'],
  ['strcontains(NEW, "a")', 'the function strcontains'],
  ['endswith("x-${NEW}", "a")', 'the function endswith'],
  ['core::sha256(join("", [NEW]))', 'the function core::sha256'],
  ['format("%.50s", NEW)', 'the function format'],
  ['format(local.format, NEW)', 'the function format'],
  ['split("/", resource.platform_group.new.uid)', 'the function split'],
  ['upper(platform_group.new["a"].uid)', 'the function upper'],
  ['upper(platform_group.new[*].create_time)', 'the function upper'],
  ['upper(jsonencode(platform_group.new))', 'the function upper'],
  ['upper(module.team.uid)', 'the function upper'],
  ['tolist(toset([NEW, "x"]))[0]', 'the function toset'],
  ['sort([NEW, "x"])[0]', 'the function sort'],
  ['keys({ for one in [NEW] : "x" => one }[NEW])', 'the function keys'],
  ['{ for key, one in toset(["x"]) : NEW => one }', 'an object with a key'],
  ['{ for key, one in module.team.members : key => one }', 'an object with a key'],
  ['{ for key, one in tolist([NEW]) : one => key }', 'an object with a key'],
  ['[for key, one in tomap({ a = NEW }) : upper(key)]', 'the function upper'],
  ['{ (NEW) = 1, (platform_group.other.uid) = 2 }', 'an object with a key'],
  ['{ "${NEW}" = 1 }', 'an object with a key'],
  ['{ for one in [NEW] : one => 1 }', 'an object with a key'],
  ['[for one in [NEW] : upper(one)]', 'the function upper'],
  ['"%{ for one in [NEW] }${upper(one)}%{ endfor }"', 'the function upper'],
  ['templatefile("${path.module}/good.tpl", { name = NEW })', 'the function upper'],
])('a review plan cannot show %s', (expression, what) => {
  const expected = [`${what} of a value that only the apply knows`.replace('key of a value ', 'key ')];
  expect(onlyApplyKnows(expression)).toEqual([expected, expected]);
});

test.each([
  'coalesce(NEW, "x")',
  '[for one in [NEW] : one][0]',
  'NEW == "" ? "a" : upper("b")',
  'format("%s in %s (100%%)", upper("a"), NEW)',
  'contains([NEW], "x")',
  'length(NEW)',
  'lower(one(compact(concat([NEW], ["x"]))))',
  'upper(platform_group.new.name)',
  'upper(data.platform_role.viewer.uid)',
  '{ a = (NEW), b = (NEW) == "x" ? 1 : 2 }',
  '{ for key, one in { a = NEW } : upper("x") => one }',
  '{ for key, one in { a = NEW } : upper(key) => one }',
  '{ for key, one in platform_group.new : key => one.uid }',
  '{ for key, one in module.team : key => one.uid }',
  '{ for key, one in merge({ a = NEW }, { for key, one in platform_group.new : "b-${key}" => one.uid }) : key => one }',
  '"%{ for key, one in platform_group.new }${upper(key)} ${one.uid}%{ endfor }"',
  'keys({ a = NEW })',
  'values({ for key, one in platform_group.new : key => one.uid })[0]',
  'templatefile("${path.module}/good.tpl", { name = "x" })',
])('a review plan shows %s', (expression) => {
  expect(onlyApplyKnows(expression)).toEqual([[], []]);
});

test('local values, variables of modules and iterators contain values that only the apply knows', () => {
  const uid =
    'resource "platform_group" "new" {\n  name = "a"\n}\nlocals {\n  a = local.b\n  b = platform_group.new.uid\n}\n';
  expect(openPlaces(`${uid}output "o" {\n  value = upper(local.a)\n}\n`)).toEqual([expect.stringContaining('upper')]);
  const each = (of: string) =>
    `resource "platform_group" "x" {\n  for_each = { a = ${of} }\n  name = upper(each.value)\n  description = upper(each.key)\n}\n`;
  expect(openPlaces(each('platform_group.new.uid'))).toEqual([expect.stringContaining('upper')]);
  expect(openPlaces(each('"x"'))).toEqual([]);
  const name = 'resource "platform_group" "x" {\n  name = upper(var.name)\n}\n';
  expect([scan(name), scan(name, 'main.tf', 'modules/m')]).toEqual([
    [],
    [expect.objectContaining({ isAlways: false })],
  ]);
  const cycle = 'locals {\n  a = local.b\n  b = local.a\n  c = upper(local.a)\n}\n';
  expect(openPlaces(cycle)).toHaveLength(1);
});

const openPlaces = (text: string, name?: string) =>
  scan(text, name).map(({ place, isAlways }) => `${isAlways ? '' : 'open '}${place}`);

test('the machine and programs matter in every plan, other functions only while a value is open', () => {
  expect(
    openPlaces(`
locals {
  a = timestamp()
  b = file("/proc/self/environ")
  c = file("\${path.module}/missing")
  d = file("../repository.txt")
}
data "external" "x" {
  program = ["id"]
}
removed {
  from = null_resource.x
  provisioner "local-exec" {
    command = "id"
  }
}
`),
  ).toEqual([
    'open main.tf: locals: the function timestamp',
    'main.tf: locals: the function file with another path than that of a file of the module',
    'open main.tf: locals: the function file with another path than that of a file of the module',
    'main.tf: data.external.x: a data source "external"',
    'main.tf: removed: a provisioner "local-exec"',
  ]);
});

test('a program reads files of the repository that exist when the plan is created', () => {
  const program = (path: string) =>
    scan(`resource "null_resource" "x" {\n  provisioner "local-exec" {\n    command = file("${path}")\n  }\n}\n`).map(
      ({ why, isAlways }) => `${why}: ${isAlways}`,
    );
  expect(program('data.yaml')).toEqual([]);
  expect(program('../repository.txt')).toEqual(['It can have another result when the plan is applied: false']);
  for (const path of ['missing', '../missing'])
    expect(program(path)).toEqual([
      'The file does not exist when the plan is created, so the report does not contain its hash: true',
    ]);
});

test.each([
  ['a file', 'file("data.yaml")', 'stack/data.yaml'],
  ['a file elsewhere in the repository', 'file("../repository.txt")', 'repository.txt'],
  ['a template', 'templatefile("good.tpl", { name = "x" })', 'stack/good.tpl'],
  ['a file of a list', '[for f in fileset(path.module, "groups/**") : file(f)]', 'stack/groups/b/c.yaml'],
  ['a name of a list', 'fileset("${path.module}/groups", "**")', 'stack/groups/new.yaml'],
])('the record of a scan changes with %s', (_, expression, changed) => {
  const file = join(dir, changed);
  const readsNow = () => {
    const { recording, reads } = recordReads(openCheckout(join(dir, 'stack')));
    const files = [{ name: 'main.tf', text: `locals {\n  a = ${expression}\n}\n` }];
    scanConfiguration([{ module: '', dir: '.', files }], recording);
    return reads;
  };
  const before = readsNow();
  const text = existsSync(file) ? readFileSync(file) : undefined;
  try {
    writeFileSync(file, `${text?.toString()} `);
    expect(Object.keys(readsNow())).toEqual(Object.keys(before));
    expect(readsNow()).not.toEqual(before);
  } finally {
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
  }
  expect(readsNow()).toEqual(before);
});

test.each([
  ['an open bracket', 'main.tf', 'locals {'],
  ['an open text', 'main.tf', 'locals {\n a = "b\n}\n'],
  ['a block without a body', 'main.tf', 'locals\n'],
  ['a heredoc whose end has another form', 'main.tf', 'locals {\n  a = <<A\nb\n'],
  ['no JSON', 'main.tf.json', '{'],
  ['a key that occurs twice', 'main.tf.json', '{"locals":{"a":"${timestamp()}"},"locals":{}}'],
  ['a template without an end', 'main.tf.json', '{"locals":{"a":"${b"}}'],
])('a file with %s is not read', (_, name, text) => {
  expect(scan(text, name)).toMatchObject([
    { place: name, isAlways: true, why: expect.stringContaining('It cannot be read') as unknown },
  ]);
});

test('nothing hides in the end of a heredoc', () => {
  for (const space of ['', ' ', '\t', '\u00a0', '\v', '\u2003'])
    expect(openPlaces(`locals {\n  a = <<A\nb\n${space}A\n  c = timestamp()\n  d = <<A\nA\n}\n`)).toEqual([
      'open main.tf: locals: the function timestamp',
    ]);
});

test('comments and names are no code', () => {
  const text = `
# timestamp()
// file("/etc/passwd")
/* uuid() */
resource "platform_group" "timestamp" {
  name = "a" # uuid()
  lifecycle {
    ignore_changes = [name, tags.x]
  }
}
variable "a" {
  type = object({ file = optional(list(string), []) })
}
`;
  expect(scan(text)).toEqual([]);
});

test('a list of files can grow in the folder of the root module, where the engine writes', () => {
  const formerPlaces = (call: string) =>
    scanConfiguration(
      [{ module: '', dir: '.', files: [{ name: 'main.tf', text: `locals {\n  a = ${call}\n}\n` }] }],
      openCheckout(join(dir, 'stack/groups')),
    ).map(({ why, isAlways }) => ({ why, isAlways }));
  const varies = { why: 'It can have another result when the plan is applied', isAlways: false };
  for (const call of ['path.module, "*.json"', '"${path.module}/.", "./tfplan"', 'path.root, "{a.yaml,comment.md}"'])
    expect(formerPlaces(`fileset(${call})`)).toEqual([varies]);
  for (const call of ['path.module, "*.yaml"', 'path.module, "b/*"', '"${path.module}/b", "**"'])
    expect(formerPlaces(`fileset(${call})`)).toEqual([]);
});

test('only pure functions decide about the service, because a file can exist only while the plan is applied', () => {
  const provider = (value: string) => scan(`provider "platform" {\n  base_url = ${value}\n}\n`);
  expect(provider('lower(var.a)')).toEqual([]);
  for (const call of ['fileexists("data.yaml")', 'fileset(path.module, "groups/*")', 'timestamp()'])
    expect(provider(`${call} == "" ? var.a : var.b`)).toEqual([
      expect.objectContaining({ isAlways: true, why: expect.stringContaining('write to another service') as string }),
    ]);
});

test.each(Object.keys(providerBlock))('no other code than a pure function decides %s of our provider', (name) => {
  const provider = (value: string, more = '', label = 'platform') =>
    scan(`variable "e" {\n  ephemeral = true\n}\n${more}provider "${label}" {\n  ${name} = ${value}\n}\n`);
  const high = [
    expect.objectContaining({ isAlways: true, why: expect.stringContaining('The apply can have') as string }),
  ];
  const local = (value: string) => `locals {\n  a = [local.b]\n  b = [local.a, ${value}]\n}\n`;
  for (const value of ['1', '"a"', 'var.a', 'lower(trimspace(var.a))', 'sensitive("${var.a}")'])
    expect(provider(value)).toEqual([]);
  expect(provider('local.a', local('var.a'))).toEqual([]);
  const isService = SERVICE_ATTRIBUTES.some((attribute) => attribute === name);
  expect(provider('var.e')).toEqual(isService ? high : []);
  for (const value of [
    'fileexists("tfplan") ? var.a : var.b',
    'file("data.yaml")',
    'terraform.applying ? 1 : 2',
    'path.cwd',
  ])
    expect(provider(value)).toEqual(high);
  for (const value of [
    ...['module.a.b', 'data.a.b.c', '"x${data.a.b.c}"', 'terraform_data.a.output', 'terraform_data.a[0].output'],
    ...['resource.terraform_data.a.output', '[for x in data.a.b.c : x][0]', 'lower(data.a.b[*].c[0])'],
  ]) {
    const more = 'resource "terraform_data" "a" {}\n';
    expect(provider(value, more)).toEqual(high);
    expect(provider('local.a', `${more}${local(value)}`)).toEqual(high);
  }
  for (const value of ['[for x in var.a : x.b][0]', '{ for k, v in var.a : k => v.b }', 'each.value', 'each.value.b'])
    expect(provider(value)).toEqual([]);
  expect(provider('each.value', '', 'platform" {\n  for_each = data.a.b.c\n}\nprovider "platform')).toEqual(high);
  expect(provider('local.a', local('fileexists("data.yaml")'))).toEqual(high);
  // Blocks of other providers decide nothing about our objects.
  expect(provider('file("data.yaml")', '', 'other')).toEqual([]);
});

test('an ephemeral variable decides nothing but a secret, and no service', () => {
  const use = (flag: string, block: string) => openPlaces(`variable "a" {\n  ephemeral = ${flag}\n}\n${block}`);
  const provider = (name: string) => `provider "platform" {\n  ${name} = "\${var.a}"\n}\n`;
  for (const flag of ['true', '!false', 'local.x'])
    expect(use(flag, provider('base_url'))).toEqual(['main.tf: provider.platform: the value var.a']);
  expect(use('false', provider('base_url'))).toEqual([]);
  expect(use('true', provider('token'))).toEqual([]);
  expect(use('true', 'locals {\n  b = var.a\n}\n')).toEqual([]);
  const json = { variable: { a: { ephemeral: true } }, provider: { platform: { on_existing: '${var.a}' } } };
  expect(openPlaces(JSON.stringify(json), 'x.tf.json')).toEqual(['x.tf.json: provider.platform: the value var.a']);
});

test('files that a block iterates over are constant', () => {
  const block = (each: string, path: string) =>
    `locals {\n  names = fileset(path.module, "groups/*")\n}\nmodule "m" {\n  source = "./modules/m"\n  for_each = ${each}\n  data = file(${path})\n}\n`;
  for (const each of ['local.names', 'toset(local.names)', 'toset(["groups/a.yaml"])', '{ "groups/a.yaml" = 1 }'])
    expect(scan(block(each, '"${path.module}/${each.key}"'))).toEqual([]);
  expect(scan(block('{ for f in local.names : basename(f) => f }', '"./${each.value}"'))).toEqual([]);
  expect(scan(block('{ for f in local.names : basename(f) => f }', '"./${each.key}"'))).toHaveLength(1);
  expect(scan(block('toset([local.path])', '"./${each.key}"'))).toHaveLength(1);
  const json = { module: { m: { for_each: '${fileset(path.module, "groups/*")}', data: '${file("./${each.key}")}' } } };
  expect(scan(JSON.stringify(json), 'main.tf.json')).toEqual([]);
});

test('the functions of this provider pass under its name alone', () => {
  const call = 'locals {\n  a = provider::platform::uid_root("x")\n}\n';
  const requirement = (source: string) =>
    `terraform {\n  required_providers {\n    platform = { source = "${source}" }\n  }\n}\n`;
  expect(scan(requirement('platform-iac.internal/npm/platform') + call)).toEqual([]);
  expect(scan(requirement('example.com/evil/platform') + call)).toHaveLength(1);
});

test('dynamic blocks have names of their own', () => {
  const dynamic = (head: string) =>
    `resource "aws_x" "y" {\n  dynamic "rule" {\n    for_each = [1]\n${head}    content {\n      a = b.value\n    }\n  }\n}\n`;
  expect(scan(dynamic('    iterator = b\n'))).toEqual([]);
  expect(scan(dynamic(''))).toHaveLength(1);
});

test('a file of a module of the engine is no file of the module', () => {
  expect(scan('locals {\n  a = file("${path.module}/r.txt")\n}\n', 'main.tf', '.terraform/modules/r')).toHaveLength(1);
  expect(scan('locals {\n  a = file("${path.module}/m.txt")\n}\n', 'main.tf', 'modules/m')).toEqual([]);
});
