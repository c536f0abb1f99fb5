/**
 * Writes V8's code cache of a program, with the functions that a short run compiles: `node code-cache.cjs PROGRAM FOLDER`. Only
 * the same Node on the same kind of machine can read it. The run of the provider sends a request, so that the cache contains
 * the HTTP client and the validator of responses.
 */
'use strict';
const fs = require('node:fs');
const { join } = require('node:path');
const sea = require('node:sea');
const vm = require('node:vm');

const [program, folder] = process.argv.splice(2, 2);
// V8 accepts a cache only with the options that it had when the cache was written, and the executable starts without any.
require('node:v8').setFlagsFromString = () => undefined;
sea.getAssetKeys = () => fs.readdirSync(folder);
sea.getRawAsset = (name) => fs.readFileSync(join(folder, name));
const scripts = new Map();
vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    scripts.set(options.filename, this);
  }
};
process.on('exit', () => {
  for (const [name, script] of scripts) fs.writeFileSync(join(folder, `${name}.cache`), script.createCachedData());
});

const isProvider = program === 'terraform-provider-platform';
const noPlan = { format_version: '1.2', planned_values: {}, resource_changes: [], configuration: { root_module: {} } };
const emptyList = JSON.stringify({ groups: [], totalCount: 0 });
const { writeSync } = fs;
if (isProvider)
  fs.writeSync = (_descriptor, line) => {
    fs.writeSync = writeSync;
    void call(line.split('|')[3]);
  };
else {
  fs.writeFileSync(join(folder, 'plan.json'), JSON.stringify(noPlan));
  process.argv.push('review', join(folder, 'plan.json'));
}
setTimeout(() => process.exit(1), 60_000).unref();
require('./start.cjs');

/** Calls the provider as Terraform does, without its values. The import looks up a group in an empty organization. */
async function call(path) {
  const { once } = require('node:events');
  let received = 0;
  const respond = (_request, response) => {
    received++;
    response.end(emptyList);
  };
  const api = require('node:http').createServer(respond).listen(0, '127.0.0.1');
  await once(api, 'listening');
  process.env.PLATFORM_BASE_URL = `http://127.0.0.1:${api.address().port}`;
  process.env.PLATFORM_TOKEN = 'none';
  const session = require('node:http2').connect('http://localhost', {
    createConnection: () => require('node:net').connect(path),
  });
  const field = (number, bytes) => Buffer.from([(number << 3) | 2, bytes.length, ...bytes]);
  const none = field(1, Buffer.from([0xc0]));
  const group = field(1, Buffer.from('platform_group'));
  const requests = {
    GetProviderSchema: [],
    ValidateProviderConfig: [field(1, none)],
    ConfigureProvider: [field(1, Buffer.from('1.14.0')), field(2, none)],
    ValidateResourceConfig: [group, field(2, none)],
    UpgradeResourceState: [group],
    PlanResourceChange: [group, field(2, none), field(3, none), field(4, none)],
    ImportResourceState: [group, field(2, Buffer.from('acme/payments'))],
  };
  for (const [method, fields] of Object.entries(requests)) {
    const message = Buffer.concat(fields);
    const prefix = Buffer.from([0, 0, 0, 0, message.length]);
    const stream = session.request({
      ':method': 'POST',
      ':path': `/tfplugin6.Provider/${method}`,
      'content-type': 'application/grpc',
    });
    stream.end(Buffer.concat([prefix, message]));
    await once(stream.resume(), 'end');
  }
  // Without a request, the cache would lack the HTTP client, and nothing would show it.
  process.exit(received > 0 ? 0 : 1);
}
