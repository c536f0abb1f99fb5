/** Mappings of external groups in snapshots and data files of earlier versions, which had them in the group of their role. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator } from '../../../src/emulator';
import { openStore } from '../../../src/emulator/store/store';
import { declarations, externalGroupRoleMapping } from '../../../src/model/kinds';
import { organization } from '../support/organization';

const mappings = '/iam/v2beta1/externalGroupRoleMappings';
const oidc = { issuer: 'https://login.example.com', clientId: 'platform', pkceEnabled: true, groupsClaim: 'groups' };

type Acme = {
  readonly uid: string;
  readonly identityProviders: [{ readonly uid: string; readonly defaultRole: string }];
  readonly groups: [{ readonly uid: string; externalGroupRoleMappings?: object[] }];
};

test('a snapshot of an earlier version has its mappings beneath their identity providers, also after a reset', async () => {
  const current = createEmulator({
    seed: {
      groups: [
        {
          name: 'acme',
          identityProviders: [{ name: 'staff', defaultRole: 'viewer', oidc }],
          groups: [{ name: 'team' }],
        },
      ],
    },
  });
  const tree = JSON.parse(JSON.stringify(current.snapshot())) as { groups: [Acme] };
  const [acme] = tree.groups;
  const [{ uid: staff, defaultRole: roleUid }] = acme.identityProviders;
  const team = acme.groups[0].uid;
  const former = { externalGroup: 'devs', roleUid, createTime: '2026-01-02T03:04:05.000Z' };
  acme.groups[0].externalGroupRoleMappings = [
    { uid: `${team}/5d1c7a90b3e64f28`, identityProviderUid: staff, ...former },
    { uid: `${team}/5d1c7a90b3e64f29`, identityProviderUid: `${acme.uid}/${'0'.repeat(16)}`, ...former },
  ];
  const folder = mkdtempSync(join(tmpdir(), 'mappings-'));
  const dataFile = join(folder, 'data');
  const { emulator, ok } = await organization({ seed: tree, dataFile });
  const expected = [
    {
      uid: `${staff}/5d1c7a90b3e64f28`,
      identityProviderUid: staff,
      externalGroupId: 'devs',
      roleUid,
      scope: team,
      createTime: former.createTime,
    },
  ];
  expect((await ok('GET', mappings)).externalGroupRoleMappings).toMatchObject(expected);
  emulator.close();
  const store = openStore(declarations, dataFile);
  store.setSetting('firstState', JSON.stringify(tree));
  store.close();
  const again = await organization({ dataFile });
  again.emulator.reset();
  expect((await again.ok('GET', mappings)).externalGroupRoleMappings).toMatchObject(expected);
  again.emulator.close();
  rmSync(folder, { recursive: true });
});

test('a data file of an earlier version has its mappings beneath their identity providers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mappings-'));
  const dataFile = join(folder, 'data');
  const seed = { groups: [{ name: 'acme', identityProviders: [{ name: 'staff', defaultRole: 'viewer', oidc }] }] };
  const before = createEmulator({ dataFile, seed });
  const root = before.rootGroupUid;
  before.close();
  const store = openStore(declarations, dataFile);
  const [staff] = store.find('IdentityProvider', []);
  const [viewer] = store.find('Role', []);
  const former = {
    kind: externalGroupRoleMapping.kind,
    parent: root,
    name: '',
    createTime: '2026-01-02T03:04:05.000Z',
    updateTime: '2026-01-02T03:04:05.000Z',
  };
  const values = { externalGroup: 'devs', roleUid: viewer!.uid };
  store.insert({
    ...former,
    uid: `${root}/5d1c7a90b3e64f28`,
    values: { ...values, identityProviderUid: staff!.uid },
  });
  store.insert({
    ...former,
    uid: `${root}/5d1c7a90b3e64f29`,
    values: { ...values, identityProviderUid: `${root}/${'0'.repeat(16)}` },
  });
  store.close();
  const { emulator, ok } = await organization({ dataFile });
  expect((await ok('GET', mappings)).externalGroupRoleMappings).toMatchObject([
    {
      uid: `${staff!.uid}/5d1c7a90b3e64f28`,
      identityProviderUid: staff!.uid,
      externalGroupId: 'devs',
      roleUid: viewer!.uid,
      scope: root,
      createTime: former.createTime,
    },
  ]);
  emulator.close();
  rmSync(folder, { recursive: true });
});
