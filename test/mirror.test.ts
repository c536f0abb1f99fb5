/**
 * Tests mirror the sources: a file `src/ROOM/x.ts` has its test in `test/ROOM/x.test.ts`. This test computes the shares of
 * the files with a test of their name, and prints the missing ones of a room that falls below its limit.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');

/** The share of all files. */
const LEAST = 0.6;
/** The share of the files in each room. */
const LEAST_IN_ROOM = 0.4;

interface Mirrored {
  readonly room: string;
  readonly file: string;
  readonly isTested: boolean;
}

function filesOf(folder: string): Mirrored[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|mjs)$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => {
      const file = join(folder, path);
      const place = file.replace(/^src\//, '');
      const test = join(root, 'test', place.replace(/\.(ts|mjs)$/, '.test.ts'));
      return { room: place.split('/')[0] ?? '', file, isTested: existsSync(test) };
    });
}

const files = [...filesOf('src'), ...filesOf('constructs')].filter(({ file }) => file.split('/').length > 1);
const shareOf = (some: readonly Mirrored[]) => some.filter(({ isTested }) => isTested).length / some.length;
const missing = (some: readonly Mirrored[]) => some.flatMap(({ file, isTested }) => (isTested ? [] : [file]));
const rooms = [...new Set(files.map(({ room }) => room))].sort();

test('the files of all rooms have tests of their names', () => {
  const shares = rooms.map((room) => {
    const some = files.filter((file) => file.room === room);
    return `${room} ${some.length - missing(some).length} of ${some.length}`;
  });
  expect({ shares, isEnough: shareOf(files) >= LEAST }).toEqual({ shares, isEnough: true });
});

test.each(rooms)('the files of %s have tests of their names', (room) => {
  const some = files.filter((file) => file.room === room);
  const without = shareOf(some) >= LEAST_IN_ROOM ? [] : missing(some);
  expect({ room, without }).toEqual({ room, without: [] });
});
