import { join } from 'node:path';
import { bundlePlugin } from '../../support/bundle-plugin';
import { startPlugin } from '../../support/plugin-client';

// A guard against hanging, not a measure of speed.
jest.setTimeout(60_000);

const bundle = bundlePlugin(join(__dirname, 'fixture/main.ts'), 'probe');
afterAll(() => bundle.remove());

async function startWith(nodeOptions: string) {
  const plugin = await startPlugin(bundle.file, { env: { NODE_OPTIONS: nodeOptions } });
  try {
    const schema = plugin.line?.startsWith('1|') ? await plugin.connect().call('GetProviderSchema') : undefined;
    return { line: plugin.line, schema };
  } finally {
    await plugin.kill();
  }
}

/** Releases of Node differ in the options that they take; the others end it before any program runs. */
function known(options: readonly string[]): string[] {
  const unknown = options.filter((option) =>
    option.split(' ').some((flag) => !process.allowedNodeEnvironmentFlags.has(flag.replace(/=.*/, ''))),
  );
  if (unknown.length > 0)
    process.stderr.write(`Not tried, since Node ${process.versions.node} does not take them: ${unknown.join(', ')}\n`);
  return options.filter((option) => !unknown.includes(option));
}

const networkIsDenied = process.allowedNodeEnvironmentFlags.has('--allow-net');

test.each(
  known([
    '--disable-proto=throw',
    '--disallow-code-generation-from-strings',
    '--experimental-default-type=module',
    '--experimental-permission --allow-fs-read=*',
    networkIsDenied ? '--permission --allow-fs-read=* --allow-net' : '--permission --allow-fs-read=*',
    '--tls-min-v1.3',
    '--tls-max-v1.2',
    '--throw-deprecation',
    '--trace-uncaught --trace-warnings',
    '--unhandled-rejections=warn',
  ]),
)('NODE_OPTIONS=%s does not keep the provider from serving', async (options) => {
  expect(await startWith(options)).toMatchObject({ line: expect.stringMatching(/^1\|6\|/), schema: { provider: {} } });
});

test.each([
  '--tls-cipher-list=nonsense',
  '--frozen-intrinsics',
  ...(networkIsDenied ? ['--permission --allow-fs-read=*'] : []),
])('NODE_OPTIONS=%s, which makes serving impossible, is named in the one line on stdout', async (options) => {
  const { line } = await startWith(options);
  expect(line).toMatch(/^terraform-provider-probe cannot start: ./);
  expect(line).toContain(`NODE_OPTIONS is set to "${options}"`);
});
