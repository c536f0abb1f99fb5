import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
const [, section = ''] = /^## Dependencies\n(.*?)^## /ms.exec(readFileSync('docs/contributing.md', 'utf8')) ?? [];
const rows = [...section.matchAll(/^\| (`.*?) \| (.+) \|$/gm)];

test('docs/contributing.md gives the reason of every dependency, and of no other', () => {
  const declared = ['dependencies', 'optionalDependencies', 'peerDependencies', 'devDependencies'].flatMap((group) =>
    Object.keys(manifest[group] ?? {}),
  );
  // The types of a package exist because of the package.
  const expected = new Set(declared.filter((name) => !name.startsWith('@types/')));
  const told = rows.flatMap(([, names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  expect(told.sort()).toEqual([...expected].sort());
});

test('the lock file contains the packages of all platforms, without which npm ci fails', () => {
  interface Locked {
    readonly dependencies?: object;
    readonly optionalDependencies?: object;
  }
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
  /** Looks in the folder of the package, then in the folders above it, as Node does. */
  const isLocked = (folder: string, name: string): boolean => {
    if (`${folder}node_modules/${name}` in packages) return true;
    return folder !== '' && isLocked(folder.slice(0, folder.lastIndexOf('node_modules/')), name);
  };
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isLocked(path === '' ? '' : `${path}/`, name))
      .map((name) => `${name} of ${path}`),
  );
  expect(missing).toEqual([]);
});
