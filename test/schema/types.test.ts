import type { group, identity, roleBinding } from '../../src/resources';
import type { Create, Resource, Update } from '../../src/schema';

/** Compiles, or does not: the types that follow from the declarations. */
describe('the types that follow from a declaration', () => {
  it('lets a create carry inputs only and demands the required ones', () => {
    const created: Create<typeof group> = { name: 'engineering' };
    // @ts-expect-error name is required
    const nameless: Create<typeof group> = { description: 'x' };
    // @ts-expect-error only the service verifies
    const verified: Create<typeof group> = { name: 'x', verified: true };
    expect([created, nameless, verified]).toHaveLength(3);
  });

  it('lets an update carry any of the inputs', () => {
    const update: Update<typeof roleBinding> = { roleUid: 'a' };
    const claims: Update<typeof identity> = { claimMatch: { issuer: 'https://a', claims: { a: 'b' } } };
    expect([update, claims]).toHaveLength(2);
  });

  it('gives an answer its zero values and leaves messages and timestamps optional', () => {
    const describe = (answer: Resource<typeof group>): string =>
      answer.description + String(answer.resourceLimits['idps']);
    const issuer = (answer: Resource<typeof identity>): string | undefined => answer.claimMatch?.issuer;
    const named = (answer: Resource<typeof roleBinding>): string | undefined => answer.role?.name;
    expect([describe, issuer, named]).toHaveLength(3);
  });
});
