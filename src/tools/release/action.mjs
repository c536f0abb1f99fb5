/** The program of the action for GitHub, as files of its folder: the commit of a release tag contains them, and the action installs nothing. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../ensure.mjs';

/** The folder of the program in a commit. Git ignores it, so that only the commit of a release contains it. */
export const actionProgram = '.github/actions/review/dist';

/** Copies the built program to the folder of the action in a project. */
export function writeActionProgram(project = root) {
  const program = 'platform-iac.js';
  const [, siblings] = /^var siblings=(\[.*\]);$/m.exec(readFileSync(join(root, 'dist', program), 'utf8'));
  for (const file of [...JSON.parse(siblings), program, 'THIRD-PARTY-NOTICES.txt'])
    cpSync(join(root, 'dist', file), join(project, actionProgram, file));
}
