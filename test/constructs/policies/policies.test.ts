import { Group, Policies, type DeclaredGroup, type PolicyCheck } from '../../../constructs';
import { whoCan } from '../../../src/access';
import { reported } from './reported';

const servicePrincipal = 'SERVICE_PRINCIPAL_INGESTER';

describe('a policy of your own', () => {
  it.each<[string, PolicyCheck]>([
    ['a Promise', async ({ groups }, report) => groups.forEach((group) => report(group, 'is bad'))],
    ['a list of problems', ({ groups }) => groups.map(({ path }) => `${path} is bad`) as never],
  ])('must not return %s, which nobody reads', (_, check) => {
    const build = () =>
      reported((stack) => {
        Group.root(stack, 'acme', { name: 'acme' });
        return Policies.custom('mine', check);
      });
    expect(build).toThrow(
      "Policy mine: the check returns a value, which nobody reads. Call report(object, 'problem') for each violation before the check ends.",
    );
  });

  it('can end with the last report, and needs an object for it', () => {
    const policy = (object?: DeclaredGroup) =>
      reported((stack) => {
        Group.root(stack, 'acme', { name: 'acme' });
        return Policies.custom(
          'mine',
          ({ groups }, report) => groups.map((one) => report(object ?? one, 'is bad')) as never,
        );
      });
    expect(policy()).toEqual(['error [org/acme] Policy mine: acme is bad.']);
    expect(() => policy('acme' as never)).toThrow(
      'Policy mine: the object, the first argument of report, must be a construct or a declared object; it is text.',
    );
  });

  it('sees the declared objects with their constructs, and reports at any of them', () => {
    const found = reported((stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      const ci = acme.addGroup('payments').addIdentity('ci', { servicePrincipal });
      acme.grant(ci, 'editor');
      return Policies.custom('mine', ({ groups, identities, roles, bindings, objects, graph }, report) => {
        expect(groups.map(({ path, depth, isManaged }) => [path, depth, isManaged])).toEqual([
          ['acme', 1, true],
          ['acme/payments', 2, true],
        ]);
        expect(identities.map(({ construct, group }) => [construct, group?.path])).toEqual([[ci, 'acme/payments']]);
        expect(roles.map(({ name, capabilities }) => [name, capabilities?.includes('repo.create')])).toEqual([
          ['editor', true],
        ]);
        expect(bindings.map(({ identity, role, group }) => [identity?.path, role?.name, group?.name])).toEqual([
          ['acme/payments/ci', 'editor', 'acme'],
        ]);
        expect(objects.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['Group', 'Identity', 'RoleBinding']));
        expect(whoCan(graph, 'repo.create', 'acme/payments').map(({ identity }) => identity.path)).toEqual([
          'acme/payments/ci',
        ]);
        report(groups[1]!, 'is not wanted');
        report(ci, 'This construct is not wanted');
        report.unknown(groups[0]!, 'nobody knows it');
      });
    });
    expect(found).toEqual([
      'warning [org/acme] Policy mine is inconclusive for acme: nobody knows it.',
      'error [org/acme/payments] Policy mine: acme/payments is not wanted.',
      'error [org/acme/payments/ci] Policy mine: This construct is not wanted.',
    ]);
  });

  it('has severities and exceptions like the others', () => {
    const found = reported((stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      for (const id of ['a', 'b', 'c']) acme.addGroup(id);
      const check: PolicyCheck = ({ groups }, report) => groups.forEach((group) => report(group, 'is not wanted'));
      return Policies.custom('none', check, {
        severity: 'warning',
        except: ['acme', acme.node.findChild('a'), 'org/acme/b'],
      });
    });
    expect(found).toEqual(['warning [org/acme/c] Policy none: acme/c is not wanted.']);
  });
});

test.each<[() => unknown, string]>([
  [
    () => Policies.maxDepth(0),
    'Policies.maxDepth: the first argument must be a whole number of at least 1; it is the number 0.',
  ],
  [
    () => Policies.ownersAtLeast(NaN),
    'Policies.ownersAtLeast: the first argument must be a whole number of at least 1',
  ],
  [
    () => Policies.naming('a' as never),
    'Policies.naming: the first argument must be a regular expression; it is text.',
  ],
  [
    () => Policies.naming(/a/, { kinds: ['Groups' as never] }),
    'Policies.naming: kinds must be a list of Group, Role, Identity, IdentityProvider, AccountAssociation; it is a list.',
  ],
  [() => Policies.uniqueNames({ kinds: 'Group' as never }), 'Policies.uniqueNames: kinds must be a list of'],
  [() => Policies.invariants(undefined as never), 'the file, the first argument, must be a path; it is undefined.'],
  [() => Policies.custom('', () => undefined), 'A policy: its name, the first argument, must be text; it is empty.'],
  [() => Policies.custom('x', 'y' as never), 'Policies.custom: the check, the second argument, must be a function'],
  [
    () => Policies.maxDepth(1, { severity: 'high' as never }),
    "Policy maxDepth(1): severity must be 'error' or 'warning'",
  ],
  [
    () => Policies.maxDepth(1, { excep: [] } as never),
    'Policy maxDepth(1): unknown prop `excep`; did you mean `except`?',
  ],
  [
    () => Policies.maxDepth(1, { except: 'acme' as never }),
    'except must be a list of paths and constructs; it is text.',
  ],
])('a wrong argument of a policy throws %#', (create, text) => {
  expect(create).toThrow(text);
});

test('wrong policies do not compile', () => {
  const lines = (group: DeclaredGroup) => [
    // @ts-expect-error the number of levels is missing
    Policies.maxDepth(),
    // @ts-expect-error a severity of findings is none of policies
    Policies.noBroadSubjects({ severity: 'high' }),
    // @ts-expect-error a file has no exceptions
    Policies.invariants('review.config.json', { except: [] }),
    // @ts-expect-error a role binding has no name
    Policies.naming(/a/, { kinds: ['RoleBinding'] }),
    // @ts-expect-error the problem is missing
    Policies.custom('x', (_, report) => report(group)),
    // @ts-expect-error the depth can be unknown
    Policies.custom('x', ({ groups }) => groups.map(({ depth }) => depth.toFixed())),
  ];
  expect(lines).toBeInstanceOf(Function);
});
