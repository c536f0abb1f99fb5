/** The packages that `npm install` adds to a user's project beyond the peers. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

jest.setTimeout(60_000);

interface Locked {
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly hasInstallScript?: boolean;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const own = packages['']!;
const brought = [...installedBy('', new Set<string>())];

test('no install script runs', () => {
  expect(brought.length).toBeGreaterThan(4);
  expect(brought.filter((path) => packages[path]!.hasInstallScript)).toEqual([]);
});

test('it is at most 35 MB', () => {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--loglevel=error'], { encoding: 'utf8', stdio: 'pipe' }),
  ) as [{ unpackedSize: number }];
  const bytes = brought.reduce((sum, path) => sum + bytesIn(path), packed.unpackedSize);
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(bytes).toBeLessThan(35_000_000);
});

/** The paths of what a package needs, as the lock file places them; peers are the user's own. */
function installedBy(from: string, found: Set<string>): Set<string> {
  const { dependencies, optionalDependencies } = packages[from]!;
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    if (name in (own.peerDependencies ?? {})) continue;
    const path = [`${from}/node_modules/${name}`, `node_modules/${name}`].find((each) => each in packages);
    if (path === undefined) throw new Error(`${name}, which ${from} needs, is not in the lock file`);
    if (!found.has(path)) installedBy(path, found.add(path));
  }
  return found;
}

/** Binaries for other systems are missing. */
function bytesIn(path: string): number {
  if (!existsSync(path)) return 0;
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((file) => statSync(join(path, file)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
}
