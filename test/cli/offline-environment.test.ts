/** The environment of an engine that plans against a snapshot. */
import { clientEnvironment, offlineEnvironment, withoutCredentials } from '../../src/cli/offline-environment';

const api = { baseUrl: 'http://127.0.0.1:8080', token: 'reader' };
const CREDENTIALS = {
  PLATFORM_TOKEN: 'x',
  PLATFORM_IDENTITY_UID: 'x',
  PLATFORM_IDENTITY_TOKEN_FILE: 'x',
  PLATFORM_APPROVED_REPORT: 'x',
  ACTIONS_ID_TOKEN_REQUEST_URL: 'x',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x',
  GITHUB_TOKEN: 'x',
  CI_JOB_TOKEN: 'x',
  CI_JOB_JWT_V2: 'x',
  TF_HTTP_PASSWORD: 'x',
  TF_HTTP_ADDRESS: 'x',
  TF_TOKEN_app_terraform_io: 'x',
  AWS_ACCESS_KEY_ID: 'x',
  AWS_PROFILE: 'x',
  GOOGLE_APPLICATION_CREDENTIALS: 'x',
  ARM_CLIENT_ID: 'x',
  npm_config__authToken: 'x',
  DATABASE_PASSWORD: 'x',
  SNAPSHOT_PRIVATE_KEY: 'x',
};
const OTHERS = { PATH: '/bin', HOME: '/root', TF_VAR_token_lifetime: '1h', TF_IN_AUTOMATION: '1', HTTPS_PROXY: 'p' };

test('it contains no credential, and keeps everything else', () => {
  expect(withoutCredentials({ ...CREDENTIALS, ...OTHERS })).toEqual(OTHERS);
});

test('it names the API of the snapshot, which no proxy may see', () => {
  expect(offlineEnvironment({ ...CREDENTIALS, ...OTHERS, NO_PROXY: 'example.com' }, api)).toEqual({
    ...OTHERS,
    NO_PROXY: 'example.com,127.0.0.1',
    no_proxy: 'example.com,127.0.0.1',
    PLATFORM_SNAPSHOT_API: JSON.stringify(api),
  });
  expect(clientEnvironment(api)).toEqual({ PLATFORM_BASE_URL: api.baseUrl, PLATFORM_TOKEN: 'reader' });
});
