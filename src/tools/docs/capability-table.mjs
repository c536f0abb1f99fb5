/**
 * Writes the capabilities and the built-in roles of the public API into `src/model/api`: `node src/tools/docs/capability-table.mjs
 * GIT_FOLDER [COMMIT]`, where GIT_FOLDER is a clone of `github.com/chainguard-dev/sdk`. It takes names, numbers and sets
 * from the public files. Two columns are our own and stay: reads or writes, and the description. A new capability
 * writes and has no description until somebody decides; a test requires both.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '../../..');
const files = {
  table: join(root, 'src/model/api/capability-table.ts'),
  descriptions: join(root, 'src/model/api/capability-descriptions.ts'),
  roles: join(root, 'src/model/api/public-roles.ts'),
};

/**
 * The built-in roles that the public documentation names, by the name of their set. The public files have no set of
 * `limited_owner`, nor of roles that create tokens for libraries.
 */
const roles = {
  console_viewer: 'ConsoleViewerCaps',
  viewer: 'ViewerCaps',
  editor: 'EditorCaps',
  owner: 'OwnerCaps',
  'registry.pull': 'RegistryPullCaps',
  'registry.push': 'RegistryPushCaps',
  'registry.pull_token_creator': 'RegistryPullTokenCreatorCaps',
  'apk.pull': 'APKPullCaps',
  'libraries.java.pull': 'LibrariesJavaPullCaps',
  'libraries.javascript.pull': 'LibrariesJavascriptPullCaps',
  'libraries.python.pull': 'LibrariesPythonPullCaps',
};

/**
 * Returns the values of the enum, in the order of their numbers.
 *
 * @param {string} proto
 */
export function readCapabilities(proto) {
  const values = proto.matchAll(/^\s*(CAP_\w+)\s*=\s*(\d+)\s*\[([^\]]*)\]/gm);
  return [...values]
    .map(([, enumName, number, options]) => ({
      number: Number(number),
      enumName,
      name: /\(name\)\s*=\s*"([^"]+)"/.exec(options)[1],
      isInternal: enumName === 'CAP_INTERNAL' || /\(internal_only\)\s*=\s*true/.test(options),
    }))
    .sort((a, b) => a.number - b.number);
}

/**
 * Returns the enum names of a set. A set consists of values and of other sets.
 *
 * @param {string} source
 * @param {string} name
 * @returns {Set<string>}
 */
export function readSet(source, name) {
  const text = source.replace(/\/\/.*$/gm, '');
  const [, body] = new RegExp(`^\\t${name} = SortCaps\\(([^)]*)\\)`, 'm').exec(text) ?? [];
  if (body === undefined) throw new Error(`roles.go has no set ${name}`);
  const values = [...body.matchAll(/Capability_(CAP_\w+)/g)].map(([, value]) => value);
  const others = [...body.matchAll(/(?<![\w])([A-Z]\w*Caps)\b/g)].flatMap(([, other]) => [...readSet(source, other)]);
  return new Set([...values, ...others]);
}

function write(folder, revision) {
  const git = (...args) => execFileSync('git', ['--git-dir', folder, ...args], { encoding: 'utf8' });
  const show = (file) => git('show', `${revision}:proto/capabilities/${file}`);
  const [commit, date] = git('log', '-1', '--format=%H %cs', revision).trim().split(' ');
  const capabilities = readCapabilities(show('capabilities.proto'));
  const toNumber = new Map(capabilities.map(({ enumName, number }) => [enumName, number]));
  const head = (what, file) =>
    `/** ${what} */\n` +
    // Not a doc comment: it would be in the published declarations.
    `// Source: \`github.com/chainguard-dev/sdk\`, \`proto/capabilities/${file}\`, commit ${commit} of ${date}.\n` +
    '// Written by `src/tools/docs/capability-table.mjs`.\n';

  const kept = keptColumns();
  const rows = capabilities.map(({ number, enumName, name, isInternal }) =>
    JSON.stringify([number, enumName, name, kept.access.get(name) ?? 'writes', ...(isInternal ? ['internal'] : [])]),
  );
  writeFileSync(
    files.table,
    `${head('Every capability of the public API: number and name on the wire, dotted name, and its effect. No customer role can hold an internal one.', 'capabilities.proto')}` +
      `export const CAPABILITY_TABLE = [${rows.join(',\n')}] as const;\n`,
  );
  const texts = capabilities.map(({ name }) => `${JSON.stringify(name)}: ${JSON.stringify(kept.text.get(name) ?? '')}`);
  writeFileSync(
    files.descriptions,
    `${head('Descriptions of the capabilities, in our words. Separate from the table: only the documentation needs them.', 'capabilities.proto')}` +
      `import type { KnownCapability } from './capabilities';\n\n` +
      `export const CAPABILITY_DESCRIPTIONS: Readonly<Record<KnownCapability, string>> = {${texts.join(',\n')}};\n`,
  );
  const sets = Object.entries(roles).map(([role, set]) => {
    const numbers = [...readSet(show('roles.go'), set)].map((enumName) => toNumber.get(enumName));
    return `${JSON.stringify(role)}: ${JSON.stringify(numbers.sort((a, b) => a - b))}`;
  });
  writeFileSync(
    files.roles,
    `${head('The capabilities of built-in roles in the public API, by their numbers on the wire.', 'roles.go')}` +
      `export const PUBLIC_ROLES = {${sets.join(',\n')}} as const;\n`,
  );
  execFileSync('npx', ['oxfmt', ...Object.values(files)], { cwd: root, stdio: 'inherit' });
}

/** Returns our own columns of the current files, by dotted name. */
function keptColumns() {
  const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const rows = read(files.table).matchAll(/\[\s*\d+,\s*'CAP_\w+',\s*'([^']+)',\s*'(reads|writes)'/g);
  const texts = read(files.descriptions).matchAll(/^ {2}'?([\w.]+)'?:\s*'([^']*)'/gm);
  const byName = (matches) => new Map([...matches].map(([, name, value]) => [name, value]));
  return { access: byName(rows), text: byName(texts) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder, revision = 'HEAD'] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Usage: node src/tools/docs/capability-table.mjs GIT_FOLDER [COMMIT]');
  write(folder, revision);
}
