/** The map for contributors names only existing files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const map = readFileSync(join(root, 'src/README.md'), 'utf8');

test('every file and folder that the map names exists', () => {
  const named = [...map.matchAll(/`([\w./-]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => /\/|\w\.(ts|mjs|md)$/.test(path));
  // The table of rooms names a file relative to its folder.
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const places = ['', 'src', 'constructs', ...folders.map(({ name }) => `src/${name}`)];
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !places.some((place) => existsSync(join(root, place, path))))).toEqual([]);
});

test('the map shows every room', () => {
  const rooms = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(rooms.map(({ name }) => name).filter((name) => !map.includes(`| [\`${name}/\`](${name}) |`))).toEqual([]);
});

test('every link of the map leads somewhere', () => {
  const links = [...map.matchAll(/\]\(([^)#]+)\)/g)].map(([, target = '']) => target);
  expect(links.filter((target) => !existsSync(join(root, 'src', target)))).toEqual([]);
});
