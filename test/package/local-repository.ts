import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './installed-project';

/** Writes the files of this repository into a new folder, with uncommitted changes, and commits them there. */
export function createRepository(folder: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  });
  mkdirSync(folder, { recursive: true });
  for (const file of listed.split('\0').filter((path) => path !== '' && existsSync(join(repository, path))))
    cpSync(join(repository, file), join(folder, file), { preserveTimestamps: true });
  git('init', '--quiet');
  git('add', '--all');
  git('-c', 'user.name=test', '-c', 'user.email=test@localhost', 'commit', '--quiet', '--message=all');
}
