/**
 * `npm run release:tag -- v0.2.0`: tags a commit after HEAD that contains the version in every file, and the program of the action.
 * Neither the branch nor the files of the working tree change.
 *
 *   --check   fail unless HEAD adds only that to a commit of origin/main; the release workflow runs it
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../ensure.mjs';
import { run, runOk } from '../run.mjs';
import { main, Refusal, say } from '../say.mjs';
import { actionProgram, writeActionProgram } from './action.mjs';

await main(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } });
  const [tag = ''] = positionals;
  const scratch = mkdtempSync(join(tmpdir(), 'release-tag-'));
  try {
    await (values.check ? checkTag(tag, scratch) : createTag(tag, scratch));
  } finally {
    rmSync(scratch, { recursive: true });
  }
});

async function createTag(tag, scratch) {
  if ((await git('status', '--porcelain')) !== '')
    throw new Refusal('The working tree contains changes. Commit or remove them before you tag a release.');
  try {
    await runScript('set-version.mjs', tag);
    // Fails if the changelog does not describe the version.
    await runScript('release-notes.mjs', tag);
    await runScript('../build/build.mjs');
    writeActionProgram();
    const tree = await writeTree(root, scratch);
    const commit = await git('commit-tree', tree, '-p', 'HEAD', '-m', `build(release): ${tag}`);
    await git('tag', '--annotate', '--message', tag, tag, commit);
  } finally {
    rmSync(join(root, actionProgram), { recursive: true, force: true });
    await git('checkout', '--quiet', '--', '.');
  }
  say(`Created the tag ${tag}. To release it: git push origin ${tag}`);
}

/** Makes the files of the tag again from the reviewed commit, and compares all of them. */
async function checkTag(tag, scratch) {
  await runScript('release-notes.mjs', tag);
  if ((await run('git', ['merge-base', '--is-ancestor', 'HEAD^', 'origin/main'], { cwd: root })).code !== 0)
    throw new Refusal(
      `Cannot release ${tag}: the commit before it is not on origin/main. Merge it, then create the tag with "npm run release:tag".`,
    );
  const reviewed = join(scratch, 'reviewed');
  await git('worktree', 'add', '--quiet', '--detach', reviewed, 'HEAD^');
  try {
    await runOk(process.execPath, [join(reviewed, 'src/tools/release/set-version.mjs'), tag]);
    // Without the program first: nothing is built from sources that nobody has reviewed, and no dist/ is committed.
    await compareWithHead(tag, await writeTree(reviewed, scratch), '.', `:(exclude)${actionProgram}`);
    await runScript('../build/build.mjs');
    writeActionProgram(reviewed);
    await compareWithHead(tag, await writeTree(reviewed, scratch));
  } finally {
    await git('worktree', 'remove', '--force', reviewed);
  }
  say(`${tag} adds only its version and the program of the action to a commit of origin/main.`);
}

async function compareWithHead(tag, tree, ...paths) {
  const files = await git('diff', '--name-only', '--no-renames', tree, 'HEAD', '--', ...paths);
  if (files !== '')
    throw new Refusal(
      `Cannot release ${tag}: its commit and the one before it do not make the same files. Create the tag again.\n\n${files}`,
    );
}

/** Writes a tree with the files of a folder and the program of the action, with an index of its own. */
async function writeTree(folder, scratch) {
  const options = { cwd: folder, env: { ...process.env, GIT_INDEX_FILE: join(scratch, 'index') } };
  // Otherwise files that Git tracks and ignores would be missing.
  await runOk('git', ['read-tree', 'HEAD'], options);
  await runOk('git', ['add', '--all'], options);
  if (existsSync(join(folder, actionProgram))) await runOk('git', ['add', '--force', actionProgram], options);
  return (await runOk('git', ['write-tree'], options)).output.trim();
}

async function git(...args) {
  return (await runOk('git', args, { cwd: root })).output.trim();
}

function runScript(name, ...args) {
  return runOk(process.execPath, [join(root, 'src/tools/release', name), ...args], { cwd: root });
}
