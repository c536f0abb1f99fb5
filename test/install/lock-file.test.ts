import fc from 'fast-check';
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

test('doing it twice changes nothing, whatever other providers are locked', () => {
  const address = fc.tuple(
    fc.stringMatching(/^[a-z]{1,8}\.(com|internal)$/),
    fc.stringMatching(/^[a-z]{1,6}\/[a-z$]{1,6}$/),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(
        address.map((parts) => parts.join('/')),
        { maxLength: 5 },
      ),
      (addresses) => {
        const others = addresses.toSorted().map((each) => entry(each, '1.2.3'));
        const once = withLockEntry([header, ...others].join('\n'), ours);
        expect(withLockEntry(once, ours)).toBe(once);
        for (const other of others) expect(once).toContain(other);
      },
    ),
  );
});
