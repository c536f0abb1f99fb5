/**
 * Every organization of up to three groups, two identities and two roles, once for each class of permutations.
 *
 * A role holds one or both of two capabilities and is in any group; it can be bound there and beneath. Identities are in any
 * group if there are at most two groups, and in the root group if there are three: the group of an identity has no effect on
 * its access.
 */

/** The parent of each group by index; the first group is the root. */
export type Tree = readonly number[];

export const CAPABILITIES = ['groups.update', 'roles.create'] as const;
export const BOTH = [0, 1] as const;
/** The group of an identity or role that does not exist. */
export const ABSENT = -1;

const TREES: readonly Tree[] = [[-1], [-1, 0], [-1, 0, 0], [-1, 0, 1]];
export const MOST_GROUPS = 3;

type Two = readonly [number, number];

export interface State {
  readonly tree: Tree;
  /** The group of each identity. */
  readonly identities: Two;
  /** The group of each role. */
  readonly roles: Two;
  /** The capabilities of each role: bits; 0 if it does not exist. */
  readonly capabilities: Two;
  /** Bit `(group * 2 + identity) * 2 + role`. */
  readonly bindings: number;
}

/** The existing access: bit `(group * 2 + identity) * 2 + capability`. */
export type Answers = number;

/** Returns whether an identity can be in this group within the scope. */
export const canHoldIdentities = (tree: Tree, at: number): boolean =>
  at === ABSENT || at === 0 || tree.length < MOST_GROUPS;

export const bitsByCapability = (at: number, who: number, what: number): number => 1 << ((at * 2 + who) * 2 + what);

export const isBound = ({ bindings }: State, at: number, who: number, what: number): boolean =>
  (bindings & bitsByCapability(at, who, what)) !== 0;

export function isWithin(tree: Tree, at: number, scope: number): boolean {
  for (let group = at; group >= 0; group = tree[group] ?? -1) if (group === scope) return true;
  return false;
}

/** Returns the role bindings that the service accepts: of an existing identity, and of a role in its group or beneath. */
export function validBindings({ tree, identities, roles }: Omit<State, 'bindings' | 'capabilities'>): number {
  let valid = 0;
  for (const at of tree.keys())
    for (const who of BOTH)
      for (const what of BOTH)
        if (identities[who] !== ABSENT && roles[what] !== ABSENT && isWithin(tree, at, roles[what]))
          valid |= bitsByCapability(at, who, what);
  return valid;
}

/** A permutation of what is interchangeable; each flag swaps two. */
export interface Swap {
  readonly identities: number;
  readonly roles: number;
  readonly capabilities: number;
  /** The two children of the root. */
  readonly groups: number;
}

const swapsOfTrees = new Map<Tree, readonly Swap[]>(TREES.map((tree) => [tree, createSwaps(tree)]));

function swapsOf(tree: Tree): readonly Swap[] {
  return swapsOfTrees.get(tree) ?? createSwaps(tree);
}

function createSwaps(tree: Tree): Swap[] {
  const areSiblings = tree.length === 3 && tree[2] === 0;
  return BOTH.flatMap((identities) =>
    BOTH.flatMap((roles) =>
      BOTH.flatMap((capabilities) =>
        (areSiblings ? BOTH : [0]).map((groups) => ({ identities, roles, capabilities, groups })),
      ),
    ),
  );
}

const groupAfter = (at: number, { groups }: Swap) => (groups === 1 && at > 0 ? 3 - at : at);

export function swapped(state: State, swap: Swap): State {
  const { tree, bindings } = state;
  let moved = 0;
  for (let bit = 0; bit < tree.length * 4; bit++)
    if ((bindings & (1 << bit)) !== 0)
      moved |= bitsByCapability(groupAfter(bit >> 2, swap), ((bit >> 1) & 1) ^ swap.identities, (bit & 1) ^ swap.roles);
  const mask = (one: number) => (swap.capabilities === 1 ? ((one & 1) << 1) | (one >> 1) : one);
  const ordered = ([one, other]: Two, flag: number): Two => (flag === 1 ? [other, one] : [one, other]);
  const placed = ([one, other]: Two): Two => [groupAfter(one, swap), groupAfter(other, swap)];
  const [first, second] = ordered(state.capabilities, swap.roles);
  return {
    tree,
    identities: ordered(placed(state.identities), swap.identities),
    roles: ordered(placed(state.roles), swap.roles),
    capabilities: [mask(first), mask(second)],
    bindings: moved,
  };
}

/** Returns the answers about a permuted organization, as answers about the original. */
export function answersBefore(answers: Answers, tree: Tree, swap: Swap): Answers {
  let original = 0;
  for (const at of tree.keys())
    for (const who of BOTH)
      for (const what of BOTH)
        if ((answers & bitsByCapability(groupAfter(at, swap), who ^ swap.identities, what ^ swap.capabilities)) !== 0)
          original |= bitsByCapability(at, who, what);
  return original;
}

export const toKey = (state: State): string => `${state.tree.join()} ${rankOf(state)}`;

/** The order among the organizations of one tree; no two have the same rank. */
export function rankOf({ identities, roles, capabilities, bindings }: State): number {
  const digits = [...identities, ...roles, ...capabilities].reduce((sum, digit) => sum * 4 + digit + 1, 0);
  return digits * 4096 + bindings;
}

/** Returns the representative of an organization among its permutations, and the permutation that leads to it. */
export function canonical(state: State): { readonly state: State; readonly swap: Swap } {
  const [first, ...others] = swapsOf(state.tree).map((swap) => ({ swap, state: swapped(state, swap) }));
  let best = first as NonNullable<typeof first>;
  for (const other of others) if (rankOf(other.state) < rankOf(best.state)) best = other;
  return best;
}

export function smallOrganizations(): State[] {
  return TREES.flatMap((tree) => {
    const groups = [...tree.keys()];
    const identities = pairsOf([ABSENT, ...groups.filter((at) => canHoldIdentities(tree, at))]);
    const roles = pairsOf([
      { at: ABSENT, holds: 0 },
      ...groups.flatMap((at) => [1, 2, 3].map((holds) => ({ at, holds }))),
    ]);
    return identities.flatMap((who) =>
      roles.flatMap(([one, other]) => {
        const frame = {
          ...{ tree, identities: who, roles: [one.at, other.at] as const },
          capabilities: [one.holds, other.holds] as const,
        };
        return subsetsOf(validBindings(frame)).map((bindings): State => ({ ...frame, bindings }));
      }),
    );
  }).filter((state) => swapsOf(state.tree).every((swap) => rankOf(state) <= rankOf(swapped(state, swap))));
}

const pairsOf = <T>(all: readonly T[]): (readonly [T, T])[] =>
  all.flatMap((one) => all.map((other) => [one, other] as const));

function subsetsOf(bits: number): number[] {
  const subsets = [bits];
  for (let subset = bits; subset !== 0; subsets.push(subset)) subset = (subset - 1) & bits;
  return subsets;
}
