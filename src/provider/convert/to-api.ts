/**
 * From Terraform's values to the API's, name by name (keys of maps are data): what a create or an update sends out of what is
 * planned.
 */
import { parseJson, snakeCase, type Values } from '../../api';
import { isUnknown } from '../../plugin';
import {
  behaves,
  type Declaration,
  type Field,
  type FieldType,
  isDefaultValue,
  isInput,
  isShownOnce,
  isUpdatable,
  isWriteOnly,
  onceFor,
  semanticEquals,
  zeroValue,
} from '../../schema';

/** The attribute that names the group in which an object lies: `group_uid`; absent for kinds that lie in none. */
export function parentAttribute(declaration: Declaration): string | undefined {
  return declaration.parent === undefined ? undefined : snakeCase(declaration.parent.name);
}

/**
 * The fields that a managed resource has. What changes by itself (last seen, last updated) is none of them: it would
 * make noise in every plan that nobody can silence. Data sources show it. Nor is a secret that is shown once.
 */
export const resourceFields = onceFor((declaration: Declaration): readonly NamedField[] =>
  Object.entries(declaration.fields).filter(
    ([, field]) =>
      field.notInTerraform === undefined &&
      !(behaves(field, 'outputOnly') && field.output === 'volatile') &&
      !isShownOnce(field),
  ),
);

/** Those of them that a request may carry. */
export const inputs = onceFor((declaration: Declaration): readonly NamedField[] =>
  resourceFields(declaration).filter(([, field]) => isInput(field)),
);

type NamedField = readonly [string, Field];

/** What is planned; and the configuration, the only place where write-only values are. */
export interface Planned {
  readonly plan: Values;
  readonly config: Values;
}

/** The body of a create, without default values. */
export function createInput(declaration: Declaration, planned: Planned): Values {
  return Object.fromEntries(
    inputs(declaration).flatMap(([name, field]) => {
      const value = sentValue(field, snakeCase(name), planned);
      return isDefaultValue(field.type, value) && value !== false && value !== 0 ? [] : [[name, value]];
    }),
  );
}

/**
 * The fields of an update: those whose planned value means something else than `prior` (a state), and secrets with
 * another version. A field that is cleared carries its zero value, a message `undefined`.
 */
export function updateChanges(declaration: Declaration, planned: Planned, prior: Values): Values {
  const changes: Record<string, unknown> = {};
  for (const [name, field] of inputs(declaration)) {
    const attribute = snakeCase(name);
    const value = planned.plan[attribute];
    if (!isUpdatable(field) || isUnknown(value)) continue;
    const before = apiValue(field.type, prior[attribute]);
    const isSame = semanticEquals(field.type, whereKnown(field.type, apiValue(field.type, value), before), before);
    if (isSame && secretVersions(field, attribute, planned.plan) === secretVersions(field, attribute, prior)) continue;
    changes[name] = sentValue(field, attribute, { ...planned, prior }) ?? zeroValue(field.type);
  }
  return changes;
}

interface Prior {
  /** The state of what is updated. */
  readonly prior?: Values;
}

/** The planned value, with the prior one in place of each unknown: that the service decides a value is no change. */
function whereKnown(type: FieldType, planned: unknown, before: unknown): unknown {
  if (isUnknown(planned)) return before;
  if (type.is !== 'message' || planned === undefined) return planned;
  return Object.fromEntries(
    Object.entries(type.fields).map(([name, inner]) => [
      name,
      whereKnown(inner.type, (planned as Values)[name], (before as Values | undefined)?.[name]),
    ]),
  );
}

/** As planned, since with `ignore_changes` the configuration differs; secrets as configured. */
function sentValue(field: Field, attribute: string, { plan, config, prior }: Planned & Prior): unknown {
  if (isWriteOnly(field)) {
    const secret = apiValue(field.type, config[attribute]);
    // A message without its secret keeps the one that the service has (contract M6): one that was taken out is cleared.
    const had = (prior?.[versionAttribute(attribute)] ?? null) !== null;
    return secret === undefined && had && plan[versionAttribute(attribute)] === null ? zeroValue(field.type) : secret;
  }
  const value = plan[attribute];
  if (isUnknown(value)) return undefined;
  if (field.type.is !== 'message' || value === null || value === undefined) return apiValue(field.type, value);
  const inside = {
    plan: value as Values,
    config: (config[attribute] ?? {}) as Values,
    prior: (prior?.[attribute] ?? {}) as Values,
  };
  const entries = nestedFields(field.type).map(([name, inner]) => [name, sentValue(inner, snakeCase(name), inside)]);
  return Object.fromEntries(entries.filter(([, sent]) => sent !== undefined));
}

/** The versions of all secrets in an attribute, as text to compare. */
function secretVersions(field: Field, attribute: string, attributes: Values): string {
  if (isWriteOnly(field)) return JSON.stringify(attributes[versionAttribute(attribute)] ?? null);
  const value = attributes[attribute];
  if (field.type.is !== 'message' || typeof value !== 'object' || value === null) return '';
  return nestedFields(field.type)
    .map(([name, inner]) => secretVersions(inner, snakeCase(name), value as Values))
    .join();
}

/** Null becomes `undefined`, at every depth; unknown values stay what they are. */
export function apiValue(type: FieldType, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (isUnknown(value)) return value;
  // A text that is not JSON stays as it is, for the check to report it.
  if (type.is === 'json') {
    const parsed = typeof value === 'string' ? parseJson(value) : undefined;
    return parsed === undefined ? value : (parsed ?? undefined);
  }
  if (type.is === 'message') return apiObject(nestedFields(type), value as Values);
  if (type.is === 'list') return (value as readonly unknown[]).map((element) => apiValue(type.of, element));
  if (type.is === 'map') {
    const entries = Object.entries(value as Values);
    return Object.fromEntries(entries.map(([key, element]) => [key, apiValue(type.of, element)]));
  }
  return value;
}

/** The object with the attributes' values under the fields' names; what is null is left out. */
export function apiObject(fields: readonly NamedField[], attributes: Values): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    const value = apiValue(field.type, attributes[snakeCase(name)]);
    if (value !== undefined) object[name] = value;
  }
  return object;
}

/** `readable`: without the fields that no response holds (data sources, outputs). */
export function nestedFields(
  type: MessageType,
  { readable = false }: { readonly readable?: boolean } = {},
): readonly NamedField[] {
  return readable ? readableFields(type) : allFields(type);
}

type MessageType = Extract<FieldType, { is: 'message' }>;

const allFields = onceFor(({ fields }: MessageType) =>
  Object.entries(fields).filter(([, field]) => field.notInTerraform === undefined),
);
const readableFields = onceFor((type: MessageType) =>
  allFields(type).filter(([, field]) => !behaves(field, 'inputOnly')),
);

/**
 * A write-only value is stored nowhere, so no plan can see that it changed: this attribute, stored beside it, tells.
 * `client_secret` → `client_secret_wo_version`.
 */
export function versionAttribute(attribute: string): string {
  return `${attribute}_wo_version`;
}
