import fc from 'fast-check';
import { CAPABILITIES, nearest } from '../../../src/model/api';

const roles = ['console_viewer', 'viewer', 'editor', 'limited_owner', 'owner', 'registry.pull'];

describe('The nearest of several names', () => {
  it.each([
    ['viewr', 'viewer'],
    ['veiwer', 'viewer'],
    ['Viewer', 'viewer'],
    ['onwer', 'owner'],
    ['registry_pull', 'registry.pull'],
    ['limitedowner', 'limited_owner'],
  ])('to %s is %s', (name, wanted) => {
    expect(nearest(name, roles)).toBe(wanted);
  });

  it.each(['admin', '', 'x', 'ow', 'reader', 'pull'])('to %j is none of the roles', (name) => {
    expect(nearest(name, roles)).toBeUndefined();
  });

  it('is the closest one in any order, and of several equally close ones the first', () => {
    expect(nearest('role_binding.lst', ['roles.list', 'role_bindings.list'])).toBe('role_bindings.list');
    expect(nearest('cat', ['car', 'cap'])).toBe('car');
    expect(nearest('cat', ['cart', 'cat'])).toBe('cat');
  });

  it('is found after any one letter was lost, doubled or exchanged with its neighbour', () => {
    const slip = fc.constantFrom(...CAPABILITIES).chain((name) =>
      fc.tuple(fc.constant(name), fc.nat(name.length - 2)).map(([whole, index]) => ({
        whole,
        slips: [
          whole.slice(0, index) + whole.slice(index + 1),
          whole.slice(0, index + 1) + whole.slice(index),
          whole.slice(0, index) + whole.charAt(index + 1) + whole.charAt(index) + whole.slice(index + 2),
        ],
      })),
    );
    fc.assert(
      fc.property(slip, ({ whole, slips }) => {
        for (const name of slips) expect(nearest(name, [whole])).toBe(whole);
      }),
    );
  });
});
