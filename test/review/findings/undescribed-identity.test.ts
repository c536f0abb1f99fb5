/** Grants to a uid that nothing describes: a colleague, a workload and a stranger look alike. */
import { reviewEdit, type EditedObjects } from '../edited-plan';

const stranger = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';

function organization(role?: 'reads' | 'writes', uid = stranger): EditedObjects {
  return {
    acme: { type: 'group' },
    reads: { type: 'role', in: 'acme', values: { capabilities: ['groups.list'] } },
    writes: { type: 'role', in: 'acme', values: { capabilities: ['repo.create'] } },
    ...(role !== undefined && {
      bound: { type: 'role_binding', in: 'acme', role, values: { identity_uid: uid } },
    }),
  };
}

const findIn = (before: EditedObjects, after: EditedObjects, configuration = {}) =>
  reviewEdit(before, after, { configuration }).findings.filter(({ id }) => id === 'undeclared-owner');

test.each([stranger, `${stranger}/0123456789abcdef`])('a grant to %s is reported, with and without owners', (uid) => {
  for (const configuration of [{}, { owners: ['github:1'], trustedIssuers: ['https://login.example'] }])
    for (const [role, severity] of [
      ['reads', 'medium'],
      ['writes', 'high'],
    ] as const)
      expect(findIn(organization(), organization(role, uid), configuration)).toMatchObject([
        { severity, reason: expect.stringContaining(`gets acme/${role} in acme, and nothing shows who it is.`) },
      ]);
});

test('existing access of such an identity is no finding of a change', () => {
  const before = organization('writes');
  expect(findIn(before, { ...before, shop: { type: 'group', in: 'acme' } })).toEqual([]);
});
