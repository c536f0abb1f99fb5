/** A test of the project: it documents the owners, and applies the organization to an emulator. */
import { quoted } from '../../base/text/typescript';
import { counted } from '../../base/text/words';
import { list, text } from '../code/expressions';
import { printedStatement } from '../code/printer';
import { adoptedObjects, groupsWithin, type AdoptedOrganization } from '../organization/model';
import { OWNER } from '../organization/open-owners';
import { findOwnerName, findRootOwners } from './root-owners';

/** Returns `organization.test.ts`. `secrets`: the variables of Terraform that the organization needs. */
export function testFile(organization: AdoptedOrganization, secrets: readonly string[]): string {
  const { root } = organization;
  const owners = findOwners(organization);
  const isSelfContained = referredUids(organization).length === 0;
  const options = root.name === 'acme' ? '' : `, { rootName: ${quoted(root.name)} }`;
  const groups = groupsWithin(root).length - 1;
  const tests = [
    // A new group does not fail, and a lost one does.
    `test(${quoted(`it declares at least ${counted(groups, 'group')} under ${root.name}`)}, () => {\n` +
      `  const org = synthesized(program${options});\n` +
      `  assert.ok(Object.keys(org.groups).length >= ${groups});\n` +
      '});',
    ...(owners === undefined
      ? []
      : [
          `test('only the known owners can do everything', () => {\n` +
            `  const org = synthesized(program${options});\n` +
            `${printedStatement('', { is: 'call', callee: 'assert.deepEqual', arguments: [{ is: 'code', code: `org.whoHas(${quoted(OWNER)}, ${quoted(root.name)})` }, list(owners.map(text))] }, 2)}\n` +
            '});',
        ]),
    ...(isSelfContained ? [appliedTest(root.name, secrets)] : []),
  ];
  const names = isSelfContained ? 'applied, ROOT_GROUP_UID, synthesized' : 'ROOT_GROUP_UID, synthesized';
  const head = [
    `import assert from 'node:assert/strict';`,
    `import { test } from 'node:test';`,
    `import { App } from 'cdktf';`,
    `import { ${names} } from 'cdktf-provider-platform/testing';`,
    `import { organization } from './organization';`,
  ].join('\n');
  const program = [
    'const program = () => {',
    '  const app = new App();',
    '  organization(app, ROOT_GROUP_UID);',
    '  return app;',
    '};',
  ].join('\n');
  return `${[head, program, ...tests].join('\n\n')}\n`;
}

function appliedTest(rootName: string, secrets: readonly string[]): string {
  const options = [
    ...(rootName === 'acme' ? [] : [`rootName: ${quoted(rootName)}`]),
    ...(secrets.length === 0 ? [] : [`env: { ${secrets.map((name) => `TF_VAR_${name}: 'secret'`).join(', ')} }`]),
  ];
  const given = options.length === 0 ? '' : `, { ${options.join(', ')} }`;
  return [
    `test('Terraform applies it to an emulator, and a second plan is empty', async () => {`,
    `  const org = await applied(program${given});`,
    '  assert.deepEqual(await org.plan(), []);',
    '  await org.close();',
    '});',
  ].join('\n');
}

/** Returns the owners of the root as tests name them; undefined if a name is ambiguous or unknown without the API. */
function findOwners(organization: AdoptedOrganization): string[] | undefined {
  const names = findRootOwners(organization).map((target) => findOwnerName(organization, target));
  const known = names.filter((name) => name !== undefined);
  const isClear = known.length === names.length && new Set(known).size === known.length && known.length > 0;
  return isClear ? known.sort() : undefined;
}

/** Returns the uids in the code: an emulator without these objects rejects them. */
function referredUids(organization: AdoptedOrganization): string[] {
  return adoptedObjects(organization).flatMap(({ references }) =>
    Object.values(references).flatMap((target) => (target.is === 'other' ? [target.uid] : [])),
  );
}
