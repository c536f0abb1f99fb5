import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasDevelopmentOverrides, mirrorNotice } from '../../src/install/cli-configuration';
import { installProvider } from '../../src/install/install-provider';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'install-'))));
afterEach(() => rmSync(root, { recursive: true }));

test('a CLI configuration that turns implied mirrors off is named, with the block to add', () => {
  const executable = join(root, 'built');
  writeFileSync(executable, '#!/bin/sh\n');
  const rc = join(root, 'my.tfrc');
  writeFileSync(rc, 'provider_installation {\n  direct {}\n}\n');
  const { notice, mirror } = installProvider({
    dir: root,
    executable,
    version: '0.1.0',
    env: { TF_CLI_CONFIG_FILE: rc, HOME: root },
  });
  expect(notice).toContain(rc);
  expect(notice).toContain(`path    = "${mirror}"`);
  expect(notice).toContain('include = ["platform-iac.internal/*/*"]');
});

test('no notice without such a block, when it is commented out, when it names our host, or when the file is missing or a folder', () => {
  const notice = (text: string): string | undefined => {
    writeFileSync(join(root, '.terraformrc'), text);
    return mirrorNotice('/m', { HOME: root });
  };
  expect(notice('provider_installation {\n}\n')).toContain('.terraformrc');
  expect(notice('plugin_cache_dir = "/x"\n')).toBeUndefined();
  expect(notice('# provider_installation {\n# }\n')).toBeUndefined();
  expect(
    notice('provider_installation { filesystem_mirror { include = ["platform-iac.internal/*/*"] } }'),
  ).toBeUndefined();
  expect(mirrorNotice('/m', { HOME: root, TF_CLI_CONFIG_FILE: join(root, 'none') })).toBeUndefined();
  expect(mirrorNotice('/m', { HOME: root, TF_CLI_CONFIG_FILE: root })).toBeUndefined();
});

test('TF_CLI_CONFIG_FILE replaces the files of the home directory, and .terraformrc precedes .tofurc', () => {
  const file = (name: string, text: string): string => {
    writeFileSync(join(root, name), text);
    return join(root, name);
  };
  const block = 'provider_installation {\n}\n';
  const tofu = file('.tofurc', block);
  expect(mirrorNotice('/m', { HOME: root })).toContain(tofu);
  const terraform = file('.terraformrc', block);
  expect(mirrorNotice('/m', { HOME: root })).toContain(terraform);
  const own = file('own.tfrc', '');
  expect(mirrorNotice('/m', { HOME: root, TF_CLI_CONFIG_FILE: own })).toBeUndefined();
  expect(mirrorNotice('/m', { HOME: root, TERRAFORM_CONFIG: own })).toBeUndefined();
  expect(mirrorNotice('/m', { HOME: root, TF_CLI_CONFIG_FILE: '' })).toContain(terraform);
  file('.terraformrc', 'plugin_cache_dir = "/x"\n');
  expect(mirrorNotice('/m', { HOME: root })).toBeUndefined();
});

test('a CLI configuration with providers of a developer is recognized', () => {
  const env = { HOME: root };
  expect(hasDevelopmentOverrides(env)).toBe(false);
  writeFileSync(join(root, '.terraformrc'), 'provider_installation {\n  direct {}\n}\n');
  expect(hasDevelopmentOverrides(env)).toBe(false);
  writeFileSync(join(root, '.terraformrc'), 'provider_installation {\n  dev_overrides {\n  }\n}\n');
  expect(hasDevelopmentOverrides(env)).toBe(true);
  expect(hasDevelopmentOverrides({ ...env, TF_CLI_CONFIG_FILE: join(root, 'none') })).toBe(false);
});
