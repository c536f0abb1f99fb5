import { failure, messagesIn, runTerraform, createTerraformEnvironment } from '../../../constructs/testing/terraform';

const chosen = process.env['TERRAFORM_BINARY_NAME'];
afterEach(() => {
  delete process.env['TERRAFORM_BINARY_NAME'];
  if (chosen !== undefined) process.env['TERRAFORM_BINARY_NAME'] = chosen;
});

test('an error names the resource, its construct and its line', () => {
  const diagnostic = { severity: 'error', summary: 'Object exists', detail: 'Import it.', address: 'platform_group.a' };
  const warning = { severity: 'warning', summary: 'Old' };
  const stdout = [{ type: 'version' }, { type: 'diagnostic', diagnostic: warning }, { type: 'diagnostic', diagnostic }]
    .map((line) => JSON.stringify(line))
    .join('\n');
  const error = failure('Cannot apply the stack org.', { code: 1, stdout, stderr: '' }, () => 'org/a, main.ts:9');
  expect(error.message).toBe(
    'Cannot apply the stack org.\n\nError: Object exists\n  in platform_group.a (org/a, main.ts:9)\nImport it.',
  );
});

test('a provider that cannot be installed is named, with the next step', () => {
  const stderr = [
    'There are some problems with the CLI configuration:',
    '',
    'Error: Failed to query available provider packages',
    '',
    'Could not retrieve the list of available versions for provider',
    'hashicorp/null: could not connect to registry.terraform.io',
  ].join('\n');
  const { message } = failure('Cannot apply.', { code: 1, stdout: '', stderr }, () => undefined);
  expect(message).toBe(
    "Cannot install the provider hashicorp/null: Terraform found it neither in a mirror on this machine nor in its registry. For Settled and Rotation, pass anchor: 'terraform_data', which needs no provider. For tests without a network, add a filesystem_mirror to the CLI configuration of Terraform.\n\n" +
      stderr.slice(stderr.indexOf('Error:')),
  );
});

test('lines that are no messages are omitted', () => {
  expect(messagesIn('wrapper started\n{"type":"version"}\n{broken\n')).toEqual([{ type: 'version' }]);
});

test('a missing command is an error with the next step', async () => {
  process.env['TERRAFORM_BINARY_NAME'] = 'no-such-terraform';
  await expect(runTerraform(['version'], '.', process.env)).rejects.toThrow(
    'Command not found: no-such-terraform. Install Terraform or OpenTofu, or name one in TERRAFORM_BINARY_NAME.',
  );
});

test('the environment has no settings of a real organization', () => {
  process.env['PLATFORM_TOKEN'] = 'real';
  process.env['TF_WORKSPACE'] = 'production';
  process.env['TF_CLI_ARGS_apply'] = '-destroy';
  try {
    const env = createTerraformEnvironment({ PLATFORM_BASE_URL: 'http://127.0.0.1' });
    expect(Object.keys(env).filter((name) => /^(PLATFORM_|TF_WORKSPACE|TF_CLI_ARGS)/.test(name))).toEqual([
      'PLATFORM_BASE_URL',
    ]);
    expect(env['PATH']).toBe(process.env['PATH']);
  } finally {
    for (const name of ['PLATFORM_TOKEN', 'TF_WORKSPACE', 'TF_CLI_ARGS_apply'])
      Reflect.deleteProperty(process.env, name);
  }
});
