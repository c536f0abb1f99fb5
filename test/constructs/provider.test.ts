import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TerraformStack, Testing, TerraformVariable } from 'cdktf';
import { PlatformProvider, type PlatformProviderProps } from '../../constructs';
import { providerBlockSchema } from '../../src/provider/configuration/provider-schema';
import { problemsOf, rootUid, synth } from './synthesized';

// These tests need no built provider.
jest.mock('../../src/install/own-package', () => ({
  locateProvider: () => ({ executable: __filename, version: '0.1.0' }),
}));

const { version } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { version: string };

describe('PlatformProvider', () => {
  it('without props is an empty block of this version: everything comes from the environment when Terraform runs', () => {
    process.env['PLATFORM_TOKEN'] = 'secret';
    const json = synth(() => undefined);
    delete process.env['PLATFORM_TOKEN'];
    expect(json.provider).toEqual({ platform: [{}] });
    expect(json.terraform.required_providers).toEqual({
      platform: { source: 'platform-iac.internal/npm/platform', version },
    });
  });

  it('writes each of its props under the name that the provider knows', () => {
    const props: Required<Omit<PlatformProviderProps, 'install' | 'source' | 'strictCapabilities'>> = {
      baseUrl: 'https://api.example',
      authUrl: 'https://auth.example',
      token: '${var.token}',
      identityUid: rootUid,
      identityToken: '${var.jwt}',
      identityTokenFile: '/run/token',
      apiVersion: 'v2',
      onExisting: 'adopt',
      bulkRefresh: false,
      requestsPerSecond: 2.5,
      maxRetries: 0,
      requestTimeoutSeconds: 5,
      propagationTimeoutSeconds: 10,
      alias: 'second',
    };
    const { provider } = synth((stack) => new PlatformProvider(stack, 'second', { ...props, install: false }));
    expect(provider['platform']?.[1]).toEqual({
      alias: 'second',
      base_url: 'https://api.example',
      auth_url: 'https://auth.example',
      token: '${var.token}',
      identity_uid: rootUid,
      identity_token: '${var.jwt}',
      identity_token_file: '/run/token',
      api_version: 'v2',
      on_existing: 'adopt',
      bulk_refresh: false,
      requests_per_second: 2.5,
      max_retries: 0,
      request_timeout_seconds: 5,
      propagation_timeout_seconds: 10,
    });
    const { alias, ...block } = provider['platform']![1]!;
    expect([alias, ...Object.keys(block).sort()]).toEqual([
      'second',
      ...Object.keys(providerBlockSchema.attributes).sort(),
    ]);
  });

  it('takes values that only Terraform will know', () => {
    const { provider } = synth((stack) => {
      const input = new TerraformVariable(stack, 'where', {});
      const second = { baseUrl: input.stringValue, maxRetries: input.numberValue, bulkRefresh: input.booleanValue };
      new PlatformProvider(stack, 'second', { ...second, alias: 'second', install: false });
    });
    expect(provider['platform']?.[1]).toEqual({
      ...{ alias: 'second', base_url: '${var.where}', max_retries: '${var.where}', bulk_refresh: '${var.where}' },
    });
  });

  it('names a value that it cannot take', () => {
    const second = { alias: 'second', install: false, apiVersion: 'v3', onExisting: 'ignore', identityUid: 'me' };
    const problems = problemsOf((stack) => new PlatformProvider(stack, 'second', second));
    expect(problems).toEqual([
      expect.stringMatching(/^\[org\/second\] identityUid must be a uid: "me" is not a uid/),
      '[org/second] apiVersion must be one of v2beta1, v2 (it is "v3")',
      '[org/second] onExisting must be one of error, adopt, create (it is "ignore")',
    ]);
  });

  it('with install turned off leaves the folder of the stack alone', () => {
    const outdir = mkdtempSync(join(tmpdir(), 'constructs-'));
    try {
      const app = Testing.app({ outdir });
      new PlatformProvider(new TerraformStack(app, 'org'), 'platform', { install: false });
      app.synth();
      expect(existsSync(join(outdir, 'stacks/org/cdk.tf.json'))).toBe(true);
      expect(existsSync(join(outdir, 'stacks/org/terraform.d'))).toBe(false);
    } finally {
      rmSync(outdir, { recursive: true });
    }
  });

  it('from the registry has the public address and the version of this package, and installs nothing', () => {
    const outdir = mkdtempSync(join(tmpdir(), 'constructs-'));
    try {
      const app = Testing.app({ outdir });
      new PlatformProvider(new TerraformStack(app, 'org'), 'platform', { source: 'registry' });
      app.synth();
      const json = JSON.parse(readFileSync(join(outdir, 'stacks/org/cdk.tf.json'), 'utf8'));
      expect(json.terraform.required_providers).toEqual({ platform: { source: 'platform-iac/platform', version } });
      expect(json.provider).toEqual({ platform: [{}] });
      expect(existsSync(join(outdir, 'stacks/org/terraform.d'))).toBe(false);
    } finally {
      rmSync(outdir, { recursive: true });
    }
  });

  it('rejects an unknown source, and two sources in one stack', () => {
    const make = (source: string) => () =>
      problemsOf((stack) => {
        new PlatformProvider(stack, 'second', { alias: 'second', install: false, source: source as 'registry' });
      });
    expect(make('npm')).toThrow("source must be 'package' or 'registry'");
    expect(make('registry')()).toEqual([
      '[org/second] source must be the same as for org/platform: a stack has one provider',
    ]);
  });

  it('that cannot be put into place names the construct, the folder of its stack, and what to do', () => {
    const outdir = mkdtempSync(join(tmpdir(), 'constructs-'));
    const folder = join(outdir, 'stacks/org');
    try {
      const app = Testing.app({ outdir });
      new PlatformProvider(new TerraformStack(app, 'org'), 'platform');
      mkdirSync(folder, { recursive: true });
      symlinkSync(tmpdir(), join(folder, 'terraform.d'));
      expect(() => app.synth()).toThrow(
        new RegExp(
          `^\\[org/platform\\] cannot install the provider into ${folder}, the folder of its stack\\. ${folder}/terraform\\.d is a link to .*remove it, and run this again\\.\nWith install: false, `,
        ),
      );
    } finally {
      rmSync(outdir, { recursive: true });
    }
  });
});
