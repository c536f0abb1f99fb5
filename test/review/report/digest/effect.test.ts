/** Tests the parts of an effect that do not depend on order, or that only some changes have. */
import { getEffect } from '../../../../src/review/report/digest/effect';

type EffectParameters = Parameters<typeof getEffect>;

interface Grant {
  readonly people?: string;
  readonly key?: string;
  readonly capabilities?: readonly string[];
  readonly holdsUnknown?: boolean;
}
const toGrant = ({ people, key = 'k', capabilities = ['groups.list'], holdsUnknown = false }: Grant) => ({
  key,
  identity: { key: 'i', people, grantedBy: people === undefined ? undefined : 'external_group_role_mapping' },
  group: { key: 'g' },
  role: { key: 'r', capabilities, holdsUnknown },
});
const toSide = (grants: readonly Grant[], unknownRoles: readonly string[] = []) => ({
  graph: { grants: grants.map(toGrant) },
  unknownRoles: new Set(unknownRoles),
});
const empty = {
  ...{ before: toSide([]), after: toSide([]), trustPolicyChanges: [], escalations: [], unresolved: [] },
  ...{ organization: { transitions: [] }, access: { gained: [], lost: [] }, partial: undefined },
};
const effect = (analysis: Partial<Readonly<Record<keyof typeof empty, unknown>>>) =>
  getEffect(
    { ...empty, ...analysis } as unknown as EffectParameters[0],
    { findings: [], suppressed: [] } as unknown as EffectParameters[1],
    (key) => `uid of ${key}`,
  );
const places = (holder: string) => [[`uid of ${holder}`, 'uid of g']];

test.each<[what: string, before: readonly Grant[], after: readonly Grant[], gained: unknown, lost: unknown]>([
  ['the same grant', [{}], [{}], [], []],
  ['a new grant', [], [{}], [{ capabilities: ['groups.list'], places: places('i') }], []],
  ['a removed grant', [{}], [], [], [{ capabilities: ['groups.list'], places: places('i') }]],
  [
    'a wider role',
    [{}],
    [{ capabilities: ['groups.list', 'groups.create'] }],
    [{ capabilities: ['groups.create'], places: places('i') }],
    [],
  ],
  ['the same people', [{ people: 'a' }], [{ people: 'a' }], [], []],
  [
    'a grant of other people',
    [{ people: 'a' }],
    [{ people: 'b' }],
    [{ capabilities: ['groups.list'], places: places('k') }],
    [{ capabilities: ['groups.list'], places: places('k') }],
  ],
])('the effect of %s', (_, before, after, gained, lost) => {
  expect(effect({ before: toSide(before), after: toSide(after) })).toMatchObject({ gained, lost });
});

test('a role whose capabilities are unknown gives itself', () => {
  const { gained } = effect({ after: toSide([{ capabilities: [] }], ['r']) });
  expect(gained).toEqual([{ capabilities: ['role r'], places: places('i') }]);
});

test('the trust of an identity has what the policy gained, if it is known', () => {
  const trust = { address: 'a', relation: 'wider', outsiders: [] };
  expect(effect({ trustPolicyChanges: [trust] }).trust).toEqual([trust]);
  expect(effect({ trustPolicyChanges: [{ ...trust, gained: 'x' }] }).trust).toEqual([{ ...trust, gained: 'x' }]);
});

const row = (index: number) => ({
  ...{ identity: `i${index}`, group: 'g', except: ['a', 'b'], capabilities: ['c', 'd'] },
  through: [
    { source: 'role_binding', role: 'r', group: 'g' },
    { source: 'group_invite', role: 's', group: 'g' },
  ],
});
const reversed = ({ except, capabilities, through, ...rest }: ReturnType<typeof row>) => ({
  ...rest,
  except: except.toReversed(),
  capabilities: capabilities.toReversed(),
  through: through.toReversed(),
});

test('the hash of the rows depends on no order, and on each of their facts', () => {
  const rows = [row(1), row(2)];
  const hash = (gained: readonly object[], lost: readonly object[] = []) => effect({ access: { gained, lost } }).access;
  expect(hash(rows.map(reversed).toReversed())).toBe(hash(rows));
  const others = [
    ...[{ identity: 'x' }, { group: 'x' }, { except: ['a'] }, { capabilities: ['c'] }, { through: [] }],
    ...Object.keys(row(1).through[0] ?? {}).map((name) => ({ through: [{ ...row(1).through[0], [name]: 'x' }] })),
  ];
  const hashes = others.map((other) => hash([{ ...row(1), ...other }, row(2)]));
  expect(new Set([...hashes, hash(rows), hash([row(1)], [row(2)]), hash([], rows), hash([])]).size).toBe(12);
});
