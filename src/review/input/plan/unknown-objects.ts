/** Finds kinds and attributes of this provider that this version does not know: the installed provider is newer than the command. */
import { isObject, isOurProvider, PROVIDER_ADDRESS } from '../../../model/api';
import { onceFor } from '../../../base/cache/once-for';
import { declarations, resourceSettings } from '../../../model/kinds';
import {
  type Declaration,
  EXCLUSIVE,
  type FieldType,
  pluralTypeName,
  toAttribute,
  typeName,
  withVersions,
  nestedFields,
  parentAttribute,
  resourceFields,
} from '../../../model/schema';
import { hashValues } from './hash';
import type { ResourceChange, StateInstance } from './plan';
import { findExclusiveKind, findKind } from './platform-kind';
import type { UnknownPart } from './unknown-parts';

const dataTypes: ReadonlySet<string> = new Set(
  declarations.flatMap((declaration) => [typeName(declaration), pluralTypeName(declaration)]),
);

/** Returns each unknown kind, and each unknown attribute of a managed object, once. */
export function unknownObjects(changes: readonly ResourceChange[], prior: readonly StateInstance[]): UnknownPart[] {
  const found = new Map<string, unknown[]>();
  const add = (path: string, value: unknown) => found.set(path, [...(found.get(path) ?? []), value]);
  for (const { type, mode, provider, values } of prior)
    if (isOurProvider(provider) && !isKnownType(type, mode)) add(type, values);
  for (const change of changes) {
    const { type, mode, provider, before, after, actions } = change;
    if (!isOurProvider(provider)) continue;
    if (!isKnownType(type, mode)) add(type, [actions, before, after]);
    const known = knownAttributes(change);
    if (known === undefined) continue;
    for (const values of new Set([before, after]))
      for (const [path, value] of unknownAttributes(known, values ?? {})) add(`${type}.${path}`, value);
  }
  return [...found].map(([path, values]) => ({ path, isOurs: true, sha256: hashValues(path, values) }));
}

function isKnownType(type: string, mode: string): boolean {
  const managed = { type, mode: 'managed' as const, provider: PROVIDER_ADDRESS };
  if (mode === 'data') return dataTypes.has(type);
  return mode === 'managed' && (findKind(managed) ?? findExclusiveKind(managed)) !== undefined;
}

/** The known attributes by name; a message has attributes of its own. */
type Known = ReadonlyMap<string, FieldType | undefined>;

function knownAttributes(change: ResourceChange): Known | undefined {
  if (change.mode !== 'managed') return undefined;
  const exclusive = findExclusiveKind(change);
  if (exclusive !== undefined)
    return new Map([parentAttribute(exclusive) ?? '', ...Object.values(EXCLUSIVE)].map((name) => [name, undefined]));
  const declaration = findKind(change);
  return declaration && getKnownAttributes(declaration);
}

const getKnownAttributes = onceFor((declaration: Declaration): Known => {
  const parent = parentAttribute(declaration);
  const fields = { ...Object.fromEntries(resourceFields(declaration)), ...declaration.terraform?.fields };
  return new Map<string, FieldType | undefined>([
    ...(parent === undefined ? [] : [[parent, undefined] as const]),
    ...Object.entries({ ...withVersions(fields), ...resourceSettings(declaration) }).map(
      ([name, field]) => [toAttribute(name, field), field.type] as const,
    ),
  ]);
});

/** Returns the unknown attributes that have a value, with their paths. */
function unknownAttributes(known: Known, values: object): [path: string, value: unknown][] {
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    if (value === null || value === undefined) return [];
    if (!known.has(name)) return [[name, value]];
    return unknownIn(known.get(name), value).map(([path, inner]) => [`${name}.${path}`, inner]);
  });
}

function unknownIn(type: FieldType | undefined, value: unknown): [path: string, value: unknown][] {
  if (type?.is === 'message' && isObject(value)) {
    const fields = nestedFields(type).map(([name, field]) => [toAttribute(name, field), field.type] as const);
    return unknownAttributes(new Map(fields), value);
  }
  if ((type?.is === 'list' || type?.is === 'map') && typeof value === 'object' && value !== null)
    return Object.values(value).flatMap((inner) => unknownIn(type.of, inner));
  return [];
}
