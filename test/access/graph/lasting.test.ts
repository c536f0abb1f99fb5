/** Tests the access that remains in every part of a change. */
import fc from 'fast-check';
import { capabilitiesAt, createAccessGraph, type AccessInput } from '../../../src/access/graph';
import { createLastingGraph } from '../../../src/access/graph/lasting';

const NAMES = ['groups.list', 'repo.create', 'roles.list'] as const;
const identities = ['ann', 'bob'].map((name) => ({ key: name, name, group: 'g' }));

interface Drawn {
  /** The capabilities of each role as bits; 0 without the role. */
  readonly roles: readonly number[];
  /** The identity and the role of each grant; absent without the grant. */
  readonly grants: readonly ({ readonly identity: string; readonly role: number } | null)[];
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  roles: fc.array(fc.nat({ max: 7 }), { minLength: 2, maxLength: 2 }),
  grants: fc.array(fc.option(fc.record({ identity: fc.constantFrom('ann', 'bob'), role: fc.nat({ max: 1 }) })), {
    minLength: 3,
    maxLength: 3,
  }),
});

function inputOf({ roles, grants }: Drawn): AccessInput {
  return {
    groups: [{ key: 'g', name: 'acme' }],
    identities,
    roles: roles.map((bits, at) => ({
      key: `r${at}`,
      name: `r${at}`,
      group: 'g',
      capabilities: NAMES.filter((_, bit) => (bits & (1 << bit)) !== 0),
    })),
    grants: grants.flatMap((grant, at) =>
      grant === null ? [] : [{ key: `b${at}`, identity: grant.identity, role: `r${grant.role}`, group: 'g' }],
    ),
  };
}

test('a capability remains exactly if every part of the change has it', () => {
  fc.assert(
    fc.property(drawn, drawn, (before, after) => {
      const both = [...before.roles.keys()].map((at) => [before.roles[at], after.roles[at]] as const);
      const grants = [...before.grants.keys()].map((at) => [before.grants[at], after.grants[at]] as const);
      const parts = Array.from({ length: 2 ** 5 }, (_, done) =>
        createAccessGraph(
          inputOf({
            roles: both.map((versions, at) => versions[(done >> at) & 1] ?? 0),
            grants: grants.map((versions, at) => versions[(done >> (2 + at)) & 1] ?? null),
          }),
        ),
      );
      const [first, last] = [createAccessGraph(inputOf(before)), createAccessGraph(inputOf(after))];
      const lasting = createLastingGraph(first, last, { isOfInterest: () => true, successors: new Map() }) ?? first;
      for (const { key } of identities) {
        const held = parts.map((part) => capabilitiesAt(part, key, 'g'));
        const remaining = NAMES.filter((name) => held.every((one) => one.includes(name)));
        expect([...capabilitiesAt(lasting, key, 'g')]).toEqual(remaining);
      }
    }),
    { numRuns: 300 },
  );
});
