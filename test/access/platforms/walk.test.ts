// @slow
/**
 * Walks every issuer of every platform, each claim of its tokens, and the values {ours, foreign, absent} of the claim. The
 * tables of the platforms alone decide what is walked, so a new platform is covered by its file. If the embedded API lets a
 * stranger in, the answer must name a token that the platform can issue to a stranger, and the embedded API must accept it.
 */
import {
  AWS_CALLER_IDENTITY,
  refusedClaim,
  type ClaimRule,
  type Token,
  type TokenMatch,
} from '../../../src/access/claims';
import { ISSUERS, obtainableTokens, undeclaredIssuer, type Issuer, type TokenShape } from '../../../src/access/trust';
import { withOnly } from './issuer-cases';
import { createEveryIssuer, type EveryIssuer } from './every-issuer';
import { getFields, filled, hasTexts, strangersOf, createToken, walkedOf, type Walked } from './strangers';

jest.setTimeout(600_000);

const VALUES = ['ours', 'foreign', 'absent'] as const;

const walked = ISSUERS.filter(({ mintsAnything = false }) => !mintsAnything).map(walkedOf);

interface Cell {
  readonly name: string;
  readonly match: TokenMatch;
}

const exact = (text: string): ClaimRule => ({ exact: text });
const quoted = (text: string) => text.replace(/[\\^$.+*?()|[\]{}]/g, '\\$&');

/** Returns the shapes of an issuer. Later issuers of a platform have the shapes of the first one. */
function shapesOf({ id, platform, shapes }: Issuer): (readonly [string, TokenShape])[] {
  const all = Object.entries(shapes);
  const first = ISSUERS.find((issuer) => issuer.platform === platform);
  return platform === undefined || first?.id === id ? all : all.slice(0, 1);
}

/** The claim alone, and the claim with all other claims of a token of ours. */
function cellsOf({ issuer, ours, foreign }: Walked): Cell[] {
  const cells = new Map<string, Cell>();
  const patterns = Object.fromEntries(Object.entries(issuer.variables).map(([name, { is }]) => [name, `(${is})`]));
  for (const [shapeName, shape] of shapesOf(issuer)) {
    const { iss = '', sub = '' } = shape;
    const anyIss = { pattern: `^${filled(quoted(iss).replace(/\\\{(\w+)\\\}/g, '{$1}'), patterns)}$` };
    const given: TokenMatch = Object.fromEntries(
      Object.entries(createToken(shape, ours)).map(([claim, text]) => [claim, exact(text ?? '')]),
    );
    for (const [claim, text] of Object.entries(shape))
      for (const value of VALUES) {
        const rule: TokenMatch =
          value === 'absent' ? {} : { [claim]: exact(filled(text, value === 'ours' ? ours : foreign)) };
        const open: TokenMatch = { iss: exact(filled(iss, ours)), ...(sub !== '' && { sub: { pattern: '^.*$' } }) };
        const without: TokenMatch =
          claim === 'iss' ? { iss: anyIss } : claim === 'sub' ? { sub: { pattern: '^.*$' } } : {};
        const alone = { ...open, ...without, ...rule };
        const { [claim]: _, ...others } = given;
        for (const [context, match] of [
          ['alone', alone],
          ['with the others', { ...others, ...without, ...rule }],
        ] as const) {
          // The API compares no empty text: the tokens of the shape do not have the claim.
          if (JSON.stringify(rule) === JSON.stringify({ [claim]: exact('') })) continue;
          // The same claim of another shape.
          const key = `${context} ${claim} ${value} ${value === 'absent' && context === 'alone' ? '' : text}`;
          if (!cells.has(key)) cells.set(key, { name: `${shapeName}: ${claim} ${value}, ${context}`, match });
        }
      }
  }
  return [...cells.values()];
}

/** The tokens in the answer. An issuer that nobody declares can issue every token of its platform. */
function answerOf({ issuer, owners, declared }: Walked, match: TokenMatch): Token[] {
  const options = { anchored: true, ...(owners.length > 0 && { owners }) };
  const { obtainable, unknown } = obtainableTokens(match, { ...options, issuers: [issuer] });
  expect(unknown).toEqual([]);
  const named = obtainable.filter(({ outsider, reach }) => outsider && reach === 'anybody').map(({ token }) => token);
  const found = undeclaredIssuer(match, { anchored: true, declared });
  if (named.length > 0 || found === undefined || !('issuer' in found)) return named;
  const { shownBy: _, ...shown } = issuer;
  const all = Object.keys(issuer.shapes).map((name) => withOnly(shown, name));
  return obtainableTokens({ ...match, iss: exact(found.issuer) }, { anchored: true, issuers: all }).obtainable.map(
    ({ token }) => token,
  );
}

describe('the walk', () => {
  let api: EveryIssuer;
  beforeAll(async () => {
    api = await createEveryIssuer();
  });
  afterAll(() => api.close());

  /** No one can sign the requests of AWS, so the model of the exchange decides about them. */
  const accepted = async (match: TokenMatch, tokens: readonly Token[]): Promise<readonly Token[]> =>
    JSON.stringify(match).includes(AWS_CALLER_IDENTITY)
      ? tokens.filter((token) => refusedClaim(match, token, { anchored: true }) === undefined)
      : api.accepted(getFields(match), tokens);

  test.each(walked.map((one) => [one.issuer.id, one] as const))('%s', async (_, one) => {
    const wrong: string[] = [];
    let entered = 0;
    const cells = cellsOf(one);
    for (const { name, match } of cells) {
      const [stranger] = await accepted(
        match,
        strangersOf(one, match).filter((token) => hasTexts(token, match)),
      );
      if (stranger !== undefined) entered++;
      const answer = answerOf(one, match);
      const usable = answer.length === 0 ? [] : await accepted(match, answer);
      const text = (token: Token | undefined) => token && JSON.stringify(token);
      if (answer.length !== usable.length || (stranger !== undefined) !== usable.length > 0)
        wrong.push(
          `${name}: a stranger enters with ${text(stranger)}, and the answer is ${text(answer[0])}, for ${JSON.stringify(match)}`,
        );
    }
    expect(wrong).toEqual([]);
    expect(entered).toBeGreaterThan(0);
  });
});
