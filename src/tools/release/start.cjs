/**
 * The start of an executable: runs the provider, or `platform-iac` if it has that name or gets a command. The executable contains
 * both, because Node is nine tenths of it.
 */
'use strict';
const { basename, dirname } = require('node:path');
const { getAssetKeys, getRawAsset } = require('node:sea');
const { Script } = require('node:vm');

const [option] = process.argv.slice(2);
const isCommand = /^platform-iac(\.exe)?$/i.test(basename(process.argv0));
const isProvider = !isCommand && (option === undefined || option === '--version' || option === '--debug');

const assets = new Set(getAssetKeys());
const getBytes = (name) => (assets.has(name) ? Buffer.from(getRawAsset(name)) : undefined);
const loaded = new Map();

function load(name) {
  if (name.startsWith('./')) return run(name.slice('./'.length));
  const found = process.getBuiltinModule(name);
  if (found !== undefined) return found;
  const message = `The executable does not contain the package ${name}. Install the npm package cdktf-provider-platform, and run npx platform-iac.`;
  throw Object.assign(new Error(message), { code: 'NOT_IN_EXECUTABLE' });
}
load.resolve = (name) => name;

function run(name) {
  if (loaded.has(name)) return loaded.get(name).exports;
  const module = { exports: {} };
  loaded.set(name, module);
  const script = new Script(getBytes(name).latin1Slice(), { filename: name, cachedData: getBytes(`${name}.cache`) });
  script.runInThisContext()(module, module.exports, load, process.execPath, dirname(process.execPath));
  return module.exports;
}

run(isProvider ? 'terraform-provider-platform' : 'platform-iac.js');
