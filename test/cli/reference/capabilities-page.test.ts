import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_IN_ROLES, CAPABILITIES, INTERNAL_CAPABILITIES } from '../../../src/model/api';
import { capabilitiesTable, capabilityCount, rolesTable } from '../../../src/cli/reference/capabilities-page';

const page = readFileSync(join(__dirname, '../../../docs/capabilities.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => /^\| `/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

test('the page of capabilities is up to date; if not, run `npm run docs`', () => {
  for (const table of [rolesTable(), capabilitiesTable()])
    expect(page).toContain(`npm run docs -->\n\n${table}\n\n<!-- end`);
  expect(page).toContain(`npm run docs -->${capabilityCount()}<!-- end`);
});

test('it has a row for each built-in role and each capability', () => {
  const names = rows.map(([name = '']) => name.replaceAll('`', ''));
  expect(names).toEqual([...BUILT_IN_ROLES.map(({ name }) => name), ...CAPABILITIES]);
});

test('a row contains the name in the API, the description, the effect and the roles', () => {
  const row = (name: string) => rows.find(([first]) => first === `\`${name}\``);
  expect(row('subscriptions.list')).toEqual([
    '`subscriptions.list`',
    '`CAP_EVENTS_SUBSCRIPTION_LIST`',
    'List subscriptions to events.',
    'reads',
    '`console_viewer`, `viewer`, `editor`, `limited_owner`, `owner`',
  ]);
  expect(row('role_bindings.create')?.slice(3)).toEqual([
    'writes',
    '`limited_owner`, `owner`, `registry.pull_token_creator`',
  ]);
  for (const name of INTERNAL_CAPABILITIES)
    expect(row(name)?.slice(3)).toEqual([expect.stringMatching(/^(reads|writes), internal$/), '']);
});

test('a built-in role names the largest roles that are a part of it', () => {
  expect(rows.slice(0, BUILT_IN_ROLES.length).map(([name, , below]) => [name, below])).toEqual([
    ['`console_viewer`', ''],
    ['`viewer`', '`console_viewer`, `registry.pull` and `apk.pull`'],
    ['`editor`', '`viewer`'],
    ['`limited_owner`', '`viewer` and `registry.pull_token_creator`'],
    [
      '`owner`',
      '`editor`, `limited_owner`, `registry.push`, `libraries.java.pull`, `libraries.javascript.pull` and `libraries.python.pull`',
    ],
    ['`registry.pull`', ''],
    ['`registry.push`', '`registry.pull`'],
    ['`registry.pull_token_creator`', '`registry.pull` and `apk.pull`'],
    ['`apk.pull`', ''],
    ['`libraries.java.pull`', ''],
    ['`libraries.javascript.pull`', ''],
    ['`libraries.python.pull`', ''],
  ]);
});
