/** The names in the data of a group: keys, names of roles, paths of identities, and dates. */
import { few } from '../../src/base/text/words';
import { isUid, nearest } from '../../src/model/api';
import { role } from '../../src/model/kinds';
import { checkFields, errorsAmong } from '../../src/model/schema';
import { BuiltInRole, isBuiltInRoleName } from '../base/built-in-role';
import { startOfDate } from '../base/clock';
import { isTrust } from '../trust/trust';
import { trustDataProblems } from '../trust/trust-fields';
import type { DataPath, DataProblem } from './data-problems';
import type {
  AccountData,
  GrantData,
  GroupContents,
  IdentityData,
  InvitedPersonData,
  RoleGrantData,
} from './group-data';

/** A group of the data in its long form, with its place. */
export interface GroupInData {
  /** The keys of the groups from the root: `['commerce', 'payments']`. */
  readonly keys: readonly string[];
  readonly path: DataPath;
  readonly contents: LongContents;
  readonly parent: GroupInData | undefined;
}

/** The contents of a group without short forms. */
export type LongContents = Omit<GroupContents, 'identities' | 'people'> & {
  readonly identities?: Readonly<Record<string, LongIdentity>>;
  readonly people?: Readonly<Record<string, readonly LongPerson[]>>;
};

/** An identity without short forms. */
export type LongIdentity = Omit<IdentityData, 'roles'> & { readonly roles?: readonly RoleGrantData[] };

/** A person without the short form. */
export type LongPerson = Partial<InvitedPersonData & AccountData>;

/** Returns the groups of the data, each before the groups in it. */
export function groupsIn(contents: LongContents): GroupInData[] {
  const all: GroupInData[] = [];
  const add = (group: GroupInData): void => {
    all.push(group);
    for (const [key, inner] of Object.entries(group.contents.groups ?? {}))
      add({
        keys: [...group.keys, key],
        path: [...group.path, 'groups', key],
        contents: inner as LongContents,
        parent: group,
      });
  };
  add({ keys: [], path: [], contents, parent: undefined });
  return all;
}

/** Returns the path of keys of an object in a group: `payments/ci`. */
export function keyPath(keys: readonly string[]): string {
  return keys.join('/');
}

/** Returns the group that defines a custom role which is valid in this group: the group itself, or the nearest above it. */
export function definingGroup(group: GroupInData | undefined, name: string): GroupInData | undefined {
  if (group === undefined || Object.hasOwn(group.contents.roles ?? {}, name)) return group;
  return definingGroup(group.parent, name);
}

/** Returns the problems of all names in the groups. */
export function nameProblems(groups: readonly GroupInData[]): DataProblem[] {
  const identities = new Set(
    groups.flatMap(({ keys, contents }) =>
      Object.keys(contents.identities ?? {}).map((key) => keyPath([...keys, key])),
    ),
  );
  return groups.flatMap((group) => [
    ...keyProblems(group),
    ...getGrants(group).flatMap(({ path, role: given, rolePath, expires, identities: named }) => [
      ...(given === undefined ? [] : roleProblems(group, given, rolePath)),
      ...(expires === undefined ? [] : dateProblems(expires, [...path, 'expires'])),
      ...named.flatMap((mention) => identityProblems(group, identities, mention.value, mention.path)),
    ]),
    ...peopleProblems(group),
    ...trustProblems(group),
  ]);
}

interface Mention {
  readonly path: DataPath;
  readonly role: unknown;
  readonly rolePath: DataPath;
  readonly expires: unknown;
  readonly identities: readonly { readonly value: unknown; readonly path: DataPath }[];
}

/** Returns everything in a group that mentions a role. */
function getGrants({ path, contents }: GroupInData): Mention[] {
  const ofIdentities = Object.entries(contents.identities ?? {}).flatMap(([key, { roles = [] }]) =>
    roles.map((grant, index) => ({ grant, at: [...path, 'identities', key, 'roles', index] })),
  );
  const mention = (grant: RoleGrantData, at: DataPath, identities: Mention['identities']): Mention => ({
    ...{ path: at, role: grant.role, rolePath: [...at, 'role'], identities },
    expires: 'expires' in grant ? (grant.expires ?? '') : undefined,
  });
  const grants = (contents.grants ?? []).map((grant, index) => {
    const at = [...path, 'grants', index];
    return mention(grant, at, getIdentities(grant, at));
  });
  const people = Object.entries(contents.people ?? {}).flatMap(([name, list]) => {
    const at = [...path, 'people', name];
    return [
      { path: at, role: name, rolePath: at, expires: undefined, identities: [] },
      ...list.map((person, index) => ({
        ...{ path: [...at, index], role: undefined, rolePath: at, identities: [] },
        expires: 'expires' in person ? (person.expires ?? '') : undefined,
      })),
    ];
  });
  return [...ofIdentities.map(({ grant, at }) => mention(grant, at, [])), ...grants, ...people];
}

function getIdentities({ identity, identities = [] }: GrantData, path: DataPath): Mention['identities'] {
  if (identity !== undefined) return [{ value: identity, path: [...path, 'identity'] }];
  return identities.map((value, index) => ({ value, path: [...path, 'identities', index] }));
}

/** The kinds of objects in a group that share the ids of constructs. */
const KINDS = ['roles', 'identities', 'groups'] as const;

function keyProblems({ path, contents }: GroupInData): DataProblem[] {
  const first = new Map<string, string>();
  return KINDS.flatMap((kind) =>
    Object.entries<{ readonly name?: string }>(contents[kind] ?? {}).flatMap(([key, { name }]): DataProblem[] => {
      const at = [...path, kind, key];
      const problem = (message: string): DataProblem[] => [{ path: at, message }];
      if (key === '' || key.includes('/')) return problem('the key must be text without "/"');
      if (kind === 'roles' && (isBuiltInRoleName(key) || isUid(key)))
        return problem(`${JSON.stringify(key)} is the name of a built-in role. Choose another key`);
      const other = first.get(key);
      first.set(key, kind);
      if (other !== undefined)
        return problem(`${other} has the same key. Choose another key, and set name: ${JSON.stringify(key)}`);
      const nameField = role.fields['name'];
      const [violation] = name === undefined ? errorsAmong(checkFields({ name: nameField }, [], { name: key })) : [];
      return violation === undefined
        ? []
        : problem(`the key is the name, and ${violation.message}. Set name, or change the key`);
    }),
  );
}

function roleProblems(group: GroupInData, given: unknown, path: DataPath): DataProblem[] {
  if (typeof given !== 'string' || isUid(given) || isBuiltInRoleName(given)) return [];
  if (definingGroup(group, given) !== undefined) return [];
  const known: string[] = [];
  for (let groupInData: GroupInData | undefined = group; groupInData !== undefined; groupInData = groupInData.parent)
    known.push(...Object.keys(groupInData.contents.roles ?? {}));
  known.push(...Object.values(BuiltInRole));
  const meant = nearest(given, known);
  const next = meant === undefined ? `known roles are ${known.join(', ')}` : `did you mean ${JSON.stringify(meant)}?`;
  return [{ path, message: `unknown role ${JSON.stringify(given)}; ${next}` }];
}

function identityProblems(
  { keys, contents }: GroupInData,
  known: ReadonlySet<string>,
  given: unknown,
  path: DataPath,
): DataProblem[] {
  if (typeof given !== 'string' || isUid(given) || known.has(given)) return [];
  const own = Object.hasOwn(contents.identities ?? {}, given) ? keyPath([...keys, given]) : undefined;
  const meant = own ?? nearest(given, known);
  const all = known.size === 0 ? 'the data declares none' : `known identities are ${few([...known])}`;
  const next = meant === undefined ? all : `did you mean ${JSON.stringify(meant)}?`;
  return [{ path, message: `unknown identity ${JSON.stringify(given)}; ${next}` }];
}

function dateProblems(given: unknown, path: DataPath): DataProblem[] {
  if (typeof given !== 'string' || startOfDate(given) !== undefined) return [];
  return [{ path, message: `must be a date that exists, as YYYY-MM-DD (it is ${JSON.stringify(given)})` }];
}

function peopleProblems({ path, contents }: GroupInData): DataProblem[] {
  return Object.entries(contents.people ?? {}).flatMap(([name, people]) =>
    people.flatMap((person, index): DataProblem[] => {
      const at = [...path, 'people', name, index];
      const isInvite = person.email !== undefined;
      const wrong = isInvite ? (['issuer', 'expires'] as const) : (['ttl', 'recipientJwk'] as const);
      const found = wrong.filter((key) => key in person);
      const other = isInvite ? 'an account (issuer and subject)' : 'an invite (email)';
      return [
        ...found.map((key) => ({ path: [...at, key], message: `is a key of ${other}. Remove it` })),
        ...(isInvite || person.issuer !== undefined
          ? []
          : [{ path: [...at, 'issuer'], message: 'is required. Add it' }]),
      ];
    }),
  );
}

function trustProblems({ path, contents }: GroupInData): DataProblem[] {
  return Object.entries(contents.identities ?? {}).flatMap(([key, { assumedBy }]) =>
    assumedBy === undefined || isTrust(assumedBy)
      ? []
      : trustDataProblems(assumedBy).map(({ platform, message }) => ({
          path: [...path, 'identities', key, 'assumedBy', platform],
          message,
        })),
  );
}
