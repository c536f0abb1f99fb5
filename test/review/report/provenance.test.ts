import { readSynthesized } from '../../../src/review';
import { reviewOf } from '../corpus';

const stacks = [readSynthesized('{"resource":{}}', 'org')];

test('contains the names of the root groups', () => {
  expect(reviewOf('owner-added').provenance).toEqual({ organizations: ['acme'] });
});

test('contains the synthesized stack of a plan', () => {
  expect(reviewOf('owner-added', { stacks }).provenance?.stacks).toEqual(['org']);
});

test('prefers the given stacks, and keeps repository and commit', () => {
  const provenance = { stacks: ['prod'], repository: 'acme/infra', commit: 'c0ffee12' };
  expect(reviewOf('owner-added', { stacks, provenance }).provenance).toEqual({
    organizations: ['acme'],
    ...provenance,
  });
});
