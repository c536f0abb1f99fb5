/**
 * `npm run release:tag -- v0.2.0`: tags a commit after HEAD that contains the version in every file, and the program of the action.
 * Neither the branch nor the files of the working tree change.
 *
 *   --check   fail unless the commit of the tag contains what its sources build; the release workflow runs it
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../ensure.mjs';
import { runOk } from '../run.mjs';
import { main, Refusal, say } from '../say.mjs';
import { actionProgram, checkActionProgram, writeActionProgram } from './action.mjs';

await main(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } });
  const [tag = ''] = positionals;
  if (values.check) {
    await runScript('release-notes.mjs', tag);
    await runScript('../build/build.mjs');
    checkActionProgram();
    say(`${tag} contains its version and the program of the action.`);
    return;
  }
  if ((await git('status', '--porcelain')) !== '')
    throw new Refusal('The working tree contains changes. Commit or remove them before you tag a release.');
  try {
    await runScript('set-version.mjs', tag);
    // Fails if the changelog does not describe the version.
    await runScript('release-notes.mjs', tag);
    await runScript('../build/build.mjs');
    writeActionProgram();
    await git('tag', '--annotate', '--message', tag, tag, await commitAll(tag));
  } finally {
    rmSync(join(root, actionProgram), { recursive: true, force: true });
    await git('checkout', '--quiet', '--', '.');
  }
  say(`Created the tag ${tag}. To release it: git push origin ${tag}`);
});

/** Commits the working tree with an index of its own. */
async function commitAll(tag) {
  const scratch = mkdtempSync(join(tmpdir(), 'release-tag-'));
  const env = { ...process.env, GIT_INDEX_FILE: join(scratch, 'index') };
  try {
    await runOk('git', ['add', '--all'], { cwd: root, env });
    await runOk('git', ['add', '--force', actionProgram], { cwd: root, env });
    const { output: tree } = await runOk('git', ['write-tree'], { cwd: root, env });
    return await git('commit-tree', tree.trim(), '-p', 'HEAD', '-m', `build(release): ${tag}`);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

async function git(...args) {
  return (await runOk('git', args, { cwd: root })).output.trim();
}

function runScript(name, ...args) {
  return runOk(process.execPath, [join(root, 'src/tools/release', name), ...args], { cwd: root });
}
