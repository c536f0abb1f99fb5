/**
 * Recognizes a match that accepts every issuer with samples. The search of all platforms would exceed each budget, because such a
 * match excludes none of them, and its result would be the same.
 */
import { type Automaton, type Budget, reads, type Token } from '../claims';
import { anyIssuer } from '../platforms/any-issuer';
import { createMinting } from './accepted-tokens';

/** Addresses without anything in common: a pattern that accepts both names no issuer. */
const SAMPLES = ['https://b.io', 'https://any-name.any-domain.example/any/path'] as const;

/** Returns a token of an issuer of anybody; `undefined` if the match does not accept every issuer. Throws an `UndecidedError`. */
export function findOpenToken(rules: ReadonlyMap<string, Automaton>, budget: Budget): Token | undefined {
  const rule = rules.get('iss');
  if (rule === undefined || !SAMPLES.every((address) => reads(rule, address, budget))) return undefined;
  const minting = createMinting(anyIssuer, { iss: SAMPLES[0] }, rules, budget);
  const values = minting.find();
  return values && minting.createToken(values)?.token;
}
