/** Tests the configuration inside of a saved plan. */
import { zipSync } from 'fflate';
import { readSavedConfiguration } from '../../../../src/review/input/plan/saved-plan';
import { readZip } from '../../../../src/review/input/plan/zip';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const modules = [
  { Key: '', Dir: '.' },
  { Key: 'a.b', Source: './b', Dir: 'a/b' },
];
const files = {
  tfplan: bytesOf('not read'),
  'tfconfig/m-/main.tf': bytesOf('locals {}'),
  'tfconfig/m-/more.tf.json': bytesOf('{}'),
  'tfconfig/m-a.b/main.tf': bytesOf('# Größe'),
  'tfconfig/modules.json': bytesOf(JSON.stringify(modules)),
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
  ['a file of no module', { 'tfconfig/m-other/main.tf': bytesOf('') }],
  ['no list of modules', { 'tfconfig/modules.json': bytesOf('{') }],
  ['a module without a folder', { 'tfconfig/modules.json': bytesOf('[{"Key":""}]') }],
])('%s makes a configuration unreadable', (_, changed) => {
  expect(read(changed)).toBeUndefined();
});

test('a text is no saved plan', () => {
  expect(readSavedConfiguration(Buffer.from('{"version":4}'))).toBeUndefined();
  expect(readSavedConfiguration(Buffer.alloc(0))).toBeUndefined();
});

test('an archive with a name twice, or with damaged contents, is unreadable', () => {
  const archive = Buffer.from(zipSync({ aa: bytesOf('one '.repeat(100)), ab: bytesOf('two') }));
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
