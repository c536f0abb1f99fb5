/**
 * Compares the report with the answers of the emulator for every single edit of a small organization with sign-in: the rows, early
 * rows, a limit, and an assertion about a person. Nobody can ask the API about an invite, so the edit itself states its access.
 */
import type { ReviewConfiguration } from '../../../src/review';
import { reviewEdit } from '../edited-plan';
import { peopleOf, tokenKey, type Held, type SignInAnswers, type Token } from './sign-in-answers';
import { capabilitiesIn, getName, signInEdits, toObjects, type SignIns } from './sign-ins';

/** The counts of a comparison. */
export interface ComparedSignIns {
  edits: number;
  /** Edits that change access. */
  changed: number;
  /** Edits that give access to a person in two external groups. */
  ofTwoGroups: number;
  /** Edits with two identity providers of the same issuer and client. */
  shared: number;
}

export const noSignIns = (): ComparedSignIns => ({ edits: 0, changed: 0, ofTwoGroups: 0, shared: 0 });

const LIMITED = 'roles.create';
const configuration: ReviewConfiguration = {
  noNewAccess: [{ can: [LIMITED] }],
  assertions: [{ person: 'somebody', cannot: [LIMITED], where: ['acme'] }],
};

export interface Side {
  readonly state: SignIns;
  readonly held: (token: Token) => Held;
  /** The people of the report by path. */
  readonly nodes: ReadonlyMap<string, Node>;
}

/** People in the report: everyone who signs in, an external group, or everyone who accepts an invite. */
type Node = { readonly held: Held } & (
  | { readonly isOfApi: true; readonly token: Token; readonly everyone: string }
  /** The edit states the access: of an invite, and of an external group whose provider does not name a claim. */
  | { readonly isOfApi: false; readonly token?: Token; readonly everyone?: string }
);

/** Checks every edit of an organization. Throws an `Error` that names the organization and the edit. */
export async function checkSignIns(
  state: SignIns,
  answers: Pick<SignInAnswers, 'of'>,
  compared: ComparedSignIns = noSignIns(),
): Promise<ComparedSignIns> {
  const before = await createSide(state, answers);
  for (const [edit, next] of signInEdits(state)) {
    const where = `${JSON.stringify(state)}, ${edit}`;
    const after = await createSide(next, answers);
    const report = reviewEdit(toObjects(withoutReplacement(state)), toObjects(next), { configuration });
    const problems = [report.verdict.problems, report.unresolved].flat();
    if (problems.length > 0) throw new Error(`${where}: ${JSON.stringify(problems)}`);
    // Grants add up, so a part of a single edit gives nothing that neither version gives.
    const early = report.access.early?.rows ?? [];
    if (early.length > 0) throw new Error(`${where}: early rows: ${JSON.stringify(early)}`);
    const [gained, lost] = [expectedRows(after, before), expectedRows(before, after)];
    const rows = { gained: expanded(report.access.gained, after), lost: expanded(report.access.lost, before) };
    // Two identity providers can admit one person, who keeps what the other one gives. The report shows each of them.
    const isShared = hasShared(before) || hasShared(after) || hasShared(before, after);
    for (const side of ['gained', 'lost'] as const) {
      const [here, there] = side === 'gained' ? [after, before] : [before, after];
      const expected = { gained, lost }[side];
      if (!isShared && rows[side].join() !== expected.join())
        throw new Error(`${where}: ${side}: ${rows[side].join('; ')}, and should be ${expected.join('; ')}`);
      const ofTwoGroups = checkPeople(rows[side], here, there, `${where}: ${side}`);
      if (side === 'gained' && ofTwoGroups) compared.ofTwoGroups++;
    }
    checkLimit(report.findings, [before, after], isShared, where);
    const mayHold = [...after.nodes.values()].some(
      ({ token, held }) => token !== undefined && held.has(`${LIMITED} 0`),
    );
    const isDoubted = report.findings.some(({ id }) => id === 'assertion-failed');
    if (isDoubted !== mayHold)
      throw new Error(`${where}: the assertion is inconclusive: ${isDoubted}, and somebody may hold it: ${mayHold}`);
    compared.edits++;
    if (gained.length + lost.length > 0) compared.changed++;
    if (isShared) compared.shared++;
  }
  return compared;
}

function withoutReplacement(state: SignIns): SignIns {
  const kept = <T extends object>(one: T | undefined) => one && { ...one, isReplaced: false };
  return {
    ...state,
    providers: state.providers.map(kept),
    mappings: state.mappings.map(kept),
    invite: kept(state.invite),
  };
}

export async function createSide(state: SignIns, answers: Pick<SignInAnswers, 'of'>): Promise<Side> {
  const held = await answers.of(state);
  const nodes = new Map<string, Node>();
  const { providers, mappings, invite } = state;
  for (const [at, provider] of providers.entries()) {
    if (provider === undefined) continue;
    const everyone = `acme/(anyone who signs in through ${getName(provider, at)})`;
    const all = { ...provider, externals: [] };
    nodes.set(everyone, { isOfApi: true, token: all, everyone, held: held(all) });
    const own = mappings.filter((mapping) => mapping?.provider === at).filter((mapping) => mapping !== undefined);
    for (const external of new Set(own.map((mapping) => mapping.external))) {
      const isElsewhere = mappings.some((mapping) => mapping?.external === external && mapping.provider !== at);
      const path = `acme/(anyone in the external group ${isElsewhere ? `${external} of ${getName(provider, at)}` : external})`;
      const token = { ...provider, externals: [external] };
      const drawn = own
        .filter((mapping) => mapping.external === external)
        .flatMap((mapping) => [...accessOf(state, mapping)]);
      if (provider.claim !== '') nodes.set(path, { isOfApi: true, token, everyone, held: held(token) });
      else nodes.set(path, { isOfApi: false, token, everyone, held: new Set([...held(all), ...drawn]) });
    }
  }
  if (invite !== undefined) {
    const group = invite.at === 0 ? 'acme' : `acme/${state.team}`;
    nodes.set(`${group}/(anyone who accepts an invite)`, { isOfApi: false, held: accessOf(state, invite) });
  }
  return { state, held, nodes };
}

/** Returns the access that a role gives in a group and beneath. */
function accessOf({ roles }: SignIns, { role, at }: { readonly role: number; readonly at: number }): Held {
  const places = at === 0 ? [0, 1] : [1];
  return new Set(capabilitiesIn(roles[role]).flatMap((name) => places.map((place) => `${name} ${place}`)));
}

/** Returns the access of each node that the same people do not have on the other side: `PATH: CAPABILITY GROUP`. */
function expectedRows(here: Side, there: Side): string[] {
  return [...here.nodes]
    .flatMap(([path, node]) => {
      const other = heldThere(path, node, there);
      return [...named(node.held, here)].filter((one) => !named(other, there).has(one)).map((one) => `${path}: ${one}`);
    })
    .sort();
}

/** Rows are by path: people with another path are among those who sign in there, or they are others. */
function heldThere(path: string, { token, everyone = '' }: Node, there: Side): Held {
  const same = there.nodes.get(path);
  if (token === undefined || (same?.token && tokenKey(same.token) === tokenKey(token))) return same?.held ?? new Set();
  if (same !== undefined) return there.held(token.claim === '' ? { ...token, externals: [] } : token);
  return there.nodes.has(everyone) ? there.held({ ...token, externals: [] }) : new Set();
}

function named(held: Held, { state: { team } }: Side): Set<string> {
  const paths = ['acme', `acme/${team}`];
  return new Set([...held].map((one) => `${one.slice(0, -1)}${paths[Number(one.slice(-1))]}`));
}

export interface Row {
  readonly identity: string;
  readonly group: string;
  readonly except: readonly string[];
  readonly capabilities: readonly string[];
}

export function expanded(rows: readonly Row[], { state: { team } }: Side): string[] {
  const isIn = (path: string, scope: string) => `${path}/`.startsWith(`${scope}/`);
  return rows
    .flatMap(({ identity, group, except, capabilities }) =>
      ['acme', `acme/${team}`]
        .filter((path) => isIn(path, group) && !except.some((end) => isIn(path, end)))
        .flatMap((path) =>
          capabilities.map((name) => `${identity.replace(/ before this change$/, '')}: ${name} ${path}`),
        ),
    )
    .sort();
}

function hasShared(...sides: readonly Side[]): boolean {
  const [one, other = one] = sides;
  const toKey = (side: Side | undefined, at: number) => {
    const provider = side?.state.providers[at];
    return provider && JSON.stringify([provider.issuer, provider.client]);
  };
  return [
    [0, 1],
    [1, 0],
  ].some(([first = 0, second = 0]) => {
    const key = toKey(one, first);
    return key !== undefined && key === toKey(other, second);
  });
}

/** Returns true if the people of a token are among those of another one. */
function includes(token: Token, node: Token): boolean {
  const isSame = token.issuer === node.issuer && token.client === node.client;
  return isSame && node.externals.every((one) => token.claim === node.claim && token.externals.includes(one));
}

/**
 * Checks that the rows show each change of the access of a person. Somebody can be in two external groups, and can sign in through
 * two identity providers. Returns true if the access of two external groups changes.
 */
export function checkPeople(rows: readonly string[], here: Side, there: Side, where: string): boolean {
  const providers = here.state.providers.filter((provider) => provider !== undefined);
  let isOfTwoGroups = false;
  for (const token of providers.flatMap(peopleOf)) {
    const own = [...here.nodes].filter(([, node]) => node.isOfApi && includes(token, node.token));
    const shown = new Set(
      rows.flatMap((row) => own.flatMap(([path]) => (row.startsWith(`${path}: `) ? [row.slice(path.length + 2)] : []))),
    );
    const changed = [...named(new Set(differenceOf(here.held(token), there.held(token))), here)];
    const missing = changed.find((one) => !shown.has(one));
    if (missing !== undefined) throw new Error(`${where}: no row shows ${missing} of ${tokenKey(token)}`);
    isOfTwoGroups ||= changed.length > 0 && token.externals.length > 1;
  }
  return isOfTwoGroups;
}

/** The limit is broken if people gain the access. Another name is no access. */
function checkLimit(
  findings: readonly { readonly id: string; readonly severity: string }[],
  [before, after]: readonly [Side, Side],
  isMore: boolean,
  where: string,
): void {
  const nodes = [...after.nodes].filter(([, node]) => node.isOfApi || node.token === undefined);
  const isBroken = nodes.some(([path, node]) => {
    const other = node.isOfApi ? before.held(node.token) : heldThere(path, node, before);
    return differenceOf(node.held, other).some((one) => one.startsWith(LIMITED));
  });
  // Without a limit, the severity is low.
  const isFound = findings.some(({ id, severity }) => id === 'access-gained' && severity === 'high');
  // External groups with another name, and those without a claim, are in the report as if they were new.
  const isRenamed = nodes.length < after.nodes.size || nodes.some(([path]) => !before.nodes.has(path));
  if (isFound !== isBroken && !(isFound && (isMore || isRenamed)))
    throw new Error(`${where}: the limit is broken: ${isBroken}, and the report shows it: ${isFound}`);
}

function differenceOf(one: Held, other: Held): string[] {
  return [...one].filter((each) => !other.has(each));
}
