/**
 * Code whose result can differ between a review plan and the apply, at any place of a configuration and around any other code. The scan of the
 * configuration must name it, and nothing harmless.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openCheckout } from '../../../src/review/input/scan/checkout';
import { scanConfiguration } from '../../../src/review/input/scan/scan-configuration';
import type { Random } from '../../support/random';
import { type Play, refusedUnless } from './play';

/** Files next to the configuration. */
const FILES = {
  '.git/HEAD': '',
  'beside.txt': 'beside',
  'stack/data.json': '{}',
  'stack/teams/a.yaml': 'a',
  'stack/plain.tftpl': '${upper(name)}',
  'stack/late.tftpl': '%{ for one in names }${timestamp()}%{ endfor }',
  'stack/linked/plain.txt': 'plain',
};

/** Functions that read something of the run, in a call with this argument. */
const FUNCTIONS = ['timestamp()', 'plantimestamp()', 'uuid()', 'bcrypt("x")', 'abspath("x")', 'pathexpand("~")'];
const OTHER_FUNCTIONS = ['provider::acme::run("x")', 'templatestring(local.x, {})', 'a_new_function(1)'];
const VALUES = ['path.cwd', 'terraform.applying', 'ephemeral.acme.x.y', 'tofu.workspace', 'unheard.of', 'path["cwd"]'];
const READERS = ['file', 'filebase64', 'filesha256', 'filemd5', 'fileexists', 'core::file'];
/** Paths that lead out of the configuration, or that a value decides. */
const PATHS = [
  ...['"/proc/self/cmdline"', '"/proc/${"self"}/environ"', 'local.path', 'platform_group.a.uid', 'var.path'],
  ...['"${path.module}/../beside.txt"', '"${path.cwd}/data.json"', '"link.txt"', '"data.json${platform_group.a.uid}"'],
  ...['join("/", ["proc", "self"])', '"~/.netrc"', '"missing.json"', '".terraform/x.json"', '"/dev/stdin"'],
];
const FILESETS = ['fileset("/proc/self", "*")', 'fileset(path.module, "../*")', 'fileset(path.module, "linked/*")'];
const TEMPLATES = ['templatefile("late.tftpl", {})', 'templatefile("/etc/hostname", {})', 'templatefile(local.x, {})'];

/** Code that reads the digits of a new uid, or sorts by them. */
const NEW = 'platform_group.a.uid';
const DIGITS = [
  ...[`substr(${NEW}, -1, 1)`, `can(regex("[0-7]$", ${NEW}))`, `sort([${NEW}, "a"])`, `format("%.3s", ${NEW})`],
  ...[`tolist(toset([${NEW}]))`, `keys(zipmap([${NEW}], [1]))`, `{ (${NEW}) = 1 }`, `endswith("a\${${NEW}}", "a")`],
];

const HARMLESS = [
  ...['upper("a")', 'file("data.json")', 'file("${path.module}/data.json")', '"$${timestamp()}"', 'local.x'],
  ...['fileset(path.module, "teams/*.yaml")', 'templatefile("plain.tftpl", { name = "x" })', 'terraform.workspace'],
  ...['[for f in fileset(path.module, "teams/*.yaml") : file("${path.module}/${f}")]', 'platform_group.a.name'],
  ...['{ timestamp = 1, path = 2 }', 'try(var.x, "file(local.x)")', 'core::lower("A")', 'path.module'],
];

function drawDanger(random: Random): string {
  const readers = READERS.flatMap((name) => `${name}(${random.pick(PATHS)!})`);
  const all = [FUNCTIONS, OTHER_FUNCTIONS, VALUES, readers, readers, FILESETS, TEMPLATES, DIGITS];
  return random.pick(random.pick(all)!)!;
}

/** Ways to put code around code. */
const AROUND: readonly ((code: string) => string)[] = [
  (code) => code,
  (code) => `(${code})`,
  (code) => `[${code}]`,
  (code) => `{ a = ${code} }`,
  (code) => `{ (${code}) = "a" }`,
  (code) => `"a\${${code}}b"`,
  (code) => `"a\${"b\${${code}}"}"`,
  (code) => `"%{ if ${code} == "" }a%{ else }b%{ endif }"`,
  (code) => `"%{~ for one in [${code}] ~}\${one}%{~ endfor ~}"`,
  (code) => `try(${code}, null)`,
  (code) => `merge({}, { a = ${code} })...`,
  (code) => `[for one in [${code}] : one]`,
  (code) => `[for one in ["a"] : ${code} if one != ""]`,
  (code) => `{ for one in ["a"] : one => ${code} }`,
  (code) => `(local.x == "" ? ${code} : "b")`,
  (code) => `[${code}][0]`,
  (code) => `/* a */ ${code} /* b */`,
  (code) => `local.x[${code}]`,
  (code) => `!(${code} == 1)`,
];
const wrapped = (code: string, random: Random): string =>
  Array.from({ length: random.below(3) }, () => random.pick(AROUND)!).reduce((inner, around) => around(inner), code);

/** Blocks with code, by the syntax. The label names the place. */
const NATIVE: readonly ((label: string, code: string) => string)[] = [
  (label, code) => `output "${label}" {\n  value = ${code}\n}\n`,
  (label, code) => `resource "platform_group" "${label}" {\n  name = ${code}\n}\n`,
  (label, code) => `module "${label}" {\n  source = "./m"\n  x = [\n    ${code}\n  ]\n}\n`,
  (label, code) =>
    `resource "platform_role" "${label}" {\n  lifecycle {\n    precondition {\n      condition = ${code}\n    }\n  }\n}\n`,
  (label, code) =>
    `data "platform_role" "${label}" {\n  dynamic "x" {\n    for_each = ${code}\n    content {}\n  }\n}\n`,
  (label, code) => `output "${label}" {\n  value = <<-EOT\n    # "a\n    \${${code}}\n  EOT\n}\n`,
];
const inJson = (code: string): string => JSON.stringify(`\${${code}}`);
const JSON_SYNTAX: readonly ((label: string, code: string) => string)[] = [
  (label, code) => `{"output":{"${label}":{"value":${inJson(code)}}}}`,
  (label, code) => `{"resource":{"platform_group":{"${label}":[{"name":["x",${inJson(code)}]}]}}}`,
  (label, code) => `{"module":{"${label}":{"source":"./m","x":{"a":${inJson(code)}}}}}`,
  (label, code) => `{"data":[{"platform_role":{"${label}":{"x":{${inJson(code)}:"a"}}}}]}`,
];

/** Codes of one configuration. */
const TRIED = 12;

export const scannedCode: readonly Play[] = [
  {
    name: 'a configuration contains code whose result can change',
    play(random) {
      const folder = mkdtempSync(join(tmpdir(), 'attack-scan-'));
      try {
        for (const [name, text] of Object.entries(FILES)) {
          mkdirSync(dirname(join(folder, name)), { recursive: true });
          writeFileSync(join(folder, name), text);
        }
        for (const name of ['link.txt', 'linked/link.txt'])
          symlinkSync('/proc/self/environ', join(folder, 'stack', name));
        const checkout = openCheckout(join(folder, 'stack'));
        const drawn = Array.from({ length: TRIED }, (_, index) => {
          const isHarmless = random.chance(40);
          const code = isHarmless ? random.pick(HARMLESS)! : wrapped(drawDanger(random), random);
          const isNative = random.chance(50);
          const label = `n${index}_`;
          const text = random.pick(isNative ? NATIVE : JSON_SYNTAX)!(label, code);
          return { isHarmless, label, text, name: isNative ? `${label}.tf` : `${label}.tf.json` };
        });
        const files = [...drawn, { name: 'a.tf', text: 'resource "platform_group" "a" {}' }];
        const places = scanConfiguration([{ module: '', dir: '.', files }], checkout);
        return Promise.resolve(
          refusedUnless(
            drawn.flatMap(({ isHarmless, label, text }) => {
              const isNamed = places.some(({ place }) => place.includes(label));
              if (isNamed !== isHarmless) return [];
              return [`${isHarmless ? 'Named, and harmless' : 'Not named'}: ${text}`];
            }),
          ),
        );
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  },
];
