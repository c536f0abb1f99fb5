/** Every single edit of a small organization. */
import {
  ABSENT,
  bitsByCapability,
  BOTH,
  canHoldIdentities,
  isBound,
  isWithin,
  MOST_GROUPS,
  swapped,
  validBindings,
  type State,
} from './organizations';

/** An organization as a plan describes it: the state, with names, subjects, and objects that an edit recreates. */
export interface Version {
  readonly state: State;
  /** The id of each group by index. @default g0, g1, g2 */
  readonly groups?: readonly string[];
  readonly names?: Readonly<Record<string, string>>;
  readonly subjects?: Readonly<Record<number, string>>;
  /** Ids of recreated objects. Everything in a recreated group is recreated, too. */
  readonly recreated?: readonly string[];
}

export const groupIds = ({ state: { tree }, groups = tree.map((_, at) => `g${at}`) }: Version): readonly string[] =>
  groups;

/** Returns every edit within the scope, by name. The dependents of a removed object are removed, too. */
export function editsOf(state: State): ReadonlyMap<string, Version> {
  return new Map([
    ...bindingEdits(state),
    ...roleEdits(state),
    ...identityEdits(state),
    ...renames(state),
    ...groupEdits(state),
  ]);
}

type Edit = readonly [string, Version];

function changed(state: State, more: Partial<State>): State {
  return { ...state, ...more };
}

/** Removes the bindings of missing objects. Returns `undefined` if another binding is no longer valid. */
function moved(state: State, more: Partial<State>): State | undefined {
  const next = changed(state, more);
  return (next.bindings & ~validBindings(next)) === 0 ? next : undefined;
}

const pair = (two: readonly [number, number], at: number, value: number): readonly [number, number] =>
  at === 0 ? [value, two[1]] : [two[0], value];

function bindingEdits(state: State): Edit[] {
  const { tree, bindings } = state;
  const valid = validBindings(state);
  const edits: Edit[] = [];
  for (let bit = 0; bit < tree.length * 4; bit++) {
    const [one, other] = [1 << bit, 1 << (bit ^ 1)];
    if ((valid & one) === 0) continue;
    edits.push([`toggle binding ${bit}`, { state: changed(state, { bindings: bindings ^ one }) }]);
    if ((bindings & one) !== 0 && (bindings & other) === 0 && (valid & other) !== 0)
      edits.push([`other role of binding ${bit}`, { state: changed(state, { bindings: bindings ^ one ^ other }) }]);
  }
  return edits;
}

function getBindings({ tree }: State, isWanted: (at: number, who: number, what: number) => boolean): number {
  let found = 0;
  for (const at of tree.keys())
    for (const who of BOTH)
      for (const what of BOTH) if (isWanted(at, who, what)) found |= bitsByCapability(at, who, what);
  return found;
}

function roleEdits(state: State): Edit[] {
  const { tree, roles, capabilities, bindings } = state;
  return BOTH.flatMap((what): Edit[] => {
    const to = (at: number, holds: number): Partial<State> => ({
      roles: pair(roles, what, at),
      capabilities: pair(capabilities, what, holds),
    });
    const groups = [...tree.keys()];
    if (roles[what] === ABSENT)
      return groups.flatMap((at) =>
        [1, 2, 3].map((holds): Edit => [
          `add role ${what} to ${at}: ${holds}`,
          { state: changed(state, to(at, holds)) },
        ]),
      );
    const own = getBindings(state, (_, __, one) => one === what);
    return [
      ...[1, 2, 3]
        .filter((holds) => holds !== capabilities[what])
        .map((holds): Edit => [`role ${what} has ${holds}`, { state: changed(state, to(roles[what], holds)) }]),
      [`recreate role ${what}`, { state, recreated: [`r${what}`] }],
      ...groups.flatMap((at): Edit[] => {
        const next = at === roles[what] ? undefined : moved(state, to(at, capabilities[what]));
        return next === undefined ? [] : [[`move role ${what} to ${at}`, { state: next, recreated: [`r${what}`] }]];
      }),
      [`remove role ${what}`, { state: changed(state, { ...to(ABSENT, 0), bindings: bindings & ~own }) }],
    ];
  });
}

function identityEdits(state: State): Edit[] {
  const { tree, identities, bindings } = state;
  return BOTH.flatMap((who): Edit[] => {
    const to = (at: number): Partial<State> => ({ identities: pair(identities, who, at) });
    const groups = [...tree.keys()];
    if (identities[who] === ABSENT)
      return groups
        .filter((at) => canHoldIdentities(tree, at))
        .map((at): Edit => [`add identity ${who} to ${at}`, { state: changed(state, to(at)) }]);
    const own = getBindings(state, (_, one) => one === who);
    return [
      [`other subject of ${who}`, { state, subjects: { [who]: 'another' } }],
      [`recreate identity ${who}`, { state, recreated: [`i${who}`] }],
      ...groups
        .filter((at) => at !== identities[who] && canHoldIdentities(tree, at))
        .map((at): Edit => [
          `move identity ${who} to ${at}`,
          { state: changed(state, to(at)), recreated: [`i${who}`] },
        ]),
      [`remove identity ${who}`, { state: changed(state, { ...to(ABSENT), bindings: bindings & ~own }) }],
    ];
  });
}

function renames(state: State): Edit[] {
  const named = [
    ...state.tree.map((_, at) => `g${at}`),
    ...BOTH.flatMap((one) => [
      ...(state.identities[one] === ABSENT ? [] : [`i${one}`]),
      ...(state.roles[one] === ABSENT ? [] : [`r${one}`]),
    ]),
  ];
  return named.map((name) => [`rename ${name}`, { state, names: { [name]: `${name}x` } }]);
}

function groupEdits(state: State): Edit[] {
  const { tree, identities } = state;
  const edits: Edit[] = [];
  if (tree.length < MOST_GROUPS && identities.every((at) => canHoldIdentities([...tree, 0], at)))
    for (const parent of tree.keys())
      edits.push([`add beneath ${parent}`, { state: changed(state, { tree: [...tree, parent] }) }]);
  for (const at of tree.keys()) {
    if (at === 0 || tree.includes(at)) continue;
    edits.push([`remove group ${at}`, withoutGroup(state, at)]);
    for (const parent of tree.keys()) {
      if (parent === tree[at] || isWithin(tree, parent, at)) continue;
      const next = withMovedGroup(state, at, parent);
      if (next !== undefined) edits.push([`move group ${at} beneath ${parent}`, next]);
    }
  }
  return edits;
}

/** Moves a group without children. A parent has a lower index than its children. */
function withMovedGroup(state: State, at: number, parent: number): Version | undefined {
  const isSwapped = parent > at;
  const ordered = isSwapped ? swapped(state, { identities: 0, roles: 0, capabilities: 0, groups: 1 }) : state;
  const tree = isSwapped ? [-1, 0, 1] : state.tree.map((above, one) => (one === at ? parent : above));
  const next = moved(ordered, { tree });
  const groups = isSwapped ? ['g0', 'g2', 'g1'] : undefined;
  return next && { state: next, ...(groups !== undefined && { groups }), recreated: [`g${at}`] };
}

/** Removes a group without children, and everything in it. */
function withoutGroup(state: State, gone: number): Version {
  const { tree, identities, roles, capabilities } = state;
  const indexAfter = (at: number) => (at > gone ? at - 1 : at);
  const placeAfter = (at: number) => (at === gone ? ABSENT : indexAfter(at));
  const [one, other] = roles;
  const next = {
    tree: tree.filter((_, at) => at !== gone).map(indexAfter),
    identities: [placeAfter(identities[0]), placeAfter(identities[1])] as const,
    roles: [placeAfter(one), placeAfter(other)] as const,
    capabilities: [one === gone ? 0 : capabilities[0], other === gone ? 0 : capabilities[1]] as const,
  };
  let bindings = 0;
  for (const at of tree.keys())
    for (const who of BOTH)
      for (const what of BOTH)
        if (at !== gone && isBound(state, at, who, what)) bindings |= bitsByCapability(indexAfter(at), who, what);
  return {
    state: { ...next, bindings: bindings & validBindings(next) },
    groups: tree.map((_, at) => `g${at}`).filter((_, at) => at !== gone),
  };
}
