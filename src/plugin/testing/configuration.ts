/**
 * Prepares a configuration as Terraform does before it calls the provider. Adds null (or a block without elements) for
 * everything that is not written, and proposes a plan with the prior values of attributes that the provider decides.
 */
import { emptyObject } from '../core/complete';
import {
  type Body,
  type Attribute,
  type Attributes,
  attributeType,
  type Block,
  impliedType,
  isNested,
  type NestedType,
} from '../schema/schema';
import { conform, valuesEqual } from '../values/normal-form';
import { type CtyType, Dyn, getKey, isNull, isRecord, isUnknown, type Values } from '../values/types';

/** The configuration `written` as a whole object. Throws where it does not fit the schema, as Terraform refuses it. */
export function fillConfig(body: Body, written: Values): Values {
  return conform(fillBody(body, written), impliedType(body)) as Values;
}

function fillBody(body: Body, written: Values): Values {
  const filled = Object.entries(written).map(([name, value]): [string, unknown] => {
    const attribute = body.attributes[name];
    const block = body.blocks?.[name];
    if (attribute !== undefined) return [name, fillAttribute(attribute, value)];
    return [name, block === undefined ? value : fillNested(block, value)];
  });
  return { ...emptyObject(body), ...Object.fromEntries(filled) };
}

function fillAttribute(attribute: Attribute, value: unknown): unknown {
  return isNested(attribute.type) ? fillNested(attribute.type, value) : fillValue(attributeType(attribute), value);
}

function fillNested(nested: Body & { readonly nesting: Block['nesting'] }, value: unknown): unknown {
  const fill = (element: unknown): unknown => (isRecord(element) ? fillBody(nested, element) : element);
  if (Array.isArray(value)) return value.map(fill);
  if (nested.nesting === 'map' && isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, fill(element)]));
  }
  return fill(value);
}

function fillValue(type: CtyType, value: unknown): unknown {
  if (value === null || isUnknown(value) || value instanceof Dyn || typeof type === 'string') return value ?? null;
  if (type[0] !== 'object' || !isRecord(value)) return value;
  return { ...Object.fromEntries(Object.keys(type[1]).map((name) => [name, null])), ...value };
}

/** `ProposedNew` of Terraform core: `config` is whole, as {@link fillConfig} makes it. */
export function proposedNew(body: Body, prior: Values | null, config: unknown): Values | null {
  if (!isRecord(config)) return prior;
  const base = prior ?? emptyObject(body);
  return {
    ...proposedAttributes(body.attributes, base, config),
    ...Object.fromEntries(
      Object.entries(body.blocks ?? {}).map(([name, block]) => [
        name,
        proposedNested(block, getKey(base, name), config[name], (p, c) => proposedNew(block, p, c)),
      ]),
    ),
  };
}

function proposedAttributes(attributes: Attributes, prior: Values | null, config: Values): Values {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const before = prior === null ? null : (prior[name] ?? null);
      const configured = config[name];
      if (isComputed(attribute) && isNull(configured)) {
        const wasConfigured = attribute.mode === 'optional+computed' && hasUserValue(attribute, before);
        return [name, wasConfigured ? null : before];
      }
      const { type } = attribute;
      if (!isNested(type)) return [name, configured];
      return [name, proposedNested(type, before, configured, (p, c) => proposedObject(type, p, c))];
    }),
  );
}

function proposedObject({ attributes }: NestedType, prior: Values | null, config: unknown): unknown {
  return isRecord(config) ? proposedAttributes(attributes, prior, config) : config;
}

function proposedNested(
  nested: Block | NestedType,
  prior: unknown,
  config: unknown,
  merge: (prior: Values | null, config: unknown) => unknown,
): unknown {
  if (isUnknown(config) || isNull(config)) return config;
  const element = (value: unknown): Values | null => (isRecord(value) ? value : null);
  switch (nested.nesting) {
    case 'single':
    case 'group':
      return merge(element(prior), config);
    case 'list': {
      const before: readonly unknown[] = Array.isArray(prior) ? prior : [];
      return (config as readonly unknown[]).map((now, i) => (i < before.length ? merge(element(before[i]), now) : now));
    }
    case 'map': {
      const before = isRecord(prior) ? prior : {};
      return Object.fromEntries(
        Object.entries(config as Values).map(([key, now]) => [
          key,
          Object.hasOwn(before, key) ? merge(element(before[key]), now) : now,
        ]),
      );
    }
    case 'set': {
      const left: unknown[] = Array.isArray(prior) ? [...(prior as unknown[])] : [];
      return (config as readonly unknown[]).map((now) => {
        const found = left.findIndex((before) => couldComeFrom(nested, before, now));
        return merge(found < 0 ? null : element(left.splice(found, 1)[0]), now);
      });
    }
  }
}

/** Returns true if the prior element differs from the configured one only where the provider decides. */
function couldComeFrom(body: Body, prior: unknown, config: unknown): boolean {
  if (!isRecord(prior) || !isRecord(config)) return false;
  return Object.entries(body.attributes).every(([name, attribute]) => {
    const [before, now] = [prior[name], config[name]];
    if (valuesEqual(before, now, attributeType(attribute))) return true;
    if (isNested(attribute.type) && attribute.type.nesting === 'single') {
      return couldComeFrom(attribute.type, before, now);
    }
    return isComputed(attribute) && isNull(now);
  });
}

/** A value that the provider alone cannot have decided, somewhere inside a nested attribute. */
function hasUserValue({ type }: Attribute, value: unknown): boolean {
  if (!isNested(type) || isNull(value)) return false;
  const elements = type.nesting === 'single' ? [value] : Object.values(value as object);
  return elements.some((element) =>
    Object.entries(type.attributes).some(([name, attribute]) => {
      const inner = isRecord(element) ? element[name] : null;
      return !isNull(inner) && (!isComputed(attribute) || hasUserValue(attribute, inner));
    }),
  );
}

function isComputed({ mode }: Attribute): boolean {
  return mode === 'computed' || mode === 'optional+computed';
}
