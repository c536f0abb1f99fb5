/** The environment of child processes that must not see credentials. */
import fc from 'fast-check';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import {
  createChildEnvironment,
  PASSED_VARIABLES,
  passedVariables,
  providerVariables,
} from '../../../src/cli/engine/child-environment';

const NAMED: readonly string[] = Object.values(PASSED_VARIABLES).flat();

/** Variables with credentials, and variables that say where one is. */
const CREDENTIALS = [
  ...['PLATFORM_TOKEN', 'PLATFORM_IDENTITY_TOKEN', 'TF_TOKEN_app_terraform_io', 'TF_VAR_api_token', 'TF_HTTP_PASSWORD'],
  ...[
    'DATABASE_URL',
    'DOCKER_AUTH_CONFIG',
    'SLACK_WEBHOOK',
    'KUBECONFIG',
    'SSH_AUTH_SOCK',
    'GITHUB_TOKEN',
    'PGPASSFILE',
  ],
  ...['ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'CI_JOB_TOKEN', 'npm_config_userconfig', 'NODE_OPTIONS', 'LD_PRELOAD', 'lang'],
];

describe('the environment of a child process', () => {
  let home: string;
  beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'child-environment-'))));
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  test('it contains the named variables, PATH and a home, and nothing else', () => {
    const name = fc.oneof(fc.constantFrom(...NAMED), fc.constantFrom(...CREDENTIALS), fc.string({ minLength: 1 }));
    fc.assert(
      fc.property(fc.dictionary(name, fc.string()), (variables) => {
        const given = { ...variables, HOME: home };
        const child = createChildEnvironment(given);
        child.close();
        const { PATH: _path, HOME: _home, USERPROFILE: _profile, APPDATA: _data, ...others } = child.env;
        expect(others).toEqual(
          Object.fromEntries(Object.entries(variables).filter(([variable]) => NAMED.includes(variable))),
        );
      }),
      { numRuns: 50 },
    );
  });

  test('no credential is in the list', () => {
    const all = Object.fromEntries(CREDENTIALS.map((variable) => [variable, 'x']));
    expect(passedVariables(all)).toEqual({});
    expect(providerVariables(all)).toEqual({
      ...{ PLATFORM_TOKEN: 'x', PLATFORM_IDENTITY_TOKEN: 'x', ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x' },
    });
  });

  test('its home contains a link to the installed plugins alone, and is deleted at the end', () => {
    mkdirSync(join(home, '.terraform.d', 'plugins', 'example.com'), { recursive: true });
    writeFileSync(join(home, '.terraform.d', 'credentials.tfrc.json'), '{}');
    writeFileSync(join(home, '.npmrc'), '//registry.example.com/:_authToken=x');
    const child = createChildEnvironment({ HOME: home });
    const own = String(child.env['HOME']);
    expect([readdirSync(own), readdirSync(join(own, '.terraform.d'))]).toEqual([['.terraform.d'], ['plugins']]);
    expect(realpathSync(join(own, '.terraform.d', 'plugins'))).toBe(
      realpathSync(join(home, '.terraform.d', 'plugins')),
    );
    child.close();
    expect(existsSync(own)).toBe(false);
    expect(existsSync(join(home, '.terraform.d', 'plugins', 'example.com'))).toBe(true);
  });

  test('without installed plugins, its home is empty', () => {
    const child = createChildEnvironment({ HOME: home });
    expect(readdirSync(String(child.env['HOME']))).toEqual([]);
    child.close();
  });

  test('its PATH begins with the folders of the engine and of Node, and contains no relative folder', () => {
    const engines = join(home, 'engines');
    mkdirSync(engines);
    writeFileSync(join(engines, 'tofu'), '');
    const pathWith = (variables: NodeJS.ProcessEnv): string[] => {
      const child = createChildEnvironment({ HOME: home, ...variables });
      child.close();
      return String(child.env['PATH']).split(delimiter);
    };
    const given = ['node_modules/.bin', '/bin', engines].join(delimiter);
    const expected = [engines, dirname(process.execPath), resolve('node_modules/.bin'), '/bin'];
    expect(pathWith({ PATH: given, TERRAFORM_BINARY_NAME: 'tofu' })).toEqual(expected);
    expect(pathWith({ PATH: given, TERRAFORM_BINARY_NAME: join(engines, 'tofu') })).toEqual(expected);
    expect(pathWith({ PATH: '/nowhere', TERRAFORM_BINARY_NAME: 'missing' })).toEqual([
      dirname(process.execPath),
      '/nowhere',
    ]);
  });
});

test('the documentation contains the list and its reasons', () => {
  const page = readFileSync(resolve('docs/security.md'), 'utf8');
  const [section = ''] = /^## Environment of child processes\n[^]*?(?=^## )/m.exec(page) ?? [];
  for (const [reason, names] of Object.entries(PASSED_VARIABLES)) {
    const row = section.split('\n').find((line) => line.includes(reason)) ?? '';
    for (const name of names) expect(row).toContain(row.includes('lower case') ? name.toUpperCase() : name);
  }
});
