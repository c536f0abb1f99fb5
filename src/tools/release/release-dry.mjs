/**
 * `npm run release:dry`: rehearses a release. It builds, signs with a temporary key, publishes to a registry on loopback,
 * installs from it in an empty project, and plans, applies and destroys the quick start there. It publishes nothing.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensureAll, root } from '../ensure.mjs';
import { actionProgram, writeActionProgram } from './action.mjs';
import { startRegistry } from './loopback-registry.mjs';
import { installNewestNode } from './newest-node.mjs';
import { checkPin } from './node-distribution.mjs';
import { own } from './platforms.mjs';
import { runOk } from '../run.mjs';
import { main, Refusal, say, timed } from '../say.mjs';
import { terraformEnvironment } from '../terraform/terraform.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { name, version } = manifest;
const folder = join(root, 'dist/release');

await main(async () => {
  const started = performance.now();
  const scratch = mkdtempSync(join(tmpdir(), 'release-dry-'));
  const closing = [() => rmSync(scratch, { recursive: true, force: true })];
  try {
    await rehearse(scratch, (close) => closing.unshift(close));
  } catch (error) {
    if (error instanceof Refusal) error.message = withoutPaths(error.message, scratch);
    throw error;
  } finally {
    for (const close of closing) await close();
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`The rehearsal of ${name} ${version} succeeded in ${seconds} s. Nothing was published.`);
});

/** A log of the rehearsal is for everyone. */
function withoutPaths(text, scratch) {
  return text.replaceAll(scratch, 'SCRATCH').replaceAll(root, '.');
}

/** @param {(close: () => unknown) => void} atEnd adds work for the end, also after an error */
async function rehearse(scratch, atEnd) {
  const { path: terraform, name: engine, version: engineVersion } = await ensureAll();
  await timed(`Compare v${version} with the changelog`, () => runScript('release-notes.mjs', `v${version}`));
  await showPin();
  const node = await timed('Install the Node of the tests', () => installNode(join(scratch, 'node')));
  const components = await timed('List the components', () => listComponents(node));
  say(
    `  ${components.length} components, among them ${components.filter((each) => each.name === 'node').map(inWords)}`,
  );
  await timed('Build and sign the release for registries', () => buildRelease(scratch, node, atEnd));
  say('  A key has signed the checksums, and GnuPG accepts the signature.');
  await timed('Build it again, and compare the bytes', () => compareBuilds(scratch, node));
  say(`  ${await timed('Run the program of the action in an empty folder', () => runAction(join(scratch, 'action')))}`);
  say('  The workflow then attests each file of the release, before it creates the draft.');

  const registry = await startRegistry({ name, upstream: await configuredRegistry() });
  atEnd(registry.close);
  const env = { ...npmEnvironment(registry), ...isolated(scratch) };
  await timed('Publish to a registry on loopback', () =>
    runOk('npm', ['publish', '--provenance=false', '--loglevel=error', ...tagFor(version)], { cwd: root, env }),
  );
  const project = join(scratch, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"name":"mine","private":true}\n');
  await timed('Install from it in an empty project', () => install(project, env));
  await timed('Synthesize, plan, apply and destroy the quick start', () =>
    tryOut({ project, terraform, scratch, atEnd }),
  );
  say(`With Node ${process.versions.node} and ${engine} ${engineVersion}.`);
}

function runScript(script, ...args) {
  return runOk(process.execPath, [join(root, 'src/tools/release', script), ...args], { cwd: root });
}

/** A release stops without a valid pin. The rehearsal only shows it: the official distribution may be out of reach. */
async function showPin() {
  try {
    say(`Node ${await checkPin()} is signed, and no security release is newer.`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(`A release would stop: ${error.message}`);
  }
}

/** @returns {Promise<string>} the path of the Node that runs the tests */
async function installNode(folder) {
  mkdirSync(folder);
  const { path, reason } = await installNewestNode(folder);
  if (path === undefined) throw new Refusal(`Cannot install Node: ${reason}`);
  return join(path, 'node');
}

async function listComponents(node) {
  const { output } = await runScript('sbom.mjs', '--node', node);
  const { components } = JSON.parse(output);
  const missing = [...Object.keys(manifest.dependencies), 'node'].filter(
    (dependency) => !components.some((component) => component.name === dependency),
  );
  if (missing.length > 0) throw new Refusal(`The list of components lacks ${missing.join(', ')}.`);
  return components;
}

function inWords({ name: component, version: at, hashes: [{ alg, content }] }) {
  return `${component} ${at} (${alg} ${content})`;
}

/** Builds for this machine, and verifies the signature and the digests as a registry does. */
async function buildRelease(scratch, node, atEnd) {
  const home = join(scratch, 'gpg');
  mkdirSync(home, { mode: 0o700 });
  const env = { ...process.env, GNUPGHOME: home };
  atEnd(() => runOk('gpgconf', ['--homedir', home, '--kill', 'all'], { env }));
  const key = 'release-dry@localhost';
  const options = ['--batch', '--passphrase', '', '--pinentry-mode', 'loopback'];
  // RSA: the registry of Terraform accepts no key with an elliptic curve.
  await runOk('gpg', [...options, '--quick-generate-key', key, 'rsa3072', 'sign', '1d'], { env });
  const build = ['run', '--silent', 'release:build', '--', own.name, '--node', node];
  await runOk('npm', build, { cwd: root, env: { ...env, GPG_KEY: key } });
  const sums = `terraform-provider-platform_${version}_SHA256SUMS`;
  await runOk('gpg', ['--verify', join(folder, `${sums}.sig`), join(folder, sums)], { env });
  const lines = readFileSync(join(folder, sums), 'utf8').trim().split('\n');
  const wrong = lines.filter((line) => {
    const [digest, file] = line.split(/ [ *]/);
    return (
      digest !==
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')
    );
  });
  if (wrong.length > 0) throw new Refusal(`${sums} does not describe the files of the release:\n${wrong.join('\n')}`);
}

/** Builds again with the same code cache, in a relative folder, as the second job of the workflow does. */
async function compareBuilds(scratch, node) {
  const zip = `terraform-provider-platform_${version}_${own.name}.zip`;
  const first = readFileSync(join(folder, zip));
  const caches = join(scratch, 'code-cache');
  cpSync(join(folder, 'code-cache'), caches, { recursive: true });
  await runScript('release-build.mjs', own.name, '--node', node, '--caches', relative(root, caches));
  if (!first.equals(readFileSync(join(folder, zip)))) throw new Refusal(`Two builds of ${zip} differ.`);
}

/** Runs the files that the commit of a tag contains, with nothing on PATH. */
async function runAction(project) {
  writeActionProgram(project);
  const { output } = await runOk(process.execPath, [join(project, actionProgram, 'platform-iac.js'), '--version'], {
    cwd: project,
    env: { PATH: project },
  });
  if (!output.includes(version)) throw new Refusal(`The program of the action has another version:\n\n${output}`);
  return `The action runs platform-iac ${version} without any installation.`;
}

/** @returns {Promise<string>} the registry that has all other packages */
async function configuredRegistry() {
  const { output } = await runOk('npm', ['config', 'get', 'registry', '--loglevel=error'], { cwd: root });
  return output.trim().split('\n').at(-1);
}

/** npm with this registry and its token. Neither a proxy nor the settings of the user apply to it. */
function npmEnvironment({ url, token }) {
  const { host } = new URL(url);
  return {
    ...process.env,
    npm_config_registry: `${url}/`,
    [`npm_config_//${host}/:_authToken`]: token,
    NO_PROXY: [process.env.NO_PROXY, '127.0.0.1'].filter(Boolean).join(','),
    no_proxy: [process.env.no_proxy, '127.0.0.1'].filter(Boolean).join(','),
  };
}

/** The cache of the user could contain another package of this name and version. */
function isolated(scratch) {
  return { npm_config_cache: join(scratch, 'npm') };
}

function tagFor(of) {
  return of.includes('-') ? ['--tag', 'next'] : [];
}

async function install(project, env) {
  const pinned = ['cdktf', 'constructs', 'tsx'].map((each) => `${each}@${manifest.devDependencies[each]}`);
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  await runOk('npm', [...args, `${name}@${version}`, ...pinned], { cwd: project, env });
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
  const { versions } = await (await fetch(`${env.npm_config_registry}${name}`)).json();
  if (packages[`node_modules/${name}`].integrity !== versions[version].dist.integrity)
    throw new Refusal(`npm installed another package than the published one of version ${version}.`);
}

/** The commands of the quick start in the README, with the program that the package contains. */
async function tryOut({ project, terraform, scratch, atEnd }) {
  const installed = createRequire(join(project, 'package.json'));
  const { startEmulator } = installed(`${name}/emulator`);
  const api = await startEmulator();
  atEnd(api.close);
  writeFileSync(join(scratch, 'terraform.rc'), '');
  const env = {
    ...terraformEnvironment(join(scratch, 'terraform.rc')),
    PLATFORM_BASE_URL: api.baseUrl,
    PLATFORM_AUTH_URL: api.authUrl,
    PLATFORM_TOKEN: api.token,
    ROOT_GROUP_UID: api.rootGroupUid,
  };
  const program = join(project, 'node_modules', name, 'examples/quick-start/main.ts');
  const main = join(project, 'main.ts');
  writeFileSync(main, readFileSync(program));
  await runOk(process.execPath, ['--import', 'tsx', main], { cwd: project, env });
  const stacks = join(project, 'cdktf.out/stacks');
  const cwd = join(stacks, Object.keys(JSON.parse(readFileSync(join(stacks, '../manifest.json'), 'utf8')).stacks)[0]);
  const run = async (args, expected) => {
    const { output } = await runOk(terraform, [...args, '-no-color'], { cwd, env });
    if (!output.includes(expected))
      throw new Refusal(`terraform ${args[0]} does not print "${expected}":\n\n${output}`);
  };
  await run(['init'], 'successfully initialized');
  await run(['plan'], ' to add, 0 to change, 0 to destroy.');
  await run(['apply', '-auto-approve'], 'Apply complete!');
  await run(['plan'], 'No changes.');
  await run(['destroy', '-auto-approve'], 'Destroy complete!');
  const left = await api.snapshot();
  if (left.groups.some(({ groups = [] }) => groups.length > 0))
    throw new Refusal('The groups of the quick start exist after the destroy.');
}
