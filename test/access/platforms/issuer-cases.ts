/** Checks that every test of an issuer needs: its documented tokens, and the users who can obtain a token. */
import type { TokenMatch } from '../../../src/access/claims';
import { obtainableTokens, type Issuer, type OutsiderOptions } from '../../../src/access/trust';

export const UUID = '01234567-89ab-cdef-0123-456789abcdef';

/** A token as documented: the id of the issuer, the shape, and claims. */
export type Documented = readonly [string, string, Readonly<Record<string, string>>];

/** Returns the issuer with a single shape, which anybody can have minted. */
export const withOnly = (issuer: Issuer, shape: string): Issuer => ({
  ...issuer,
  reaches: [{ id: 'anybody', who: 'anybody', outsider: true, shapes: [shape] }],
});

/** Declares the tests that the issuers mint the tokens of their documentation, and that each issuer has such a token. */
export function mintsDocumentedTokens(issuers: readonly Issuer[], documented: readonly Documented[]): void {
  test.each(issuers.map(({ id }) => id))('%s is shown by a token of its documentation', (id) => {
    expect(documented.map(([shown]) => shown)).toContain(id);
  });

  test.each(documented)('%s mints the documented token, as %s', (id, shape, token) => {
    const issuer = issuers.find((one) => one.id === id)!;
    const match = Object.fromEntries(Object.entries(token).map(([claim, exact]) => [claim, { exact }]));
    const minted = (of: string) => obtainableTokens(match, { issuers: [withOnly(issuer, of)] }).obtainable[0];
    expect(minted(shape)).toMatchObject({ token, assumed: [] });
  });
}

/** Returns `reach subject` of each way to an accepted token, outsiders with a mark. */
export function reached(match: TokenMatch, options: OutsiderOptions = {}): string[] {
  const { obtainable, unknown } = obtainableTokens(match, { ...options });
  expect(unknown).toEqual([]);
  return obtainable.map(({ reach, outsider, token }) => `${outsider ? '! ' : ''}${reach} ${token['sub']}`);
}
