import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bringOwnPackage } from '../../../src/cli/adopt/packages';

const folder = mkdtempSync(join(tmpdir(), 'adopt-packages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

test('an installation needs no published version of this package', () => {
  const own = {
    name: 'cdktf-provider-platform',
    dependencies: { undici: '^7.0.0' },
    optionalDependencies: { libsql: '1' },
  };
  write('own/package.json', JSON.stringify(own));
  write('own/dist/lib/index.js', 'own');
  const dependencies = { cdktn: '^0.24.0', 'cdktf-provider-platform': '^0.1.0' };
  write(
    'project/package.json',
    JSON.stringify({ private: true, dependencies, devDependencies: { typescript: '~5.9' } }),
  );

  const copyOwn = bringOwnPackage(join(folder, 'project'), join(folder, 'own'));
  expect(JSON.parse(readFileSync(join(folder, 'project/package.json'), 'utf8'))).toEqual({
    ...{ private: true, devDependencies: {} },
    dependencies: { undici: '^7.0.0', libsql: '1', cdktn: '^0.24.0' },
  });
  copyOwn();
  const installed = join(folder, 'project/node_modules/cdktf-provider-platform');
  expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))).toEqual(own);
  expect(readFileSync(join(installed, 'dist/lib/index.js'), 'utf8')).toBe('own');
});
