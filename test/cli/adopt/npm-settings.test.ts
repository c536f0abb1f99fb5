/** The settings of npm that reach the installation of a proof. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmSettings } from '../../../src/cli/adopt/npm-settings';

const folder = mkdtempSync(join(tmpdir(), 'npm-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the settings with these files of the user and of the folder. */
function settings(user: string, own = '', env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, '.npmrc'), user);
  writeFileSync(join(folder, '.npmrc'), own);
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 'ca.pem'), '');
  writeFileSync(join(folder, 'global'), '');
  const PATH = process.env['PATH'];
  return npmSettings(folder, { PATH, HOME: home, npm_config_globalconfig: join(folder, 'global'), ...env });
}

const TOKEN = '//npm.acme.example/:_authToken=secret-token\n';

test('the registry and the certificates of the user pass, and no token or password', () => {
  const user = `registry=https://npm.acme.example/\ncafile=${folder}/ca.pem\n${TOKEN}\n`;
  expect(settings(user)).toEqual({
    npm_config_registry: 'https://npm.acme.example/',
    npm_config_cafile: `${folder}/ca.pem`,
  });
});

test('the file of the folder, and then the environment, come before that of the user', () => {
  const user = 'registry=https://user.example/\n';
  const own = 'registry=https://folder.example/\n';
  expect(settings(user, own)).toEqual({ npm_config_registry: 'https://folder.example/' });
  expect(settings(user, own, { npm_config_registry: 'https://variable.example/' })).toEqual({
    npm_config_registry: 'https://variable.example/',
  });
});

test('an address with a password does not pass', () => {
  expect(settings(`registry=https://ada:secret@npm.acme.example/\ncafile=${folder}/ca.pem\n`)).toEqual({
    npm_config_cafile: `${folder}/ca.pem`,
  });
});

test('without npm there are no settings', () => {
  expect(npmSettings(folder, { PATH: folder })).toEqual({});
});
