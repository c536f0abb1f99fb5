import fc from 'fast-check';

const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));

/** A segment of a uid beneath the root. */
export const segment = hex(16);

/** Uids of roots, and of what lies up to five levels beneath. Roots are few, so that several share one. */
export const uid = fc
  .tuple(fc.constantFrom('a'.repeat(40), 'b'.repeat(40)), fc.array(fc.constantFrom('1', '2', '3'), { maxLength: 5 }))
  .map(([root, below]) => [root, ...below.map((digit) => digit.repeat(16))].join('/'));

/** Uids with any digits. */
export const anyUid = fc
  .tuple(hex(40), fc.array(segment, { maxLength: 8 }))
  .map(([root, below]) => [root, ...below].join('/'));
