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
