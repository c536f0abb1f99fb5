/**
 * Finds the common beginning of the names of all owners whose tokens a match accepts: a pattern with a forgotten slash
 * accepts the owners whose names begin with the intended name.
 */
import { type Automaton, getBeginning, type Budget, UndecidedError } from '../claims';
import type { Issuer, TokenReach } from '../platforms/issuer';
import type { VariableValues } from './accepted-tokens';

interface Accepted {
  readonly rules: ReadonlyMap<string, Automaton>;
  readonly budget: Budget;
  /** The shape of the token that was found, and its values. */
  readonly shape: string;
  readonly values: VariableValues;
  /** Returns false if no token of the shape is accepted. */
  readonly mayBeAccepted: (shape: string) => boolean;
}

/** Returns the beginning, or `undefined` if the names of these owners have none, or if it is unknown. */
export function findOwnerBeginning(issuer: Issuer, reach: TokenReach, accepted: Accepted): string | undefined {
  const { rules, budget, shape, values, mayBeAccepted } = accepted;
  const { owner } = issuer;
  // Listed owners have fixed names.
  if (reach.whoByBeginning === undefined || owner === undefined || !values.endless.has(owner)) return undefined;
  const name = values.of.get(owner) ?? '';
  const find = (shapeId: string) => getBeginnings(owner, issuer.shapes[shapeId] ?? {}, rules, budget);
  try {
    const found = find(shape).filter((text) => text !== '' && name.startsWith(text));
    if (found.length === 0) return undefined;
    // Bounded: the issuer declares the shapes.
    const beginningsByShape = reach.shapes.filter(mayBeAccepted).map(find);
    return found
      .sort((a, b) => b.length - a.length)
      .find((text) => beginningsByShape.every((texts) => texts.some((other) => other.startsWith(text))));
  } catch (error) {
    // The token exists, also if its owners cannot be described.
    if (error instanceof UndecidedError) return undefined;
    throw error;
  }
}

/** Returns what each rule fixes from the first character of the owner on. It can be more than the name. */
function getBeginnings(
  owner: string,
  shape: Readonly<Record<string, string>>,
  rules: ReadonlyMap<string, Automaton>,
  budget: Budget,
): string[] {
  // Bounded: the issuer declares the claims.
  return Object.entries(shape).flatMap(([claim, template]) => {
    const rule = rules.get(claim);
    const before = template.slice(0, template.indexOf('{'));
    if (rule === undefined || !template.startsWith(`${before}{${owner}}`)) return [];
    const { text } = getBeginning(rule, budget);
    return text.startsWith(before) ? [text.slice(before.length)] : [];
  });
}
