import { peopleByUid, resolveOrganization, type ListedOrganization } from '../../../src/adopt';
import { roleBinding } from '../../../src/model/kinds';

const [root, group, role] = ['a'.repeat(40), 'b'.repeat(16), 'c'.repeat(40)];
const [ada, alan] = ['d'.repeat(40), 'e'.repeat(40)];

type Account = { readonly issuer: string; readonly subject: string };

const issuer = 'https://login.example.com';

/** Returns a binding of each person. */
const listedWith = (accounts: readonly [Account, Account]): ListedOrganization => ({
  root: { uid: root, name: 'acme' },
  objects: new Map([
    [
      roleBinding,
      [ada, alan].map((uid, index) => ({
        ...{ uid: `${root}/${group.slice(1)}${index}`, identityUid: uid, roleUid: role },
        identity: { uid, name: 'somebody', ...accounts[index] },
      })),
    ],
  ]),
  builtInRoles: [{ uid: role, name: 'viewer' }],
  counts: new Map(),
  problems: [],
});
const listed = listedWith([
  { issuer, subject: 'd' },
  { issuer, subject: 'e' },
]);
const now = new Date();

function targets(byUid?: ReadonlyMap<string, string>) {
  const { root: tree, notes } = resolveOrganization(listed, { now, byUid });
  const bindings = tree.contents.get(roleBinding) ?? [];
  return { kinds: bindings.map(({ references }) => references['identityUid']?.is), notes };
}

test('a person whose account leads to another identity is referred to by uid, and a note says so', async () => {
  const lookupIdentity = async (_: string, subject: string) => (subject === 'd' ? ada : 'f'.repeat(40));
  const byUid = await peopleByUid({ lookupIdentity }, resolveOrganization(listed, { now }));
  expect([...byUid.keys()]).toEqual([alan]);
  expect(targets().kinds).toEqual(['person', 'person']);
  expect(targets(byUid).kinds.sort()).toEqual(['other', 'person']);
  expect(targets(byUid).notes.join()).toContain(`the person ${alan} by uid`);
});

test('a look-up that is denied counts as another identity, and a service without an answer is an error', async () => {
  const failing = (code: string) => ({
    lookupIdentity: () => Promise.reject(Object.assign(new Error(code), { code })),
  });
  const organization = resolveOrganization(listed, { now });
  expect((await peopleByUid(failing('PERMISSION_DENIED'), organization)).size).toBe(2);
  await expect(peopleByUid(failing('UNAVAILABLE'), organization)).rejects.toThrow('UNAVAILABLE');
});

test.each<[Account, Account]>([
  [
    { issuer: 'https://c.example', subject: 'a_b' },
    { issuer: 'https://b.c.example', subject: 'a' },
  ],
  [
    { issuer: 'https://c.example/v2', subject: 'a' },
    { issuer: 'https://c/example/v2', subject: 'a' },
  ],
])(
  'of two people with one address in Terraform, %j and %j, the second is referred to by uid',
  async (first, second) => {
    const people = resolveOrganization(listedWith([first, second]), { now });
    const uids = new Map([
      [first.issuer, ada],
      [second.issuer, alan],
    ]);
    const byUid = await peopleByUid({ lookupIdentity: async (at: string) => uids.get(at) ?? '' }, people);
    expect([...byUid]).toEqual([[alan, `the account of the person ${ada} has the same address in Terraform`]]);
  },
);
