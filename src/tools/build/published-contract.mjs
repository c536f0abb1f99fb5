/**
 * Writes the facts of the published contract about gRPC to `test/emulator/grpc/published-contract.json`: names, numbers, types and
 * values. `node src/tools/build/published-contract.mjs GIT_FOLDER [COMMIT]`, where GIT_FOLDER is a clone of
 * `github.com/chainguard-dev/sdk`. It takes facts only: no comment and no option.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const table = join(import.meta.dirname, '../../../test/emulator/grpc/published-contract.json');

/** The folders and files whose types the emulator serves. */
const SOURCES = [
  ...['iam', 'registry', 'vulnerabilities', 'ping'].flatMap((domain) =>
    ['v2beta1', 'v2'].map((version) => `proto/chainguard/platform/${domain}/${version}`),
  ),
  'proto/capabilities/capabilities.proto',
  ...['auth/v1/auth', 'oidc/v1/oidc', 'common/v1/uidp', 'iam/v1/group', 'iam/v1/role'].map(
    (file) => `proto/platform/${file}.platform.proto`,
  ),
];

/**
 * Returns the messages, enums and services of a file by their full names. A field is its number and its type:
 * `4 map<string, int32>`, `2 oneof iss string`.
 *
 * @param {string} proto
 */
export function readProto(proto) {
  const tokens = readTokens(proto);
  const found = { messages: {}, enums: {}, services: {} };
  let at = 0;
  let scope = '';
  const take = () => tokens[at++];
  const skipStatement = () => {
    for (let depth = 0; at < tokens.length;) {
      const token = take();
      if ('{[('.includes(token)) depth += 1;
      if ('}])'.includes(token)) depth -= 1;
      if (depth === 0 && (token === ';' || token === '}')) return;
    }
  };

  const readEnum = (name) => {
    const values = {};
    take();
    while (tokens[at] !== '}') {
      const [value, equals, number] = tokens.slice(at, at + 3);
      if (equals === '=') values[value] = Number(number);
      skipStatement();
    }
    take();
    found.enums[name] = values;
  };

  const readType = () => {
    let type = take();
    while (tokens[at] === '<' || type.includes('<') !== type.includes('>')) type += take();
    return type.replace(',', ', ');
  };

  const readMessage = (name) => {
    const fields = {};
    found.messages[name] = fields;
    take();
    const readMembers = (oneof) => {
      while (tokens[at] !== '}') {
        const word = tokens[at];
        if (['option', 'reserved', ';'].includes(word)) skipStatement();
        else if (['message', 'enum'].includes(word) && tokens[at + 2] === '{') {
          take();
          (word === 'enum' ? readEnum : readMessage)(`${name}.${take()}`);
        } else if (word === 'oneof' && tokens[at + 2] === '{') {
          take();
          const choice = take();
          take();
          readMembers(choice);
        } else {
          const label = ['repeated', 'optional'].includes(word) ? `${take()} ` : '';
          const type = readType();
          const field = take();
          take();
          const choice = oneof === undefined ? '' : `oneof ${oneof} `;
          fields[field] = `${tokens[at]} ${choice}${label}${resolved(type, name)}`;
          skipStatement();
        }
      }
      take();
    };
    readMembers();
  };

  const readService = (name) => {
    const methods = {};
    take();
    while (tokens[at] !== '}') {
      if (tokens[at] !== 'rpc') {
        skipStatement();
        continue;
      }
      const [, method, , request, , , , response] = tokens.slice(at, at + 8);
      methods[method] = [request, response].map((type) => resolved(type, scope)).join(' -> ');
      at += 9;
      if (take() === '{') {
        at -= 1;
        skipStatement();
      }
    }
    take();
    found.services[name] = methods;
  };

  /** Types are resolved by `link`, when all of them are known. */
  const resolved = (type, place) => (SCALARS.test(type) ? type : `${type}@${place}`);

  while (at < tokens.length) {
    const word = take();
    if (word === 'package') scope = take();
    const readers = { message: readMessage, enum: readEnum, service: readService };
    if (Object.hasOwn(readers, word)) readers[word](`${scope}.${take()}`);
    else {
      at -= 1;
      skipStatement();
    }
  }
  return found;
}

const SCALARS = /^(double|float|u?int(32|64)|s?fixed(32|64)|bool|string|bytes|map<\w+, (u?int(32|64)|bool|string)>)$/;

/** @param {string} proto */
function readTokens(proto) {
  const text = proto.replace(/\/\/.*$|\/\*[^]*?\*\//gm, '');
  return text.match(/"(?:[^"\\]|\\.)*"|[\w.]+|[^\s\w.]/g) ?? [];
}

/** Replaces the name of each type by its full name, as protocol buffers search for it: from the inside to the outside. */
function link({ messages, enums, services }) {
  const isType = (name) => Object.hasOwn(messages, name) || Object.hasOwn(enums, name);
  const linked = (text) =>
    text.replace(/([\w.]+)(>?)@([\w.]+)/g, (_, type, close, place) => `${find(type, place)}${close}`);
  const find = (type, place) => {
    for (let scope = place; scope !== ''; scope = scope.slice(0, Math.max(0, scope.lastIndexOf('.'))))
      if (isType(`${scope}.${type}`)) return `${scope}.${type}`;
    return type;
  };
  const inAll = (groups) =>
    Object.fromEntries(
      Object.entries(groups).map(([name, members]) => [
        name,
        Object.fromEntries(Object.entries(members).map(([member, text]) => [member, linked(text)])),
      ]),
    );
  return { services: inAll(services), messages: inAll(messages), enums };
}

/** Returns the facts of many files together. */
export function readProtos(texts) {
  const all = { messages: {}, enums: {}, services: {} };
  for (const text of texts)
    for (const [group, members] of Object.entries(readProto(text))) Object.assign(all[group], members);
  return link(all);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, commit = 'HEAD'] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Pass the folder of a clone of github.com/chainguard-dev/sdk.');
  const git = (...args) =>
    execFileSync('git', ['--git-dir', resolve(folder), ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const files = git('ls-tree', '-r', '--name-only', commit, ...SOURCES)
    .split('\n')
    .filter((file) => file.endsWith('.proto'));
  const [hash, date] = git('log', '-1', '--format=%H %cs', commit).trim().split(' ');
  const source = { repository: 'https://github.com/chainguard-dev/sdk', folder: 'proto', commit: hash, date };
  const facts = readProtos(files.map((file) => git('show', `${commit}:${file}`)));
  writeFileSync(table, `${JSON.stringify({ source, ...facts }, undefined, 2)}\n`);
  process.stdout.write(`${table}: ${files.length} files\n`);
}
