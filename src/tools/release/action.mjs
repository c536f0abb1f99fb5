/** The program of the action for GitHub, as files of its folder: the commit of a release tag contains them, and the action installs nothing. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../ensure.mjs';
import { Refusal } from '../say.mjs';

/** The folder of the program in a commit. Git ignores it, so that only the commit of a release contains it. */
export const actionProgram = '.github/actions/review/dist';

const files = ['platform-iac.js', 'THIRD-PARTY-NOTICES.txt'];

/** Copies the built program to the folder of the action in a project. */
export function writeActionProgram(project = root) {
  for (const file of files) cpSync(join(root, 'dist', file), join(project, actionProgram, file));
}

/**
 * Compares the program in the tagged commit with the one that its sources build.
 *
 * @throws {Refusal} if a file is missing, or is another one
 */
export function checkActionProgram() {
  for (const file of files) {
    const path = join(root, actionProgram, file);
    if (!existsSync(path))
      throw new Refusal(`The tagged commit lacks ${actionProgram}/${file}. Create the tag with "npm run release:tag".`);
    if (!readFileSync(path).equals(readFileSync(join(root, 'dist', file))))
      throw new Refusal(`${actionProgram}/${file} is not what the sources of this commit build. Create the tag again.`);
  }
}
