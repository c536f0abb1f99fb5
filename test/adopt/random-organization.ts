/** Random organizations as seeds of the emulator: colliding names, every kind, and every way to assume an identity. */
import fc from 'fast-check';
import { ROOT_GROUP_UID } from '../../constructs/testing';
import type { SeedObject, SeedTree } from '../../src/emulator';
import { personUid } from '../../src/emulator/auth';

/** Names that collide as identifiers, as addresses, or with words of the language. */
const NAMES = [
  ...[
    'ci',
    'ci bot',
    'ci.bot',
    'ci-bot',
    'ci_bot',
    'ci--bot',
    'default',
    'class',
    '2fa',
    'team',
    'viewer',
    'person',
    'acme',
  ],
  ...['constructor', 'stack', 'payments', 'a', 'a_b', 'b', '_', '-', 'teams', 'name', 'platform-roles', 'organization'],
  ...['group', 'root', 'imports', '__proto__', '1st', 'null', 'long-name-of-a-department-that-takes-half-of-a-line'],
];

const name = fc.constantFrom(...NAMES);
const description = fc.option(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replace(/[\t\f]/g, ' ')),
    fc.constantFrom(`It's "quoted" \\ \`here\``, 'costs ${amount} of %{all}', 'Zürich 🫖 茶', '// no comment */'),
  ),
  { nil: undefined },
);

const claims = fc.constantFrom<SeedObject>(
  { issuer: 'https://token.actions.githubusercontent.com', subject: 'repo:acme@1234/shop@7890:ref:refs/heads/main' },
  { issuer: 'https://token.actions.githubusercontent.com', subject: 'repo:acme/shop:environment:production' },
  { issuer: 'https://accounts.google.com', subject: '111260650121245072906', audience: 'platform' },
  {
    issuerPattern: '^https://login\\.example\\.com/[a-z]+$',
    subjectPattern: '^ci-[0-9]+$',
    claims: { team: 'a', 'x.y': 'b' },
  },
);
const jwks = JSON.stringify({
  keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'a', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }],
});
const method = fc.oneof(
  claims.map((claimMatch) => ({ claimMatch })),
  fc.constantFrom(
    { servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' },
    { staticKeys: { issuer: 'https://keys.example.com', subject: 'ci', issuerKeys: jwks } },
    {
      awsIdentity: {
        awsAccount: '123456789012',
        arn: 'arn:aws:iam::123456789012:user/ci',
        userId: 'AIDA0123456789ABCDEFG',
      },
    },
    {
      awsIdentity: {
        awsAccount: '123456789012',
        arnPattern: '^arn:aws:sts::123456789012:assumed-role/deployer/.+$',
        userIdPattern: '^AROA0123456789ABCDEFG:.+$',
      },
    },
  ),
);
const capabilities = fc.uniqueArray(fc.constantFrom('groups.list', 'identity.list', 'repo.update', 'roles.list'), {
  minLength: 1,
});

interface Group {
  readonly name: string;
  readonly description: string | undefined;
  readonly roles: readonly {
    readonly name: string;
    readonly description: string | undefined;
    readonly capabilities: readonly string[];
  }[];
  readonly identities: readonly ({ readonly name: string; readonly description: string | undefined } & SeedObject)[];
  readonly accounts: boolean;
  readonly groups: readonly Group[];
}

const byName = { selector: ({ name: own }: { readonly name: string }) => own };

const { group } = fc.letrec<{ group: Group }>((tie) => ({
  group: fc.record({
    name,
    description,
    roles: fc.uniqueArray(fc.record({ name, description, capabilities }), { maxLength: 2, ...byName }),
    identities: fc.uniqueArray(
      fc.tuple(fc.record({ name, description }), method).map(([own, way]) => ({ ...own, ...way })),
      {
        maxLength: 3,
        ...byName,
      },
    ),
    accounts: fc.boolean(),
    groups: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant([]),
      fc.uniqueArray(tie('group'), { maxLength: 3, ...byName }),
    ),
  }),
}));

/** Draws of bindings: places in the lists of groups, identities and roles. */
const draws = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { maxLength: 25 });

/** Groups of the same shape. */
const copies = fc.record({ of: fc.nat(), count: fc.constantFrom(0, 0, 2, 4) });

const LOGIN = 'https://login.example.com';
/** The accounts of people. The last two have one name in Terraform. */
const PEOPLE: readonly (readonly [subject: string, issuer: string])[] = [
  ['ada', LOGIN],
  ['grace', LOGIN],
  ['Alan T.', LOGIN],
  ['auth0|5f7c', 'https://other.example.com'],
  ['00u1a2b3c4D5e6F7g8h9', LOGIN],
  ['00u1a2b3c4D5e6F7g8h9', `${LOGIN}/`],
  [`CN=Jörg "J" O'Neil,OU=\${b}/%{c}\\d`, LOGIN],
  ['山田', LOGIN],
  ['__proto__', LOGIN],
  ['a_login', 'https://example.com'],
  ['a', LOGIN],
];
const BUILT_IN = ['viewer', 'editor', 'owner', 'registry.pull', 'apk.pull', 'registry.pull_token_creator'];

/** A random organization with its root group first. */
export const randomOrganization: fc.Arbitrary<SeedTree> = fc
  .tuple(fc.uniqueArray(group, { minLength: 1, maxLength: 5, ...byName }), group, copies, draws, draws, draws)
  .map(([tops, inRoot, { of, count }, bindings, invites, mappings]) => {
    const copied = tops[of % tops.length]!;
    const groups = [...tops, ...Array.from({ length: count }, (_, index) => ({ ...copied, name: `copy-${index}` }))];
    let next = 0;
    const segment = () => (0xabcd0000 + next++).toString(16).padStart(16, '0');
    const rootUid = ROOT_GROUP_UID;
    const all: { readonly uid: string; readonly object: Record<string, unknown[]> }[] = [];
    const people = PEOPLE.map(([subject, issuer], index) => {
      // A look-up of the second account gives another identity.
      const uid = index === 1 ? 'c'.repeat(40) : personUid(issuer, subject);
      return { uid, name: subject, account: { issuer, subject } };
    });
    const identities = people.map(({ uid }) => uid);
    const roles: { readonly reference: string; readonly group: string }[] = BUILT_IN.map((reference) => ({
      reference,
      group: rootUid,
    }));
    const add = (from: Group, uid: string): SeedObject => {
      const object: Record<string, unknown> & Record<string, unknown[]> = Object.create(null) as never;
      all.push({ uid, object });
      const made = from.roles.map((role) => ({ ...role, uid: `${uid}/${segment()}` }));
      roles.push(...made.map((one) => ({ reference: one.uid, group: uid })));
      const own = from.identities.map((identity) => ({ ...identity, uid: `${uid}/${segment()}` }));
      identities.push(...own.map((one) => one.uid));
      return Object.assign(object, {
        ...{ uid, name: from.name, description: from.description },
        ...{ roles: made, identities: own, roleBindings: [], groupInvites: [] },
        ...(from.accounts && { accountAssociations: [{ uid, name: 'clouds', amazon: { account: '123456789012' } }] }),
        groups: from.groups.map((inner) => add(inner, `${uid}/${segment()}`)),
      });
    };
    const root = add({ ...inRoot, groups }, rootUid);
    const providerUid = `${rootUid}/${segment()}`;
    const seen = new Set<string>();
    const drawn = (list: typeof bindings, collection: string, make: (draw: Draw) => SeedObject): SeedObject[] => {
      const added: SeedObject[] = [];
      for (const [a, b, c] of list) {
        const home = all[a % all.length]!;
        const valid = roles.filter((one) => home.uid === one.group || home.uid.startsWith(`${one.group}/`));
        const role = valid[c % valid.length]!.reference;
        const identity = identities[b % identities.length]!;
        const key = `${collection} ${home.uid} ${collection === 'roleBindings' ? identity : b % 3} ${role}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const draw = { group: home.uid, role, identity, number: b % 3 };
        const object = { uid: `${home.uid}/${segment()}`, ...make(draw) };
        home.object[collection]?.push(object);
        added.push(object);
      }
      return added;
    };
    drawn(bindings, 'roleBindings', ({ role, identity }) => ({ role, identity }));
    drawn(invites, 'groupInvites', ({ role, number }) => ({
      role,
      ttl: ['604800s', '86400s'][number % 2],
      singleUse: number !== 2,
      email: `p${number}@example.com`,
    }));
    const externalGroupRoleMappings = drawn(mappings, 'externalGroupRoleMappings', ({ group, role, number }) => ({
      ...{ uid: `${providerUid}/${segment()}`, externalGroupId: ['engineers', 'Team Ü', 'engineers '][number] },
      ...{ role, scope: group },
    }));
    const secret = next % 2 === 0 ? { pkceEnabled: true } : { clientSecret: 'secret' };
    const oidc = { issuer: 'https://login.example.com', clientId: 'platform', ...secret };
    const provider = {
      ...{ uid: providerUid, name: 'staff', defaultRole: 'console_viewer', oidc },
      externalGroupRoleMappings,
    };
    return {
      groups: [{ ...root, identityProviders: [provider] }],
      identities: people,
    };
  });

interface Draw {
  readonly group: string;
  readonly role: string;
  readonly identity: string;
  readonly number: number;
}

/** Returns the organization of a seed: the first random one with 50 to 300 objects. */
export function seededOrganization(seed: number): SeedTree {
  const sized = randomOrganization.filter((tree) => {
    const count = objectsIn(tree['groups']);
    return count >= 50 && count <= 300;
  });
  return fc.sample(sized, { seed, numRuns: 1 })[0] ?? {};
}

/** Counts the objects of a tree: the items of lists that have a uid. */
function objectsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = 'uid' in value ? 1 : 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + objectsIn(inner), own);
}
