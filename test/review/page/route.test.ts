import fc from 'fast-check';
import { linkTo, readRoute } from '../../../src/review/page/route';

test.each([
  [{ view: 'overview' }, '#/overview'],
  [{ view: 'tree' }, '#/tree'],
  [{ view: 'object', id: 12 }, '#/object/12'],
  [{ view: 'ask' }, '#/ask'],
  [{ view: 'ask', who: 'acme/ci', what: 'roles.*' }, '#/ask?who=acme%2Fci&what=roles.*'],
] as const)('%j is %s', (route, link) => {
  expect(linkTo(route)).toBe(link);
  expect(readRoute(link)).toEqual(route);
});

test('any question survives in the address', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' });
  fc.assert(
    fc.property(text, text, (who, where) => {
      expect(readRoute(linkTo({ view: 'ask', who, where }))).toEqual({ view: 'ask', who, where });
    }),
  );
});

test('replaces halves of characters, which no address can contain', () => {
  expect(readRoute(linkTo({ view: 'ask', who: 'a\ud83d' }))).toEqual({ view: 'ask', who: 'a\ufffd' });
});

test.each(['', '#', '#/', '#/nothing', '#/object', '#/object/x', '#/object/-1', '#/object/99999999999'])(
  'an invalid address, %j, leads to the overview',
  (hash) => {
    expect(readRoute(hash)).toEqual({ view: 'overview' });
  },
);
