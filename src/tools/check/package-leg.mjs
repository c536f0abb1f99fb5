/** Installs the packed package in a new project, and uses it there: one leg of `package-axes.mjs`. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../ensure.mjs';
import { installNode } from '../release/newest-node.mjs';
import { run, runOk } from '../run.mjs';
import { Refusal } from '../say.mjs';

const programs = join(root, 'test/package/matrix');
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Packs the current build.
 *
 * @returns {Promise<string>} the path of the file
 */
export async function pack(folder) {
  await runOk('npm', ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder], { cwd: root });
  return join(
    folder,
    readdirSync(folder).find((file) => file.endsWith('.tgz')),
  );
}

/**
 * Installs the packed package in a new project, and uses it there.
 *
 * @param {import('./package-axes.mjs').Leg} leg
 * @returns {Promise<string>} the folder of the project
 */
export async function tryOut(
  { cdks, isNewest = false, manager = 'npm', node, packages = [], synthesizes = [], runs = [], rejects },
  tarball,
  scratch,
) {
  const project = mkdtempSync(join(scratch, 'project-'));
  writeFileSync(join(project, 'package.json'), '{"name":"mine","private":true}\n');
  const env = await environment(project, node, scratch);
  const versioned = cdks.map((cdk) => `${cdk}@${isNewest ? 'latest' : pinnedVersion(cdk)}`);
  // The cache can lack the newest version.
  const freshness = isNewest ? '--prefer-online' : '--prefer-offline';
  await install(manager, [freshness, tarball, ...versioned, ...packages], { project, scratch, env });
  requireOnly(cdks, project);
  for (const cdk of cdks.length > 0 ? cdks : ['none']) {
    const cwd = folderFor(cdk, project);
    for (const [command, ...args] of synthesizes) await synthesize(command, args, { cwd, env });
    for (const [command, ...args] of runs) await runOk(command, args, { cwd, env });
    if (rejects !== undefined) await requireFailure(rejects, { cwd, env });
  }
  return project;
}

/** Returns the version of a CDK that package.json names for development. */
function pinnedVersion(cdk) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies[cdk];
}

async function install(manager, packages, { project, scratch, env }) {
  if (manager === 'npm') return runOk('npm', ['install', ...quiet, ...packages], { cwd: project, env });
  const tools = join(scratch, 'pnpm');
  if (!existsSync(tools)) {
    mkdirSync(tools);
    await runOk('npm', ['install', ...quiet, '--prefix', tools, 'pnpm@^10'], { cwd: tools });
  }
  return runOk(join(tools, 'node_modules/.bin/pnpm'), ['add', ...packages], { cwd: project });
}

/** A CDK that the user did not ask for would be a second copy, or useless in a project in HCL. */
function requireOnly(cdks, project) {
  const unwanted = ['cdktf', 'cdktn', ...(cdks.length > 0 ? [] : ['constructs'])].filter(
    (name) => !cdks.includes(name),
  );
  const installed = unwanted.filter((name) => existsSync(join(project, 'node_modules', name)));
  if (installed.length > 0)
    throw new Refusal(`The installation contains ${installed.join(', ')}, without a request for it.`);
}

/** Returns the environment with the programs of the project, and the pinned Node with its npm, first on PATH. */
async function environment(project, node, scratch) {
  const paths = [join(project, 'node_modules/.bin')];
  if (node !== undefined) {
    const folder = mkdtempSync(join(scratch, 'node-'));
    const installed = await installNode(node, folder);
    if ('reason' in installed) throw new Refusal(`Node ${node} is missing: ${installed.reason}.`);
    paths.unshift(installed.path);
  }
  return { ...process.env, PATH: [...paths, process.env.PATH].join(delimiter), NODE_OPTIONS: '', CI: 'true' };
}

/** Returns a folder of the project with the programs, which import the constructs of this CDK. */
function folderFor(cdk, project) {
  const folder = join(project, cdk);
  mkdirSync(folder);
  if (cdk === 'none') return folder;
  for (const file of readdirSync(programs)) {
    const text = readFileSync(join(programs, file), 'utf8');
    writeFileSync(join(folder, file), cdk === 'cdktf' ? text : forTerrain(text));
  }
  // The same program as a CommonJS and as an ES module.
  copyFileSync(join(folder, 'main.ts'), join(folder, 'main.mts'));
  return folder;
}

function forTerrain(text) {
  return text
    .replaceAll("'cdktf'", "'cdktn'")
    .replaceAll("'cdktf-provider-platform'", "'cdktf-provider-platform/cdktn'");
}

async function synthesize(command, args, { cwd, env }) {
  rmSync(join(cwd, 'cdktf.out'), { recursive: true, force: true });
  await runOk(command, args, { cwd, env });
  const stack = join(cwd, 'cdktf.out/stacks/org');
  const missing = ['cdk.tf.json', '.terraform.lock.hcl', 'terraform.d/plugins'].filter(
    (file) => !existsSync(join(stack, file)),
  );
  if (missing.length > 0) throw new Refusal(`${command} ${args.join(' ')} did not write ${missing.join(', ')}.`);
  const { resource } = JSON.parse(readFileSync(join(stack, 'cdk.tf.json'), 'utf8'));
  if (resource?.platform_group?.payments?.name !== 'payments')
    throw new Refusal(`${command} ${args.join(' ')} did not synthesize the group.`);
}

async function requireFailure({ command: [command, ...args], message }, options) {
  const { code, output } = await run(command, args, options);
  if (code === 0 || !output.includes(message))
    throw new Refusal(
      `${command} ${args.join(' ')} must fail with the message ${message}. It ended with ${code}:\n${output}`,
    );
}
