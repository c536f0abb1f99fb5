/**
 * Derives the fields that a create or an update sends from planned values, name by name (keys of maps are data). The provider
 * sends these fields and the review lists them, so both use this derivation.
 */
import { isObject, parseJson, type Values } from '../../api';
import {
  toAttribute,
  type Declaration,
  type Field,
  type FieldType,
  inputs,
  isDefaultValue,
  isUpdatable,
  isWriteOnly,
  nestedFields,
  semanticEquals,
  terraformInputs,
  versionAttribute,
  zeroValue,
} from '../../schema';

/** The planned values, and the configuration, which alone contains write-only values. */
export interface Planned {
  readonly plan: Values;
  readonly config: Values;
}

export interface SentFields {
  /** Returns the body of a create, without default values. */
  readonly createInput: (declaration: Declaration, planned: Planned) => Values;
  /** Returns the approved values of a create: its body, and the inputs that exist only in Terraform. */
  readonly createFields: (declaration: Declaration, planned: Planned) => Values;
  /**
   * Returns the fields of an update: those whose planned value differs in meaning from `prior` (a state), and secrets with
   * another version. A cleared field has its zero value, a cleared message `undefined`.
   */
  readonly updateChanges: (declaration: Declaration, planned: Planned, prior: Values) => Values;
  /** Returns the attribute's value in the form of the API: null becomes `undefined` at every depth, unknown values stay. */
  readonly apiValue: (type: FieldType, value: unknown) => unknown;
}

interface Prior {
  /** The state of the object to update. */
  readonly prior?: Values | undefined;
}

/** @param isUnknown recognizes a value that is known only after apply */
export function createSentFields(isUnknown: (value: unknown) => boolean): SentFields {
  /** Replaces each unknown value by the prior one: a value that the service decides is no change. */
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

  /** The planned value, because `ignore_changes` makes the configuration differ; for a secret, the configured value. */
  function sentValue(field: Field, attribute: string, { plan, config, prior }: Planned & Prior): unknown {
    if (isWriteOnly(field)) {
      const secret = apiValue(field.type, config[attribute]);
      // A message without its secret keeps the stored secret (contract M6): an empty text keeps it, and a removed secret is cleared.
      if (secret === '') return undefined;
      const had = (prior?.[versionAttribute(attribute)] ?? null) !== null;
      return secret === undefined && had && plan[versionAttribute(attribute)] === null ? zeroValue(field.type) : secret;
    }
    const value = plan[attribute];
    if (isUnknown(value)) return undefined;
    if (field.type.is !== 'message' || !isObject(value)) return apiValue(field.type, value);
    const inside = {
      plan: value,
      config: (config[attribute] ?? {}) as Values,
      prior: prior?.[attribute] as Values | undefined,
    };
    const entries = nestedFields(field.type).map(([name, inner]) => [
      name,
      sentValue(inner, toAttribute(name, inner), inside),
    ]);
    return Object.fromEntries(entries.filter(([, sent]) => sent !== undefined));
  }

  function apiValue(type: FieldType, value: unknown): unknown {
    if (value === null) return undefined;
    if (isUnknown(value)) return value;
    // Text that is not JSON stays unchanged, so that the check reports it.
    if (type.is === 'json') {
      const parsed = typeof value === 'string' ? parseJson(value) : undefined;
      return parsed === undefined ? value : (parsed ?? undefined);
    }
    // A plan from outside can contain a value of another type: it stays unchanged.
    if (type.is === 'message' && isObject(value)) {
      const entries = nestedFields(type).map(([name, field]) => [
        name,
        apiValue(field.type, value[toAttribute(name, field)]),
      ]);
      return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
    }
    if (type.is === 'list' && Array.isArray(value)) return value.map((element) => apiValue(type.of, element));
    if (type.is === 'map' && isObject(value)) {
      const entries = Object.entries(value);
      return Object.fromEntries(entries.map(([key, element]) => [key, apiValue(type.of, element)]));
    }
    return value;
  }

  function createInput(declaration: Declaration, planned: Planned): Values {
    return Object.fromEntries(
      inputs(declaration).flatMap(([name, field]) => {
        const value = sentValue(field, toAttribute(name, field), planned);
        return isDefaultValue(field.type, value) && value !== false && value !== 0 ? [] : [[name, value]];
      }),
    );
  }

  return {
    apiValue,
    createInput,
    createFields(declaration, planned) {
      const own = terraformInputs(declaration).flatMap(([name, field]) => {
        const value = apiValue(field.type, planned.plan[toAttribute(name, field)]);
        return value === undefined || isUnknown(value) ? [] : [[name, value] as const];
      });
      return { ...createInput(declaration, planned), ...Object.fromEntries(own) };
    },
    updateChanges(declaration, planned, prior) {
      const changes: Record<string, unknown> = {};
      for (const [name, field] of inputs(declaration)) {
        const attribute = toAttribute(name, field);
        const value = planned.plan[attribute];
        if (!isUpdatable(field) || isUnknown(value)) continue;
        const before = apiValue(field.type, prior[attribute]);
        const isSame = semanticEquals(field.type, whereKnown(field.type, apiValue(field.type, value), before), before);
        const [version, former] = [planned.plan, prior].map((values) => secretVersions(field, attribute, values));
        if (isSame && version === former) continue;
        changes[name] = sentValue(field, attribute, { ...planned, prior }) ?? zeroValue(field.type);
      }
      return changes;
    },
  };
}

/** The versions of all secrets in an attribute, as text to compare. */
function secretVersions(field: Field, attribute: string, attributes: Values): string | undefined {
  if (isWriteOnly(field)) return JSON.stringify(attributes[versionAttribute(attribute)] ?? null);
  const value = attributes[attribute];
  if (field.type.is !== 'message' || typeof value !== 'object' || value === null) return undefined;
  return nestedFields(field.type)
    .map(([name, inner]) => secretVersions(inner, toAttribute(name, inner), value as Values))
    .join();
}
