import { BUILT_IN_ROLES } from '../../../src/model/api';
import type { ReviewConfiguration, ReviewOptions } from '../../../src/review';
import { type EditedObjects, reviewEdit } from '../edited-plan';
import { reviewOf } from '../corpus';

test('an applying identity that loses access for the next plan is reported', () => {
  const lockout = (configuration: ReviewConfiguration) =>
    reviewOf('owner-removed', { configuration }).findings.filter(({ id }) => id === 'self-lockout');
  expect(lockout({ appliesAs: 'acme/payments/ci' })).toEqual([]);
  expect(lockout({ appliesAs: 'acme/deployer' }).map(({ reason }) => reason)).toEqual([
    'acme/deployer, the applying identity, loses role_bindings.delete. This plan or the next one needs it.',
  ]);
  const [gone] = reviewOf('destroy-all', { configuration: { appliesAs: 'acme/deployer' } }).findings;
  expect(gone).toMatchObject({ id: 'self-lockout', reason: 'The plan deletes acme/deployer, the applying identity.' });
});

const owner = {
  type: 'role',
  in: 'acme',
  values: { capabilities: BUILT_IN_ROLES.find(({ name }) => name === 'owner')!.capabilities },
};
const person = { type: 'identity', in: 'acme' };
const organization: EditedObjects = { acme: { type: 'group' }, owner, ann: person, bob: person, cai: person };
const owns = (identity: string) => ({ type: 'role_binding', in: 'acme', identity, role: 'owner' });
const review = (before: EditedObjects, after: EditedObjects, options: ReviewOptions = {}) =>
  reviewEdit({ ...organization, ...before }, { ...organization, ...after }, options).findings.flatMap(
    ({ id, severity, reason }) =>
      id === 'last-owners' || id === 'self-lockout' ? [`${severity} ${id}: ${reason}`] : [],
  );

test('an organization without its former owner before the next one gets the role is reported', () => {
  expect(review({ a: owns('ann'), b: owns('bob') }, { a: owns('ann'), c: owns('cai') })).toEqual([
    'medium last-owners: If the apply stops early: acme/bob no longer owns acme. Remaining owners in the plans: acme/ann. The minimum is 2. Split the change: apply the part that gives access first.',
  ]);
  // The former owner remains until the end of the change.
  expect(review({ a: owns('ann'), b: owns('bob') }, { a: owns('ann'), b: owns('bob'), c: owns('cai') })).toEqual([]);
});

test('an applying identity that loses its access half way is reported, and not if one of its grants remains', () => {
  const configuration = { appliesAs: 'acme/ann', minimumOwners: 1 };
  const others = { b: owns('bob') };
  const admin = { ...owner, values: { capabilities: [...owner.values.capabilities] } };
  const bound = { type: 'role_binding', in: 'acme', identity: 'ann', role: 'admin' };
  expect(review({ ...others, a: owns('ann'), admin }, { ...others, c: bound, admin }, { configuration })).toEqual([
    expect.stringMatching(/^medium self-lockout: If the apply stops early: acme\/ann, the applying identity, loses /),
  ]);
  expect(
    review({ ...others, a: owns('ann') }, { ...others, a: owns('ann'), c: bound, admin }, { configuration }),
  ).toEqual([]);
});
