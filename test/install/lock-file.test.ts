import fc from 'fast-check';
import { lockBlocks } from '../../src/install/lock-blocks';
import { withLockEntry } from '../../src/install/lock-file';

const ours = { version: '0.1.0', hash: 'h1:AAAA=' };
const entry = (address: string, version: string): string =>
  `provider "${address}" {\n  version     = "${version}"\n  constraints = "~> 1.0"\n  hashes = [\n    "h1:x=",\n    "zh:y",\n  ]\n}\n`;
const aws = entry('registry.terraform.io/hashicorp/aws', '5.0.0');
const early = entry('example.com/a/b', '1.0.0');
const header =
  '# This file is maintained automatically by "terraform init".\n# Manual edits may be lost in future updates.\n';

test('a new lock file holds our version, the version as constraint, and the hash', () => {
  expect(withLockEntry(undefined, ours)).toBe(
    `${header}
provider "platform-iac.internal/npm/platform" {
  version     = "0.1.0"
  constraints = "0.1.0"
  hashes = [
    "h1:AAAA=",
  ]
}
`,
  );
});

test('entries of other providers stay byte for byte, and ours takes its place in their order', () => {
  const text = withLockEntry(`${header}\n${early}\n${aws}`, ours);
  expect(text.startsWith(`${header}\n${early}\nprovider "platform-iac.internal/npm/platform" {`)).toBe(true);
  expect(text.endsWith(`}\n\n${aws}`)).toBe(true);
});

test('an older entry of ours gives way, with its constraints', () => {
  const old = withLockEntry(`${header}\n${aws}`, { version: '0.0.9', hash: 'h1:old=' });
  const text = withLockEntry(old, ours);
  expect(text).toBe(withLockEntry(`${header}\n${aws}`, ours));
  expect(text).not.toContain('h1:old=');
});

test('a rebuilt provider of the same version keeps the constraints that Terraform wrote', () => {
  const old = withLockEntry(undefined, ours).replace('constraints = "0.1.0"', 'constraints = "~> 0.1"');
  expect(withLockEntry(old, { version: '0.1.0', hash: 'h1:new=' })).toBe(old.replace('h1:AAAA=', 'h1:new='));
});

test('a commented-out entry is no entry, and stays', () => {
  const lines = withLockEntry(undefined, { version: '0.0.9', hash: 'h1:old=' }).trimEnd().split('\n').slice(3);
  for (const comment of [`# ${lines.join('\n# ')}`, `// ${lines.join('\n// ')}`, `/*\n${lines.join('\n')}*/`]) {
    const text = withLockEntry(`${header}\n${comment}\n`, ours);
    expect(text).toBe(`${header}\n${comment}\n\n${withLockEntry(undefined, ours).slice(header.length + 1)}`);
    expect(withLockEntry(text, ours)).toBe(text);
  }
});

test('of our entry, what is commented out does not count', () => {
  const old = withLockEntry(undefined, ours)
    .replace('  version ', '  # version = "0.1.0"\n  /*\n  constraints = "~> 9"\n  */\n  version ')
    .replace('constraints = "0.1.0"', 'constraints = "~> 0.1" # } "');
  expect(withLockEntry(old, ours)).toBe(
    withLockEntry(undefined, ours).replace('"0.1.0"\n  hashes', '"~> 0.1"\n  hashes'),
  );
});

test.each([
  ['ours', withLockEntry(undefined, ours).slice(header.length + 1), 'platform-iac.internal/npm/platform'],
  ['of another provider', aws, 'registry.terraform.io/hashicorp/aws'],
])('two entries, %s, are an error that names their lines', (_, twice, address) => {
  const first = header.split('\n').length;
  expect(() => withLockEntry(`${header}${twice}\n# ${twice.split('\n').join('\n# ')}\n${twice}`, ours)).toThrow(
    `it has two entries for the provider ${address}, in the lines ${first} and ${first + 2 * twice.split('\n').length}, which Terraform rejects. Remove one or both`,
  );
});

test('what Terraform cannot read is refused, with the line', () => {
  for (const [text, line] of [
    [`${aws}provider "x" {\n`, 9],
    [`${aws}}\n`, 9],
    [`\nprovider "x {\n}\n`, 2],
    [`\n\n/* never closed\n${aws}`, 3],
    [`${aws}a = "\n"\n`, 9],
  ] as const)
    expect(() => withLockEntry(text, ours)).toThrow(new RegExp(`^in line ${line} .*Terraform cannot read it`));
});

test('the ends of lines are unchanged', () => {
  const crlf = `${header}\n${early}\n${aws}`.replaceAll('\n', '\r\n');
  const text = withLockEntry(crlf, ours);
  for (const other of [early, aws]) expect(text).toContain(other.trimEnd().replaceAll('\n', '\r\n'));
  expect(withLockEntry(text, ours)).toBe(text);
});

/** Possible contents of another provider's entry, with much that looks like an end or a beginning. */
const confusing = fc.constantFrom(
  ...[
    '# }',
    '// provider "platform-iac.internal/npm/platform" {',
    '/* { \n } " */',
    'x = "} \\" { # /*"',
    '# "',
    "# it's",
  ],
  ...['x = <<EOT\n}\nprovider "platform-iac.internal/npm/platform" {\n " /*\n  EOT', 'y = <<-END\nEND', 'z {\n}'],
  ...['# <<EOT', 's = "<<EOT"', 'version = "1" # {', 'u = "\u00e9$$"', 'p = "provider \\"a\\" {"', '/**/', ''],
);

test('it is idempotent, and locks of other providers stay byte for byte', () => {
  const address = fc.tuple(
    fc.stringMatching(/^[a-z]{1,8}\.(com|internal)$/),
    fc.stringMatching(/^[a-z]{1,6}\/[a-z$]{1,6}$/),
  );
  const other = fc.record({
    address: address.map((parts) => parts.join('/')),
    before: fc.array(fc.constantFrom('# {', '/* " */', '// }', ''), { maxLength: 2 }),
    lines: fc.array(confusing, { maxLength: 4 }),
    newline: fc.constantFrom('\n', '\r\n'),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(other, { maxLength: 5, selector: (one) => one.address }),
      fc.option(fc.constantFrom('0.0.9', '0.1.0'), { nil: undefined }),
      (others, locked) => {
        const sorted = others.toSorted((one, two) => (one.address < two.address ? -1 : 1));
        const entries = sorted.map((one) =>
          [`provider "${one.address}" {`, ...one.lines, '}'].join('\n').replaceAll('\n', one.newline),
        );
        const text = [header, ...sorted.flatMap((one, index) => [...one.before, entries[index]]), ''].join('\n');
        const previous = locked === undefined ? text : withLockEntry(text, { version: locked, hash: 'h1:old=' });
        const once = withLockEntry(previous, ours);
        expect(withLockEntry(once, ours)).toBe(once);
        for (const entry of entries) expect(once).toContain(entry);
        expect(lockBlocks(once).map((block) => block.address)).toEqual(
          [...sorted.map((one) => one.address), 'platform-iac.internal/npm/platform'].sort(),
        );
        const own = lockBlocks(once).find((block) => block.address.startsWith('platform-iac'))!;
        const without = (all: string): string => all.replace(/\s+/g, '');
        expect(without(once.slice(0, own.start) + once.slice(own.end))).toBe(without(text));
      },
    ),
  );
});
