import fc from 'fast-check';
import {
  ancestorUids,
  checkedUid,
  commonAncestor,
  isDescendant,
  isUid,
  isWithin,
  parentUid,
  rootUid,
  uidProblem,
} from '../../../src/model/api';
import { anyUid, segment, uid } from './arbitrary-uid';

const root = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';

describe('a uid', () => {
  it('is 40 lowercase hexadecimal digits, then any number of segments of 16', () => {
    fc.assert(fc.property(anyUid, (value) => isUid(value) && uidProblem(value) === undefined));
  });

  it.each([
    '',
    root.toUpperCase(),
    root.slice(1),
    `${root}0`,
    `${root}/`,
    `/${root}`,
    `${root}//0123456789abcdef`,
    `${root}/0123456789abcde`,
    `${root}/0123456789abcdeg`,
    `${root}/../0123456789abcdef`,
    `${root}/0123456789abcdef\n`,
    ` ${root}`,
    `${root}%2F0123456789abcdef`,
    `${root}?x=1`,
    `${root}'`,
  ])('is not %j', (text) => {
    expect(isUid(text)).toBe(false);
    expect(uidProblem(text)).toContain(`${JSON.stringify(text)} is not a uid`);
  });

  it('is no other type, and no long text is repeated whole', () => {
    expect([null, undefined, 7, {}, [root]].map((value) => uidProblem(value)?.split(' is not')[0])).toEqual([
      ...['a value of type null', 'a value of type undefined', 'a value of type number'],
      ...['a value of type object', 'a value of type object'],
    ]);
    expect(uidProblem('x'.repeat(10_000))?.length).toBeLessThan(400);
  });

  it('that is checked comes back, or the error says what it is of', () => {
    expect(checkedUid(root)).toBe(root);
    expect(() => checkedUid('x', 'Group.fromUid')).toThrow(
      new TypeError(uidProblem('x')?.replace(/^/, 'Group.fromUid: ')),
    );
  });
});

describe('the place that a uid says', () => {
  it('is beneath its parent, which is the uid without its last segment', () => {
    fc.assert(
      fc.property(uid, segment, (above, last) => {
        const below = `${above}/${last}`;
        expect(parentUid(below)).toBe(above);
        expect(isDescendant(below, above)).toBe(true);
        expect(isDescendant(above, below)).toBe(false);
        expect(rootUid(below)).toBe(rootUid(above));
      }),
    );
    expect([parentUid(root), rootUid(root), ancestorUids(root)]).toEqual([undefined, root, []]);
  });

  it('is not beneath itself, nor beneath a uid that merely begins alike', () => {
    fc.assert(
      fc.property(uid, uid, (one, other) => {
        expect(isDescendant(one, one)).toBe(false);
        expect(isWithin(one, one)).toBe(true);
        expect(isDescendant(one, other)).toBe(ancestorUids(one).includes(other));
        expect(isWithin(one, other)).toBe(one === other || isDescendant(one, other));
      }),
    );
    expect(isDescendant(`${root}0`, root)).toBe(false);
  });

  it('has its ancestors above it, the nearest first and the root last', () => {
    fc.assert(
      fc.property(uid, (value) => {
        const above = ancestorUids(value);
        expect(above).toHaveLength(value.split('/').length - 1);
        expect([value, ...above].slice(1)).toEqual(above.map((_, index) => parentUid([value, ...above][index]!)));
        expect(above.at(-1) ?? value).toBe(rootUid(value));
      }),
    );
  });

  it('shares with others the deepest uid that holds all of them', () => {
    fc.assert(
      fc.property(fc.array(uid, { minLength: 1, maxLength: 5 }), (uids) => {
        const shared = commonAncestor(uids);
        const holding = [uids[0]!, ...ancestorUids(uids[0]!)].filter((scope) =>
          uids.every((one) => isWithin(one, scope)),
        );
        expect(shared).toBe(holding[0]);
      }),
    );
    expect(commonAncestor([])).toBeUndefined();
  });
});
