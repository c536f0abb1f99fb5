/** `PLATFORM_SNAPSHOT_API`: the settings of a plan against a snapshot. */
import { DiagError, UNKNOWN } from '../../../src/plugin';
import { configure } from '../../../src/provider/configuration/configure';
import { withSnapshotApi } from '../../../src/provider/configuration/snapshot-api';

const api = { baseUrl: 'http://127.0.0.1:8080', token: 'reader' };
const variable = (value: unknown) => ({ PLATFORM_SNAPSHOT_API: JSON.stringify(value) });
const live = {
  PLATFORM_BASE_URL: 'https://api.example.com',
  PLATFORM_IDENTITY_UID: 'a'.repeat(40),
  PLATFORM_CAPABILITIES: 'groups.list',
};
const block = {
  base_url: 'https://api.example.com',
  auth_url: 'https://auth.example.com',
  identity_uid: 'b'.repeat(40),
  identity_token: 'secret',
  on_existing: 'adopt',
};

test('without the variable nothing changes', () => {
  expect(withSnapshotApi(block, live)).toEqual({ config: block, env: live, problems: [] });
});

test('it replaces the address and every credential of block and environment, and keeps all other settings', () => {
  const { config, env, problems } = withSnapshotApi(block, { ...live, ...variable(api), OTHER: 'x' });
  expect(problems).toEqual([]);
  expect(config).toEqual({ on_existing: 'adopt' });
  expect(JSON.parse(JSON.stringify(env))).toEqual({
    ...variable(api),
    PLATFORM_BASE_URL: api.baseUrl,
    PLATFORM_TOKEN: 'reader',
    OTHER: 'x',
  });
});

test('a setting that is unknown stays unknown, as in a live plan', () => {
  const { config } = withSnapshotApi({ ...block, identity_token: UNKNOWN }, variable(api));
  expect(config).toEqual({ identity_token: UNKNOWN, on_existing: 'adopt' });
});

test.each([
  ['another host', { ...api, baseUrl: 'https://attacker.example' }],
  ['a host that only looks local', { ...api, baseUrl: 'http://127.0.0.1:1@attacker.example' }],
  ['no token', { baseUrl: api.baseUrl }],
  ['nothing', ''],
])('%s is an error, and nothing is sent to the API of the block', (_, value) => {
  const log = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };
  const context = { config: block, log, terraformVersion: '1.11.4' };
  const configured = () => configure(context, { env: { ...live, ...variable(value) } });
  expect(configured).toThrow(DiagError);
  expect(configured).toThrow('Invalid PLATFORM_SNAPSHOT_API');
});
