import fc from 'fast-check';
import { isPlaceholderUid, isUid } from '../../../../src/model/api';
import { createPlaceholder, replaceUids, uidsIn } from '../../../../src/model/approval';

const root = 'c0ffee'.repeat(7).slice(0, 40);
const team = `${root}/${'1'.repeat(16)}`;
const ci = `${team}/${'2'.repeat(16)}`;

test('a placeholder has the form of a uid in its parent, and its mark', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(undefined, root, team), (key, parent) => {
      const placeholder = createPlaceholder(parent, key);
      expect([isUid(placeholder), isPlaceholderUid(placeholder)]).toEqual([true, true]);
      expect(placeholder.split('/').slice(0, -1).join('/')).toBe(parent ?? '');
      expect(createPlaceholder(parent, key)).toBe(placeholder);
    }),
  );
});

test('another place or another key is another placeholder', () => {
  const all = [
    createPlaceholder(undefined, 'a'),
    createPlaceholder(root, 'a'),
    createPlaceholder(team, 'a'),
    createPlaceholder(root, 'b'),
  ];
  expect(new Set(all.map((uid) => uid.slice(uid.lastIndexOf('/') + 1))).size).toBe(4);
});

test('uids are replaced at every depth, also in keys and within texts', () => {
  const replaced = replaceUids({ [ci]: [`bind ${ci}!`, { inner: team }], n: 1, none: null }, (uid) =>
    uid === ci ? 'CI' : undefined,
  );
  expect(replaced).toEqual({ CI: ['bind CI!', { inner: team }], n: 1, none: null });
});

test('the longest ancestor of a uid is replaced, and the rest of the uid stays', () => {
  const replacement = (uid: string) => ({ [root]: 'R', [team]: 'T' })[uid];
  expect(replaceUids(ci, replacement)).toBe(`T/${'2'.repeat(16)}`);
  expect(replaceUids(`${root}/${'3'.repeat(16)}`, replacement)).toBe(`R/${'3'.repeat(16)}`);
  expect(replaceUids('c0ffee', () => 'never')).toBe('c0ffee');
});

test('each uid of a value is found once', () => {
  expect(uidsIn({ a: [ci, `${ci} and ${root}`], [ci]: 'x' }).filter((uid) => uid === ci)).toEqual([ci]);
  expect(uidsIn('nothing')).toEqual([]);
  expect(uidsIn({ a: ci })).toContain(ci);
});

test('only whole uids are looked up, from the longest to the root', () => {
  const asked: string[] = [];
  replaceUids(`a ${ci}`, (uid) => {
    asked.push(uid);
    return undefined;
  });
  expect(asked).toEqual([ci, team, root]);
});

test('the digits of a placeholder are these, in every release', () => {
  expect([createPlaceholder(undefined, 'a'), createPlaceholder(root, 'a')]).toEqual([
    '000000001ad98cfc6e0ed6f94ecdf9ff7b9652b7',
    `${root}/0000000013c898bf`,
  ]);
});
