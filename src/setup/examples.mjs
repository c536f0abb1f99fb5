/**
 * Every example, each against an API of its own: applied, planned again (nothing may differ), destroyed. A folder with
 * `build.mjs` builds a provider of its own for its `main.tf`; one with `main.ts` alone is synthesized first; one with
 * `main.tf` alone gets our provider installed in its folder. `pipelines` needs several jobs in sequence:
 * `test/acceptance/pipelines` runs it.
 */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi } from './embedded-api.mjs';
import { ensureAll, root } from './ensure.mjs';
import { run, runOk } from './run.mjs';
import { main, Refusal, timed } from './say.mjs';
import { synth } from './synth.mjs';
import { terraformEnvironment } from './terraform.mjs';

await main(async () => {
  const { path } = await ensureAll();
  const folder = join(root, 'examples');
  const wanted = process.argv.slice(2);
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    if (name === 'pipelines' || (wanted.length > 0 && !wanted.includes(name))) continue;
    await timed(`Example ${name}`, () => tryOut(join(folder, name), path));
  }
});

async function tryOut(example, terraform) {
  const scratch = mkdtempSync(join(tmpdir(), 'example-'));
  const api = await startApi();
  try {
    writeFileSync(join(scratch, 'terraform.rc'), '');
    const env = {
      ...terraformEnvironment(join(scratch, 'terraform.rc')),
      PLATFORM_BASE_URL: api.baseUrl,
      PLATFORM_AUTH_URL: api.authUrl,
      PLATFORM_TOKEN: api.token,
      ROOT_GROUP_UID: api.rootGroupUid,
      TF_VAR_root_group_uid: api.rootGroupUid,
    };
    for (const dir of await configurations(example, scratch, env)) await applyAndDestroy(terraform, dir, env);
  } finally {
    await api.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function configurations(example, scratch, env) {
  const ownProvider = existsSync(join(example, 'build.mjs'));
  if (!ownProvider && existsSync(join(example, 'main.ts'))) {
    const stacks = await synth(join(example, 'main.ts'), { cwd: scratch, env });
    return stacks.map(({ dir }) => dir);
  }
  for (const file of readdirSync(example)) {
    if (/\.(tf|tf\.json|tfvars)$/.test(file)) copyFileSync(join(example, file), join(scratch, file));
  }
  if (ownProvider) await runOk(process.execPath, [join(example, 'build.mjs')], { cwd: scratch, env });
  else await runOk(process.execPath, [join(root, 'dist/platform-iac.js'), 'install', scratch]);
  return [scratch];
}

async function applyAndDestroy(terraform, dir, env) {
  const colourless = (command, ...args) => [command, '-no-color', ...args];
  await runOk(terraform, colourless('init'), { cwd: dir, env });
  await runOk(terraform, colourless('apply', '-auto-approve'), { cwd: dir, env });
  const again = await run(terraform, colourless('plan', '-detailed-exitcode'), { cwd: dir, env });
  if (again.code !== 0) throw new Refusal(`The plan after the apply is not empty:\n\n${again.output}`);
  await runOk(terraform, colourless('destroy', '-auto-approve'), { cwd: dir, env });
}
