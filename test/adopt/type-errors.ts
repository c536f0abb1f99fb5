/** Checks the types of generated programs with one compiler for all of them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { installedPackages, linkPackages } from '../../src/cli/adopt/packages';
import { build } from '../support/built';

const root = join(__dirname, '../..');
const compiler = join(root, 'node_modules/typescript-7/bin/tsc');

const compilerOptions = {
  ...{ target: 'es2022', module: 'node16', moduleResolution: 'node16', types: ['node'] },
  ...{ strict: true, noUncheckedIndexedAccess: true, noImplicitReturns: true, noUnusedLocals: true },
  ...{ noEmit: true, skipLibCheck: true, typeRoots: [join(root, 'node_modules/@types')] },
};

/** Returns the errors of the compiler in these files. */
export function typeErrors(files: ReadonlyMap<string, string>): string[] {
  build();
  const folder = mkdtempSync(join(tmpdir(), 'types-'));
  try {
    linkPackages(folder, installedPackages('cdktf', root) ?? new Map());
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [...files.keys()] }));
    const { status, stdout, error } = spawnSync(process.execPath, [compiler, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    if (error !== undefined) throw error;
    if (status !== 0 && stdout === '') throw new Error('The compiler ended without a result.');
    return stdout.split('\n').filter((line) => line.includes('error TS'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
