import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eachImportBlock } from '../../../src/base/text/state-blocks';
import {
  isConfiguration,
  managedElsewhere,
  managedObjects,
  takenLabels,
  variableWith,
} from '../../../src/cli/adopt/managed-objects';

const ROOT = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';
const uid = (digit: number) => `${ROOT}/${String(digit).repeat(16)}`;

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'managed-'))));
afterEach(() => rmSync(dir, { recursive: true }));

function file(path: string, text: string): string {
  mkdirSync(join(dir, path, '..'), { recursive: true });
  writeFileSync(join(dir, path), text);
  return join(dir, path);
}

const state = (...resources: readonly object[]) => JSON.stringify({ version: 4, resources });

test('a pulled state has resources, data sources, indexes and modules', async () => {
  const states = [
    file(
      'pulled.json',
      state(
        {
          ...{ mode: 'managed', type: 'platform_group', name: 'team' },
          instances: [
            { index_key: 'a"b', attributes: { uid: uid(1) } },
            { deposed: 'x', attributes: { uid: uid(2) } },
          ],
        },
        { mode: 'data', type: 'platform_role', name: 'viewer', instances: [{ attributes: { uid: uid(3) } }] },
        {
          ...{ module: 'module.a', mode: 'managed', type: 'platform_role', name: 'b' },
          instances: [{ attributes: { uid: uid(4) } }, { attributes: null }],
        },
      ),
    ),
    file('empty.json', ''),
  ];
  expect([...(await managedObjects({ dir, states }))]).toEqual([
    [`platform_group ${uid(1)}`, 'platform_group.team["a\\"b"]'],
    [`data.platform_role ${uid(3)}`, 'data.platform_role.viewer'],
    [`platform_role ${uid(4)}`, undefined],
  ]);
});

test('the state of another stack that is empty, or that cannot be read, may be lost', async () => {
  const engine = file('engine', '#!/bin/sh\ncat state.json\n');
  chmodSync(engine, 0o755);
  const resource = (mode: string) => ({
    ...{ mode, type: 'platform_role', name: 'a', instances: [{ attributes: { uid: uid(1) } }] },
  });
  file('full/state.json', state(resource('managed')));
  file('empty/state.json', '');
  file('looked-up/state.json', state(resource('data')));
  file('unreadable/other.json', '');
  const before = process.env['TERRAFORM_BINARY_NAME'];
  process.env['TERRAFORM_BINARY_NAME'] = engine;
  try {
    const stacks = ['full', 'empty', 'looked-up', 'unreadable'].map((name) => join(dir, name));
    const { elsewhere, unread } = await managedElsewhere(stacks);
    expect([...elsewhere]).toContain(`platform_role ${uid(1)}`);
    expect(unread).toEqual(stacks.slice(1));
  } finally {
    if (before === undefined) delete process.env['TERRAFORM_BINARY_NAME'];
    else process.env['TERRAFORM_BINARY_NAME'] = before;
  }
});

test('a shown state has the same, also after warnings of OpenTofu', async () => {
  const group = { address: 'platform_group.a', mode: 'managed', type: 'platform_group', values: { uid: uid(1) } };
  const inner = { ...group, address: 'module.m.platform_group.a', values: { uid: uid(2) } };
  const text = JSON.stringify({
    format_version: '1.0',
    values: { root_module: { resources: [group], child_modules: [{ resources: [inner] }] } },
  });
  expect([
    ...(await managedObjects({
      dir,
      states: [file('shown.json', `Warning: Unable to open CLI configuration file\n\n${text}`)],
    })),
  ]).toEqual([
    [`platform_group ${uid(1)}`, 'platform_group.a'],
    [`platform_group ${uid(2)}`, undefined],
  ]);
});

test('imports that no apply has executed count as managed', async () => {
  file('imports.json', JSON.stringify({ groups: { a: uid(1) }, unknown: { b: uid(9) } }));
  file('imports/main.json', JSON.stringify({ roles: { b: uid(2) } }));
  file('more.tf', `import {\n  to = platform_role.c\n  id = "${uid(3)}"\n}\n`);
  const each = eachImportBlock(
    'platform_group.team',
    new Map([
      ['a-b', uid(5)],
      ['"c" = ${x}', uid(6)],
    ]),
  );
  file('teams.tf', `${each}\n`);
  file('organization/unmanaged-2.ts', `x.importFrom(\n    '${uid(4)}',\n  );`);
  file(
    'cdk.tf.json',
    JSON.stringify({
      import: [
        { to: 'platform_group.s', id: uid(7) },
        { to: 'x.y', id: 'acme/a' },
      ],
    }),
  );
  const found = await managedObjects({ dir, states: [file('state.json', state())] });
  expect(found.get(`platform_group ${uid(7)}`)).toBe('platform_group.s');
  expect(found.has(`platform_group ${uid(1)}`)).toBe(true);
  expect(found.has(`platform_role ${uid(2)}`)).toBe(true);
  expect(found.get(`platform_role ${uid(3)}`)).toBe('platform_role.c');
  expect(found.get(`platform_group ${uid(5)}`)).toBe('platform_group.team["a-b"]');
  expect(found.get(`platform_group ${uid(6)}`)).toBe('platform_group.team["\\"c\\" = $${x}"]');
  expect(found.has(`platform_role_binding ${uid(4)}`)).toBe(true);
  expect([...found.keys()].join()).not.toContain(uid(9));
});

test('a state that cannot be read is an error with the next step', async () => {
  const read = (states: readonly string[]) => managedObjects({ dir, states });
  await expect(read([join(dir, 'missing')])).rejects.toThrow(
    /^Cannot read .*missing: no such file\. Name a file with a state\.$/,
  );
  await expect(read([file('a.json', '{"version":3}')])).rejects.toThrow('it is no state. Pass the output of');
  await expect(read([file('b.json', '{"version":4')])).rejects.toThrow('it is no state.');
  await expect(managedObjects({ dir })).rejects.toThrow(
    /^Cannot find the stacks of .* Synthesize the program, or pass/,
  );
  await expect(managedObjects({ dir, stacks: [join(dir, 'b.json')] })).rejects.toThrow('it is not a folder.');
});

test('labels and variables of a configuration are found, also of indented and one-line blocks', () => {
  file('a.tf', `data "platform_role" "viewer" { name = "viewer" }\n\nresource "platform_group" "a" {\n}\n`);
  file('b.tf', `variable "group_uid" {\n  default     = "${ROOT}"\n}\nvariable "other" {}\n`);
  expect(takenLabels(dir)).toEqual(['data.platform_role.viewer', 'platform_group.a', 'var.group_uid', 'var.other']);
  expect(variableWith(dir, ROOT)).toBe('group_uid');
  expect(variableWith(dir, uid(1))).toBeUndefined();
  expect(isConfiguration(dir)).toBe(true);
  file('package.json', '{}');
  expect(isConfiguration(dir)).toBe(false);
});
