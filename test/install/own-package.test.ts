import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../../src/model/api';
import { locateProvider } from '../../src/install/own-package';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'install-'))));
afterEach(() => rmSync(root, { recursive: true }));

test('the provider is sought in the package this code belongs to, and a missing build says what to run', () => {
  mkdirSync(join(root, 'p/dist/lib/src/install'), { recursive: true });
  writeFileSync(join(root, 'p/package.json'), '{"name":"cdktf-provider-platform","version":"9.9.9"}');
  const from = join(root, 'p/dist/lib/src/install');
  expect(() => locateProvider(from)).toThrow(`Run "npm run build" in ${join(root, 'p')}`);
  writeFileSync(join(root, 'p/dist/terraform-provider-platform'), '');
  expect(locateProvider(from)).toEqual({
    version: VERSION,
    executable: join(root, 'p/dist/terraform-provider-platform'),
  });
});

test('an installed package without its provider asks for a new installation', () => {
  const from = join(root, 'node_modules/cdktf-provider-platform');
  mkdirSync(from, { recursive: true });
  writeFileSync(join(from, 'package.json'), '{"name":"cdktf-provider-platform","version":"9.9.9"}');
  expect(() => locateProvider(from)).toThrow('Install it again');
});

test('code that was bundled away from its package gets an error', () => {
  expect(() => locateProvider(root)).toThrow('keep cdktf-provider-platform external');
});
