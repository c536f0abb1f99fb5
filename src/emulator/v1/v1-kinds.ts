/**
 * The representation of each kind in v1, as data over the same records, and the conversion of requests and responses.
 * Contract G1 to G4.
 */
import {
  camelCase,
  isObject,
  LIST_PARAMETERS,
  MAX_PAGE_SIZE,
  valueAtPath,
  type FieldViolation,
  type Values,
} from '../../model/api';
import { group, identity, repo, role, roleBinding } from '../../model/kinds';
import type { Declaration } from '../../model/schema';
import { invalidArgument, invalidField, ServiceError } from '../wire/errors';

export interface V1Kind {
  readonly declaration: Declaration;
  /** Path segments; the first is v1's own. */
  readonly collections: readonly string[];
  /** The different names of fields in v1, by their paths in v2: `staticKeys.expirationTime`. */
  readonly names: Readonly<Record<string, string>>;
  /** Fields that v1 does not have. */
  readonly without: readonly string[];
  /** References that a list contains as objects. All others are uids. */
  readonly objectsInList: readonly string[];
  /** Query parameters of v1 in addition to `id` and `uidp.*`. */
  readonly filters: readonly string[];
}

export const v1Kinds: readonly V1Kind[] = [
  {
    declaration: group,
    collections: ['groups'],
    names: { uid: 'id' },
    without: ['createTime', 'updateTime'],
    objectsInList: [],
    filters: ['name'],
  },
  {
    declaration: role,
    collections: ['roles'],
    names: { uid: 'id' },
    without: ['createTime', 'updateTime'],
    objectsInList: [],
    filters: ['name'],
  },
  {
    declaration: identity,
    collections: ['identities'],
    names: {
      uid: 'id',
      staticKeys: 'static',
      'staticKeys.expirationTime': 'expiration',
      lastSeenTime: 'lastSeen',
      createTime: 'createdAt',
      updateTime: 'updatedAt',
    },
    without: ['email', 'emailUnverified'],
    objectsInList: [],
    filters: [],
  },
  {
    declaration: roleBinding,
    collections: ['rolebindings', 'roleBindings'],
    names: { uid: 'id', identityUid: 'identity', roleUid: 'role', createTime: 'createdAt' },
    // Hydration belongs to v2: here the names replace the uids.
    without: ['identity', 'role', 'group'],
    objectsInList: ['role'],
    filters: [],
  },
  {
    declaration: repo,
    collections: ['repos'],
    names: { uid: 'id' },
    without: ['updateTime'],
    objectsInList: [],
    filters: ['name'],
  },
];

/** A resource as v1 has it, alone: with the representation of people instead of that of the wire of v2 (contract G2). */
export function v1Resource({ declaration, names, without }: V1Kind, response: Values): Values {
  const resource = declaration.wire?.decode(response) ?? response;
  // Fields that v2 keeps only within a hydrated object have their own name here: `identity.uid` is `identity`.
  const elsewhere = Object.entries(declaration.fields).flatMap(([name, { from }]) =>
    from === undefined ? [] : [[name, valueAtPath(resource, from)] as const],
  );
  const own = Object.entries(resource).filter(([name]) => !without.includes(name));
  return v1Names(names, Object.fromEntries([...elsewhere, ...own]), '');
}

/** A resource as v1 has it in a list. */
export function v1Item(kind: V1Kind, resource: Values): Values {
  const objects = kind.objectsInList.flatMap((name) => {
    const { uid: id, ...others } = (resource[name] ?? {}) as Values;
    return id === undefined ? [] : [[name, { id, ...others }] as const];
  });
  return { ...v1Resource(kind, resource), ...Object.fromEntries(objects) };
}

/**
 * Returns the body of a request in the format of v2, without `id`, which is in the path. Throws INVALID_ARGUMENT if the
 * body is not an object, or contains a field of v2 only.
 */
export function v2Body({ declaration, names, without }: V1Kind, body: unknown): Values {
  if (!isObject(body)) throw invalidField('body', 'body must be a JSON object');
  const others = Object.entries(body).filter(([key]) => key !== ID);
  const values = v2Names(names, without, Object.fromEntries(others), '');
  return declaration.wire?.encode(values) ?? values;
}

/** An error of v2 with the fields named as v1 has them. */
export function v1Error({ names }: V1Kind, error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const violations = error.details.flatMap(
    (detail) => ('fieldViolations' in detail ? detail.fieldViolations : []) as readonly FieldViolation[],
  );
  return violations.length === 0
    ? error
    : invalidArgument(
        violations.map(({ field, description }) => {
          const name = v1Path(names, field);
          return { field: name, description: description.replace(`${field} `, `${name} `) };
        }),
      );
}

/** Returns the query of the whole list, page by page. Unknown parameters of v1 are ignored. */
export function v2Query({ filters }: V1Kind, query: URLSearchParams): URLSearchParams {
  const translated = new URLSearchParams({ [LIST_PARAMETERS.pageSize]: String(MAX_PAGE_SIZE) });
  for (const [name, value] of query) {
    if (name === ID) translated.append(LIST_PARAMETERS.ids, value);
    else if (name.startsWith('uidp.') || filters.includes(name)) translated.append(name, value);
  }
  return translated;
}

type Names = V1Kind['names'];

const ID = 'id';

function v1Names(names: Names, values: Values, prefix: string): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const path = `${prefix}${name}`;
      return [names[path] ?? name, isObject(value) ? v1Names(names, value, `${path}.`) : value];
    }),
  );
}

/** `prefix` is the path, in v2's names, of the message with the values. */
function v2Names(names: Names, without: readonly string[], values: Values, prefix: string): Values {
  const inner = Object.keys(names).filter(
    (path) => path.startsWith(prefix) && !path.slice(prefix.length).includes('.'),
  );
  const v2Name = new Map(inner.map((path) => [names[path], path.slice(prefix.length)]));
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const known = v2Name.get(camelCase(key));
      const path = `${prefix}${camelCase(key)}`;
      if (known === undefined && (Object.hasOwn(names, path) || without.includes(path)))
        throw invalidField(`${v1Path(names, prefix)}${key}`, `${v1Path(names, prefix)}${key} is not a field of v1`);
      const name = known ?? key;
      const within = `${prefix}${name}.`;
      const isMessage = isObject(value) && Object.keys(names).some((other) => other.startsWith(within));
      return [name, isMessage ? v2Names(names, without, value, within) : value];
    }),
  );
}

function v1Path(names: Names, path: string): string {
  const segments = path.split('.');
  const renamed = segments.map((name, depth) => names[segments.slice(0, depth + 1).join('.')] ?? name);
  return renamed.join('.');
}
