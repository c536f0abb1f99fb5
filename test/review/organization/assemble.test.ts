/** Tests that the organization keeps what does not change: the rest of the review then does its work once for both sides. */
import { readPlan } from '../../../src/review';
import { assemble, type ReviewedOrganization } from '../../../src/review/organization/assemble';
import { corpusTexts } from '../corpus';

const organizationOf = (name: string): ReviewedOrganization =>
  assemble(corpusTexts(name).map(({ text, name: plan }) => readPlan(text, plan)));

test.each(['nothing-to-do', 'binding-imported'])(
  '%s: without a change, the organization afterwards is the one before',
  (name) => {
    const { before, after } = organizationOf(name);
    expect(before.size).toBeGreaterThan(2);
    expect(after).toBe(before);
  },
);

test('one change makes another organization, with the same instances of all other objects', () => {
  const { before, after, transitions } = organizationOf('claim-any-branch');
  expect(after).not.toBe(before);
  const changed = new Set(
    transitions.flatMap(({ change }) => (change.actions.includes('update') ? change.address : [])),
  );
  expect([...changed]).toEqual(['platform_identity.ci']);
  for (const [id, { instances }] of after)
    expect(before.get(id)?.instances[0] === instances[0]).toBe(!changed.has(instances[0].address));
});

test('a deletion makes another organization', () => {
  const { before, after } = organizationOf('destroy-all');
  expect(after.size).toBeLessThan(before.size);
});
