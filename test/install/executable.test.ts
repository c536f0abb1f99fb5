/** The executable of a release: it contains the files of the package that it reads. */
import { readFileSync } from 'node:fs';
import { releaseHashes } from '../../src/install/install-provider';
import { isInExecutable, readPackaged } from '../../src/install/own-package';
import { packageHash } from '../../src/install/lock-file';
import { EXECUTABLE_NAME, VERSION } from '../../src/model/api';

/** An executable with the name of each asset as its content. */
const sea = {
  isSea: () => true,
  getAsset: (name: string, encoding?: string) =>
    encoding === undefined ? new Uint8Array(Buffer.from(name)).buffer : `${encoding} ${name}`,
};
const inside = () =>
  jest.spyOn(process, 'getBuiltinModule').mockImplementation((name: string) => (name === 'node:sea' ? sea : undefined));
afterEach(() => jest.restoreAllMocks());

test('the executable reads its assets', () => {
  inside();
  expect(isInExecutable()).toBe(true);
  expect(readPackaged('docs/review.schema.json')).toBe('utf8 review.schema.json');
});

test('the hash of the release is that of the archive: the texts next to the executable, and the executable', () => {
  inside();
  const texts = ['LICENSE', 'NODE-LICENSE.txt', 'THIRD-PARTY-NOTICES.txt'];
  const name = `${EXECUTABLE_NAME}_v${VERSION}${process.platform === 'win32' ? '.exe' : ''}`;
  const files = texts.map((text) => [text, Buffer.from(`archive/${text}`)] as const);
  expect(releaseHashes()).toEqual([
    packageHash({ ...Object.fromEntries(files), [name]: readFileSync(process.execPath) }),
  ]);
});

test('outside of the executable, files of the package are read', () => {
  expect(isInExecutable()).toBe(false);
  expect(readPackaged('package.json')).toBe(readFileSync('package.json', 'utf8'));
});
