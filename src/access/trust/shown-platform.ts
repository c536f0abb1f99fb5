/** Decides if a trust policy shows the platform of an issuer that any server can be. */
import { type Automaton, type Budget, getBeginning, UndecidedError } from '../claims';
import { onceFor } from '../../base/cache/once-for';
import { SERVICES } from '../platforms/issuers';
import type { Issuer, TokenShape } from '../platforms/issuer';
import { createMinting } from './accepted-tokens';
import { getAddresses } from './undeclared';

/** Returns false if neither the host, a claim nor fixed text of the subject shows that an issuer has this platform. */
export function isShown(issuer: Issuer, rules: ReadonlyMap<string, Automaton>, budget: Budget): boolean {
  const { shownBy } = issuer;
  const [iss, sub] = [rules.get('iss'), rules.get('sub')];
  if (shownBy === undefined || iss === undefined) return true;
  const shapes = Object.values(issuer.shapes);
  // Bounded: linear in the claims of the plan, and the issuer declares the shapes.
  const others = [...rules.keys()].filter((claim) => !['iss', 'sub', 'aud'].includes(claim));
  // Bounded: the same.
  if (others.some((claim) => shapes.some((shape) => claim in shape))) return true;
  try {
    if (new RegExp(`^https://[^/]*${shownBy}`).test(getBeginning(iss, budget).text)) return true;
    if (sub === undefined) return false;
    // Bounded: the platforms declare their issuers.
    const refused = new Map([
      ['iss', SERVICES.flatMap(getAddresses)],
      [BARE, [sub]],
      [OTHER_WORDS, [sub]],
    ]);
    // Bounded: the issuer declares the shapes.
    return shapes.some(
      (shape) => createMinting(issuer, withBareSubject(shape), rules, budget, refused).find() !== undefined,
    );
  } catch (error) {
    if (error instanceof UndecidedError) return true;
    throw error;
  }
}

/** The subject without its words, and with other ones. A rule that accepts one of them as well does not require the words. */
const BARE = 'bare subject';
const OTHER_WORDS = 'subject with other words';
const withBareSubject = onceFor(({ iss = '', sub = '' }: TokenShape): TokenShape => ({
  iss,
  sub,
  [BARE]: sub.replace(/(^|\})[^{}]*[a-z][^{}]*/g, '$1'),
  [OTHER_WORDS]: sub.replace(/(^|\})[^{}]+/g, (words) => words.replace(/[a-z]/g, 'x')),
}));
