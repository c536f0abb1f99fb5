/** Names the owners of accepted tokens that no declaration contains, if the match fixes their names. */
import { UndecidedError } from '../claims';
import { few, nounFor, plural } from '../../base/text/words';
import type { Issuer, OwnerInWords, ReachId } from '../platforms/issuer';
import type { Minting } from './accepted-tokens';
import { declaredOwnerValues, listValues, undeclaredValues } from './owners';

interface Described {
  readonly reach: ReachId;
  readonly who: string;
  readonly names?: readonly string[];
}

/**
 * Returns the tokens of an issuer. Those of anybody are described by their owners, unless they can have any other owner: a name that
 * others can take over is no access for everyone.
 */
export function nameOwners<T extends Described>(
  obtainable: readonly T[],
  issuer: Issuer,
  owners: readonly string[],
  minting: (shape: string) => Minting,
): readonly T[] {
  const { ownerInWords, owner, ownerId = '' } = issuer;
  // Bounded: the issuer declares its kinds of people.
  const isAboutOwners = obtainable.some(({ reach, names }) => reach === 'anybody' && names === undefined);
  if (ownerInWords === undefined || !isAboutOwners) return obtainable;
  const declared = declaredOwnerValues(issuer, owners);
  const names = findUndeclared(issuer, declared, minting);
  if (names.length === 0) return obtainable;
  // Bounded: the same.
  const canBeClaimed = obtainable.some(({ reach }) => reach === 'recycled-name');
  // Without a name, there is no other owner with the same one.
  const isById = owner !== undefined && declared.has(ownerId);
  const who = canBeClaimed && isById ? describeHolders(ownerInWords, names) : undeclaredText();
  // Bounded: the issuer declares its kinds of people.
  return obtainable.map((token) => (token.reach === 'anybody' ? { ...token, who, names } : token));

  function undeclaredText(): string {
    const why = isById ? 'with an id that is not declared in owners' : 'not declared in owners';
    const [name, owner] = ownerInWords as OwnerInWords;
    // A role is called owner, too.
    const noun = owner === 'owner' ? 'repository owner' : owner;
    const claimed = names.length === 1 ? `its ${name}` : `one of their ${plural(name)}`;
    return `the ${nounFor(names.length, noun)} ${few(names)} (${why})${canBeClaimed ? ` and anyone who claims ${claimed} after its release` : ''}`;
  }
}

/** Returns the people who control a name. Only ids are declared, so the present owner of the name may be a stranger. */
function describeHolders([name, owner]: OwnerInWords, names: readonly string[]): string {
  const count = names.length;
  const [present, claimed] =
    count === 1
      ? ['its present owner, if that is not yours,', `the ${name}`]
      : ['their present owners, if these are not yours,', `one of the ${plural(name)}`];
  return `anyone who controls the ${nounFor(count, name)} of the ${nounFor(count, owner)} ${few(names)} (${present} and anyone who claims ${claimed} after its release)`;
}

/** Returns the undeclared owners; none if a token can have any owner, or if it is too expensive to decide. */
function findUndeclared(
  issuer: Issuer,
  declared: ReadonlyMap<string, readonly string[]>,
  minting: (shape: string) => Minting,
): readonly string[] {
  const { reaches, ownerId = '', owner = ownerId } = issuer;
  const found = new Set<string>();
  try {
    // Bounded: the issuer declares its kinds of people and the shapes.
    for (const shape of reaches.find(({ id }) => id === 'anybody')?.shapes ?? []) {
      const of = minting(shape);
      const excluded = undeclaredValues(of, issuer, declared);
      if (of.find(excluded) === undefined) continue;
      const names = of.isRuled(owner) ? listValues(of, owner, excluded) : [];
      if (names.length === 0) return [];
      for (const name of names) found.add(name); // Bounded: LISTED values.
    }
  } catch (error) {
    if (error instanceof UndecidedError) return [];
    throw error;
  }
  return [...found];
}
