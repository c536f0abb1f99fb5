import { block, Diags, str, UNKNOWN } from '../../../src/plugin';
import { validateConfig } from '../../../src/plugin/core/validate';
import { startHost, type Host } from '../../../src/plugin/testing';
import { createFixture } from '../../support/fixture/fixture-provider';
import { configValue } from '../support/config-value';

let host: Host;

beforeAll(async () => {
  host = await startHost(createFixture().provider);
});

test.each<[string, object, string, (string | number)[]]>([
  ['null for a required attribute', { name: null }, 'name is required, and must not be null.', ['name']],
  ['a value for a computed attribute', { name: 'a', id: 'x' }, 'id is computed by the provider', ['id']],
  ['null deep inside', { name: 'a', settings: { mode: null } }, 'settings.mode is required', ['settings', 'mode']],
  ['a value that a validator refuses', { name: 'A' }, '"A" is not in lower case.', ['name']],
  ['a key of a map', { name: 'a', tags: { TEAM: 'x' } }, 'The key "TEAM" is not in lower case.', ['tags', 'TEAM']],
  ['an element of a list', { name: 'a', disks: [{ gb: 1 }, { gb: 0 }] }, 'at least 1 GB', ['disks', 1]],
  [
    'an element of a set, which has no address',
    { name: 'a', rules: [{ port: null }] },
    'rules[0].port is required',
    ['rules'],
  ],
  ['an attribute in a block', { name: 'a', step: [{ run: 'X' }] }, 'not in lower case', ['step', 0, 'run']],
  [
    'a block in a block',
    { name: 'a', step: [{ run: 'x', env: [{ key: null }] }] },
    'step[0].env[0].key is required',
    ['step', 0, 'env', 0, 'key'],
  ],
  ['too many digits', { name: 'a', size: { decimal: '0.12345678901234567890' } }, 'too many digits', ['size']],
])('%s is an error at its place', async (_, config, detail, path) => {
  await expect(host.resource('fixture_thing').plan(config as never)).rejects.toMatchObject({
    diagnostics: [{ severity: 'error', detail: expect.stringContaining(detail), path }],
  });
});

test('a validator does not see unknown values', async () => {
  const plan = host
    .resource('fixture_thing')
    .plan({ name: UNKNOWN, tags: { TEAM: UNKNOWN }, disks: [{ gb: UNKNOWN }] });
  await expect(plan).resolves.toMatchObject({ action: 'create' });
});

test('a deprecated attribute is a warning with the sentence of its schema', async () => {
  const { warnings } = await host.resource('fixture_thing').plan({ name: 'a', old: 'x' });
  expect(warnings).toEqual([
    {
      severity: 'warning',
      summary: 'old is deprecated',
      detail: 'Use "text" instead.\n(FIXTURE_DEPRECATED)',
      path: ['old'],
    },
  ]);
});

test('a write-only value needs a Terraform that does not store it', async () => {
  const { call } = host.connection;
  const config = configValue('fixture_thing', { name: 'a', password: 'p' });
  const { diagnostics } = await call('ValidateResourceConfig', { typeName: 'fixture_thing', config });
  expect(diagnostics).toMatchObject([
    { summary: 'Write-only attribute', detail: expect.stringContaining('Terraform or OpenTofu 1.11') },
  ]);
});

test('a deprecated block is a warning where it is written, and nowhere else', () => {
  const body = {
    attributes: {},
    blocks: {
      old: block('list', {
        attributes: {},
        deprecated: 'Use "new".',
        blocks: { older: block('single', { attributes: {}, deprecated: 'Gone.' }) },
      }),
      group: block('group', { attributes: { a: str({ mode: 'optional' }) }, deprecated: 'Gone.' }),
    },
  };
  const warnings = (config: object): unknown[] => {
    const diags = new Diags();
    validateConfig(body, config, diags, { writeOnlyAllowed: true });
    return diags.items.map(({ summary, path }) => [summary, path]);
  };
  expect(warnings({ old: [], group: { a: null } })).toEqual([]);
  expect(warnings({ old: [{ older: {} }], group: { a: null } })).toEqual([
    ['old is deprecated', ['old']],
    ['old[0].older is deprecated', ['old', 0, 'older']],
  ]);
});
