import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSibling } from '../../src/install/provider-files';

const content = 'a part';
const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
let root: string;
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'files-'))));
afterEach(() => rmSync(root, { recursive: true }));

test.each<[is: boolean, what: string, name: string, create: (path: string) => void]>([
  [true, 'a file with its hash', `part-${hash}.cjs`, (path) => writeFileSync(path, content)],
  [false, 'a file with another content', `part-${hash}.cjs`, (path) => writeFileSync(path, 'another part')],
  [false, 'a file without a hash', 'part.cjs', (path) => writeFileSync(path, content)],
  [false, 'a file with a longer name', `part-${hash}.cjs.old`, (path) => writeFileSync(path, content)],
  [false, 'a file that no longer exists', `part-${hash}.cjs`, () => undefined],
  [false, 'a folder', `part-${hash}.cjs`, (path) => mkdirSync(path)],
  [
    ...([false, 'a link', `part-${hash}.cjs`] as const),
    (path) => {
      writeFileSync(join(root, 'target'), content);
      symlinkSync('target', path);
    },
  ],
])('isSibling is %s for %s', (is, _, name, create) => {
  create(join(root, name));
  expect(isSibling(join(root, name))).toBe(is);
});
