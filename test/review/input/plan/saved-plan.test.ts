/** Tests the configuration inside of a saved plan. */
import { zipSync } from 'fflate';
import { isMadeByRelease, readSavedConfiguration } from '../../../../src/review/input/plan/saved-plan';
import { PROVIDER_ADDRESS, REGISTRY_ADDRESSES } from '../../../../src/model/api';
import { readZip } from '../../../../src/review/input/plan/zip';

const getBytes = (text: string) => new TextEncoder().encode(text);
const modules = [
  { Key: '', Dir: '.' },
  { Key: 'a.b', Source: './b', Dir: 'a/b' },
];
const files = {
  tfplan: getBytes('not read'),
  'tfconfig/m-/main.tf': getBytes('locals {}'),
  'tfconfig/m-/more.tf.json': getBytes('{}'),
  'tfconfig/m-a.b/main.tf': getBytes('# Größe'),
  'tfconfig/modules.json': getBytes(JSON.stringify(modules)),
};
const read = (changed: Readonly<Record<string, Uint8Array>>, level: 0 | 6 = 6) =>
  readSavedConfiguration(Buffer.from(zipSync({ ...files, ...changed }, { level })));

test.each([0, 6] as const)('the files of all modules are read (compression %i)', (level) => {
  expect(read({}, level)).toEqual([
    {
      ...{ module: '', dir: '.' },
      files: [
        { name: 'main.tf', text: 'locals {}' },
        { name: 'more.tf.json', text: '{}' },
      ],
    },
    { module: 'module.a.module.b', dir: 'a/b', files: [{ name: 'main.tf', text: '# Größe' }] },
  ]);
});

test.each<[string, Readonly<Record<string, Uint8Array>>]>([
  ['a file of no module', { 'tfconfig/m-other/main.tf': getBytes('') }],
  ['no list of modules', { 'tfconfig/modules.json': getBytes('{') }],
  ['a module without a folder', { 'tfconfig/modules.json': getBytes('[{"Key":""}]') }],
])('%s makes a configuration unreadable', (_, changed) => {
  expect(read(changed)).toBeUndefined();
});

test('a text is no saved plan', () => {
  expect(readSavedConfiguration(Buffer.from('{"version":4}'))).toBeUndefined();
  expect(readSavedConfiguration(Buffer.alloc(0))).toBeUndefined();
});

test('an archive with a name twice, or with damaged contents, is unreadable', () => {
  const archive = Buffer.from(zipSync({ aa: getBytes('one '.repeat(100)), ab: getBytes('two') }));
  expect([...(readZip(archive, () => true) ?? [])].map(([name, text]) => `${name}: ${text.length}`)).toEqual([
    'aa: 400',
    'ab: 3',
  ]);
  const renamed = Buffer.from(archive.toString('latin1').replaceAll('ab', 'aa'), 'latin1');
  expect(readZip(renamed, () => true)).toBeUndefined();
  const start = archive.indexOf('aa') + 2;
  const damaged = Buffer.concat([archive.subarray(0, start), Buffer.alloc(5, 0xff), archive.subarray(start + 5)]);
  expect(readZip(damaged, () => true)).toBeUndefined();
  for (let length = 0; length < archive.length; length += 7)
    expect(readZip(archive.subarray(0, length), () => true)).toBeUndefined();
});

const entry = (address: string, ...hashes: string[]) =>
  `provider "${address}" {\n  version = "1.2.3"\n  hashes = [${hashes.map((hash) => `"${hash}"`).join(', ')}]\n}\n`;

test.each<[string, string | undefined, boolean]>([
  ['a file of the release', entry(PROVIDER_ADDRESS, 'h1:own'), true],
  ['a file of the release from a registry', entry(REGISTRY_ADDRESSES[0] ?? '', 'zh:other', 'h1:own'), true],
  ['another file', entry(PROVIDER_ADDRESS, 'h1:other'), false],
  [
    'another file from a registry',
    entry(PROVIDER_ADDRESS, 'h1:own') + entry(REGISTRY_ADDRESSES[0] ?? '', 'h1:x'),
    false,
  ],
  ['no hash', entry(PROVIDER_ADDRESS), false],
  ['another provider with the hash', entry('registry.terraform.io/acme/tool', 'h1:own'), false],
  ['an unreadable text', 'provider {', false],
  ['no lock file', undefined, false],
])('the lock file of a saved plan has %s', (_, lock, expected) => {
  const archive = zipSync({ ...files, ...(lock !== undefined && { '.terraform.lock.hcl': getBytes(lock) }) });
  expect(isMadeByRelease(Buffer.from(archive), ['h1:own'])).toBe(expected);
});

test('without a hash of the release, or an archive, no plan is made by the release', () => {
  const archive = zipSync({ '.terraform.lock.hcl': getBytes(entry(PROVIDER_ADDRESS, 'h1:own')) });
  expect(isMadeByRelease(Buffer.from(archive), [])).toBe(false);
  expect(isMadeByRelease(Buffer.from(entry(PROVIDER_ADDRESS, 'h1:own')), ['h1:own'])).toBe(false);
});
