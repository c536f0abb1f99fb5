/** The tests of every platform: the claims of its trust, the token of the intended workload, and tokens of others. */
import fc from 'fast-check';
import { Trust, type TrustData } from '../../../constructs';
import type { Token } from '../../../src/access/claims';
import { accepts, policyOf, trustProblems } from '../../constructs/trust/trusting';

export { one, two } from './platform-table';

export interface PlatformCase {
  readonly trust: TrustData;
  /** The policy, as the documentation of the platform requires it. */
  readonly policy: object;
  readonly intended: Token;
  /** Tokens of others: what differs from the intended one. */
  readonly others: readonly Token[];
}

/** Declares the tests of the cases of a platform. */
export function testTrusts(cases: readonly PlatformCase[]): void {
  describe.each(cases.map((platformCase) => [JSON.stringify(platformCase.trust), platformCase] as const))(
    '%s',
    (_, { trust, ...expected }) => {
      const made = Trust.of(trust);

      it('has the claims of the platform, and accepts no outsiders', () => {
        expect(policyOf(made)).toEqual(expected.policy);
        expect(trustProblems(made)).toEqual([]);
      });

      it('accepts the token of the intended workload, and no token of others', () => {
        expect(accepts(made, expected.intended)).toBe('accepted');
        for (const other of expected.others)
          expect(Object.keys(other)).toContain(accepts(made, { ...expected.intended, ...other }));
      });

      it('accepts exactly the described token for any names: a token with one other character is refused', () => {
        const name = fc.stringMatching(/^[a-z][a-z0-9]{2,9}$/);
        const character = fc.constantFrom('', 'a', 'Z', '0', '-', '.', '/', ':', '*', '\n');
        fc.assert(
          fc.property(name, name, fc.nat(), fc.nat(), fc.nat(2), character, (acme, shop, which, at, cut, inserted) => {
            const renamed = <T>(value: T): T =>
              JSON.parse(JSON.stringify(value).replaceAll('acme', acme).replaceAll('shop', shop)) as T;
            const [named, intended] = [Trust.of(renamed(trust)), renamed(expected.intended)];
            expect(accepts(named, intended)).toBe('accepted');
            const fixed = fixedTexts(renamed(expected.policy));
            for (const { claim } of fixed)
              expect(accepts(named, { ...intended, [claim]: `x${String(intended[claim])}` })).toBe(claim);
            const { claim, text, isWhole } = fixed[which % fixed.length]!;
            const place = at % text.length;
            const value = String(intended[claim]);
            const mutated = `${value.slice(0, place)}${inserted}${value.slice(place + cut)}`;
            fc.pre(isWhole ? mutated !== value : !mutated.startsWith(text));
            expect(accepts(named, { ...intended, [claim]: mutated })).toBe(claim);
          }),
          { numRuns: 25 },
        );
      });
    },
  );
}

/** Declares a test for each trust that lets outsiders in: its name, and the outsiders in the message. */
export function testOutsiders(cases: readonly [name: string, trust: TrustData, who: string][]): void {
  test.each(cases)('%s lets outsiders in', (_, trust, who) => {
    expect(trustProblems(Trust.of(trust))).toEqual([
      expect.stringMatching(
        new RegExp(`^assumedBy accepts outsiders: .*${who}.* can assume the identity with the token \\{`),
      ),
    ]);
  });
}

/** Declares a test for each mistake: its name, and a part of the message. */
export function testMistakes(cases: readonly [name: string, trust: object, problem: string][]): void {
  test.each(cases)('%s is an error', (_, trust, problem) => {
    expect(trustProblems(Trust.of(trust as TrustData))).toEqual([expect.stringContaining(problem)]);
  });
}

/** Returns the texts of claims that a policy compares: whole values, and the literal beginnings of patterns. */
function fixedTexts(policy: object): { claim: string; text: string; isWhole: boolean }[] {
  const [fields] = Object.values(policy) as [Record<string, string | Record<string, string>>];
  const names = { issuer: 'iss', audience: 'aud', awsAccount: 'account', subject: 'sub', arn: 'arn', userId: 'userId' };
  return Object.entries(fields).flatMap(([field, value]) => {
    const isWhole = !/Patterns?$/.test(field);
    const fixed = (text: string): string => {
      const [, prefix = ''] = /^\^((?:\\.|[^\\^$.*+?()[\]{}|])*)/.exec(text) ?? [];
      return isWhole ? text : prefix.replaceAll(/\\(.)/g, '$1');
    };
    if (typeof value !== 'string')
      return Object.entries(value).map(([claim, text]) => ({ claim, text: fixed(text), isWhole }));
    return [{ claim: names[field.replace(/Pattern$/, '') as keyof typeof names], text: fixed(value), isWhole }];
  });
}
