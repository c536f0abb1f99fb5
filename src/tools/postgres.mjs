/** A PostgreSQL server of Debian's package, in a temporary folder, for one run. PostgreSQL refuses to run as root. */
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The user `nobody` of Debian. */
const NOBODY = 65534;

const packages = '/usr/lib/postgresql';

/** Returns the folder of the newest installed server; `undefined` without one. */
export function postgresPrograms(folder = packages) {
  if (!existsSync(folder)) return undefined;
  const versions = readdirSync(folder).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(folder, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

/**
 * Starts a server with an empty database, which only this machine can reach, through a socket.
 *
 * @param {string} bin the folder of the programs
 * @param {string} database
 * @returns {{ env: Record<string, string>, close: () => void }} the variables of libpq; `close` deletes everything
 */
export function startPostgres(bin, database) {
  const folder = mkdtempSync(join(tmpdir(), 'pg-'));
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const env = { PGHOST: folder, PGUSER: 'terraform', PGSSLMODE: 'disable' };
  const data = join(folder, 'data');
  const run = (program, ...args) =>
    execFileSync(join(bin, program), args, {
      ...user,
      cwd: folder,
      env: { ...env, PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 60_000,
    });
  const close = () => {
    if (existsSync(join(data, 'postmaster.pid'))) run('pg_ctl', 'stop', '-D', data, '-m', 'immediate');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    run('initdb', '-D', data, '-U', env.PGUSER, '-A', 'trust', '--no-sync');
    const options = `-c listen_addresses= -c unix_socket_directories=${folder} -c fsync=off`;
    run('pg_ctl', 'start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options);
    run('createdb', database);
    return { env, close };
  } catch (error) {
    close();
    throw error;
  }
}
