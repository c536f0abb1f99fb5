/**
 * Access control exactly as in `src/model/api/README.md`: it shares no code with the emulator, so that each checks the
 * other. The names of capabilities are data and come from the contract's table.
 */
import { BUILT_IN_ROLES, CAPABILITIES } from '../../../src/model/api';

export const KINDS = ['groups', 'roles', 'identities', 'roleBindings'] as const;
export type Kind = (typeof KINDS)[number];

/** The prefix of the capabilities of a kind. */
const noun: Readonly<Record<Kind, string>> = {
  groups: 'groups',
  roles: 'roles',
  identities: 'identity',
  roleBindings: 'role_bindings',
};

export interface Thing {
  readonly kind: Kind;
  readonly uid: string;
  readonly parent: string | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface Caller {
  readonly uid: string;
  /** The capabilities that the token is narrowed to (T3). */
  readonly caps?: readonly string[];
}

export type Operation = 'list' | 'get' | 'create' | 'update' | 'delete';

/** A request, whichever way it is sent. */
export interface Attempt {
  readonly operation: Operation;
  readonly kind: Kind;
  /** The object that is read, changed or deleted; of a create, the parent, none for a root group. */
  readonly target?: string;
  /** The created objects (several in a batch), or the changed fields. */
  readonly bodies?: readonly Readonly<Record<string, unknown>>[];
}

type Verdict = 'yes' | 'no' | 'refused';

/** Capabilities beyond the table: A1 leaves the set open. */
export const UNKNOWN_CAPABILITIES = ['figs.create', 'unheard.of'] as const;
export const UNIVERSE: readonly string[] = [...CAPABILITIES, ...UNKNOWN_CAPABILITIES];

export class Model {
  private readonly byUid: ReadonlyMap<string, Thing>;

  readonly things: readonly Thing[];

  constructor(things: readonly Thing[]) {
    this.things = things;
    this.byUid = new Map(things.map((thing) => [thing.uid, thing]));
  }

  get(kind: Kind, uid: unknown): Thing | undefined {
    const found = this.byUid.get(String(uid));
    return found?.kind === kind ? found : undefined;
  }

  /** A2, T3. */
  holds(caller: Caller, capability: string, at: string): boolean {
    if (caller.caps !== undefined && !caller.caps.includes(capability)) return false;
    return this.things.some(
      ({ kind, parent, values }) =>
        kind === 'roleBindings' &&
        values['identityUid'] === caller.uid &&
        isWithin(at, String(parent)) &&
        this.gives(values['roleUid'], capability),
    );
  }

  /** A4, and a custom role's own set. */
  private gives(roleUid: unknown, capability: string): boolean {
    const role = this.get('roles', roleUid);
    if (role === undefined) return false;
    if (role.parent !== undefined) return (role.values['capabilities'] as string[]).includes(capability);
    // The sets are facts, which test/model/api/built-in-roles.test.ts compares with the specification.
    const builtIn = BUILT_IN_ROLES.find(({ name }) => name === role.values['name']);
    if (builtIn === undefined) throw new Error(`The contract names no built-in role ${String(role.values['name'])}.`);
    const held: readonly string[] = builtIn.capabilities;
    const known: readonly string[] = CAPABILITIES;
    return held.includes(capability) || (builtIn.name === 'owner' && !known.includes(capability));
  }

  /** A3; built-in roles are everybody's to read. */
  mayList(caller: Caller, { kind, uid, parent }: Thing): boolean {
    return (kind === 'roles' && parent === undefined) || this.holds(caller, `${noun[kind]}.list`, uid);
  }

  /** The uids whose objects a response may show: what the caller may list, and what such a binding expands (K4). */
  visible(caller: Caller): Set<string> {
    const listed = this.things.filter((thing) => this.mayList(caller, thing));
    const expanded = listed.flatMap(({ kind, parent, values }) =>
      kind === 'roleBindings' ? [String(parent), String(values['identityUid']), String(values['roleUid'])] : [],
    );
    return new Set([...listed.map(({ uid }) => uid), ...expanded]);
  }

  /** The expected result: PERMISSION_DENIED, no PERMISSION_DENIED, or any error. */
  denies(caller: Caller, attempt: Attempt): Verdict {
    const { operation, kind, target, bodies = [] } = attempt;
    if (operation === 'list') return 'no';
    if (target === undefined)
      return caller.caps === undefined || caller.caps.includes(`${noun[kind]}.create`) ? 'no' : 'yes';
    const existing = this.byUid.get(target)?.kind === kind ? this.byUid.get(target) : undefined;
    if (operation === 'get' && existing !== undefined) return this.mayList(caller, existing) ? 'no' : 'yes';
    const verb = operation === 'get' ? 'list' : operation;
    if (!this.holds(caller, `${noun[kind]}.${verb}`, target)) return 'yes';
    if (operation === 'create') {
      const answers = bodies.map((body) => this.deniesChange(caller, kind, target, {}, body));
      if (answers.every((answer) => answer === 'no')) return 'no';
      // The first of several problems is reported.
      return answers.length === 1 ? (answers[0] ?? 'no') : 'refused';
    }
    if (operation === 'update' && existing !== undefined)
      return this.deniesChange(caller, kind, String(existing.parent), existing.values, bodies[0] ?? {}, existing.uid);
    return 'no';
  }

  private deniesChange(
    caller: Caller,
    kind: Kind,
    parent: string,
    before: Readonly<Record<string, unknown>>,
    body: Readonly<Record<string, unknown>>,
    uid?: string,
  ): Verdict {
    switch (kind) {
      case 'groups':
        return 'no';
      case 'roles': {
        // A5: nobody can grant, by a role either, what they lack.
        const already = (before['capabilities'] ?? []) as readonly string[];
        const added = ((body['capabilities'] ?? []) as readonly string[]).filter((name) => !already.includes(name));
        return added.every((name) => this.holds(caller, name, parent)) ? 'no' : 'yes';
      }
      case 'identities': {
        // A6: who changes how an identity is assumed must hold what it holds, where it holds it.
        if (uid === undefined || body['claimMatch'] === undefined) return 'no';
        const bindings = this.things.filter(
          ({ kind, values }) => kind === 'roleBindings' && values['identityUid'] === uid,
        );
        return bindings.every(({ parent, values }) => this.covers(caller, values['roleUid'], String(parent)))
          ? 'no'
          : 'yes';
      }
      case 'roleBindings': {
        const { identityUid, roleUid } = { ...before, ...body };
        const identity = this.get('identities', identityUid);
        const role = this.get('roles', roleUid);
        // A7, and a custom role holds in its group and beneath.
        const bindable =
          identity !== undefined && (identity.parent === undefined || rootOf(identity.uid) === rootOf(parent));
        const givable = role !== undefined && (role.parent === undefined || isWithin(parent, role.parent));
        if (!bindable || !givable) return 'refused';
        return this.covers(caller, roleUid, parent) ? 'no' : 'yes';
      }
    }
  }

  /** A5: whether the caller holds, at `at`, every capability that the role gives there. */
  private covers(caller: Caller, roleUid: unknown, at: string): boolean {
    return UNIVERSE.every((name) => !this.gives(roleUid, name) || this.holds(caller, name, at));
  }
}

function isWithin(uid: string, group: string): boolean {
  return uid === group || uid.startsWith(`${group}/`);
}

function rootOf(uid: string): string {
  return uid.split('/')[0] ?? '';
}

/** U1. */
export function readParent(uid: string): string | undefined {
  const end = uid.lastIndexOf('/');
  return end < 0 ? undefined : uid.slice(0, end);
}
