/**
 * Visits the attributes of an object, nested ones and those in blocks too, together with the configuration and the prior
 * state of the same place, and makes a new object of the results.
 */
import { onceFor } from '../../base/cache/once-for';
import {
  type Attribute,
  attributeType,
  type Block,
  type Body,
  blockType,
  impliedType,
  isNested,
} from '../schema/schema';
import type { Path } from '../sdk/diagnostics';
import { valuesEqual } from '../values/normal-form';
import { type CtyType, getKey, isNull, isRecord, isUnknown, setKey } from '../values/types';

/** The same place in three objects. Null in an object without that place. */
export interface Triple {
  readonly config: unknown;
  readonly prior: unknown;
  readonly plan: unknown;
}

export interface AttributeNode extends Triple {
  readonly attribute: Attribute;
  readonly type: CtyType;
  readonly path: Path;
}

/** Gives the new value of an attribute; nested attributes of that value are visited afterwards. */
export type Visit = (node: AttributeNode) => unknown;

/**
 * Returns a copy of `plan` with the results of `visit` instead of the values of attributes. Matches places in lists by
 * index, in maps by key, and in sets by the values that the user decides. Skips values that the configuration does not
 * contain or does not know.
 */
export function mapAttributes(body: Body, triple: Triple, visit: Visit, path: Path = []): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const field of getFields(body)) {
    const { name } = field;
    const config = getMember(triple.config, name);
    const prior = getMember(triple.prior, name);
    let plan = getMember(triple.plan, name);
    if (field.attribute !== undefined)
      plan = visit(new LazyNode(field, field.attribute, { config, prior, plan }, path));
    if (field.nested !== undefined) plan = mapNested(field.nested, { config, prior, plan }, visit, [...path, name]);
    setKey(result, name, plan);
  }
  return result;
}

/** Calls `visit` for every attribute, including nested ones, like {@link mapAttributes}. */
export function eachAttribute(body: Body, triple: Triple, visit: (node: AttributeNode) => void): void {
  mapAttributes(body, triple, (node) => {
    visit(node);
    return node.plan;
  });
}

/** Makes its path only when it is read, which is rare. */
class LazyNode implements AttributeNode {
  readonly attribute: Attribute;
  readonly type: CtyType;
  readonly config: unknown;
  readonly prior: unknown;
  readonly plan: unknown;
  readonly #name: string;
  readonly #parent: Path;

  constructor({ name, type }: BodyField, attribute: Attribute, { config, prior, plan }: Triple, parent: Path) {
    this.attribute = attribute;
    this.type = type;
    this.config = config;
    this.prior = prior;
    this.plan = plan;
    this.#name = name;
    this.#parent = parent;
  }

  get path(): Path {
    return [...this.#parent, this.#name];
  }
}

function mapNested(body: Body & { nesting: Block['nesting'] }, triple: Triple, visit: Visit, path: Path): unknown {
  const { config, prior, plan } = triple;
  if (isNull(plan) || isUnknown(plan) || isNull(config) || isUnknown(config)) return plan;
  const inside = (next: Triple, step?: string | number): unknown =>
    isRecord(next.plan) ? mapAttributes(body, next, visit, step === undefined ? path : [...path, step]) : next.plan;
  switch (body.nesting) {
    case 'single':
    case 'group':
      return inside(triple);
    case 'list':
      return asArray(plan).map((element, index) =>
        inside({ plan: element, config: asArray(config)[index] ?? null, prior: asArray(prior)[index] ?? null }, index),
      );
    case 'map': {
      const entries: Record<string, unknown> = {};
      for (const [key, element] of Object.entries(plan as object)) {
        setKey(entries, key, inside({ ...member(triple, key), plan: element }, key));
      }
      return entries;
    }
    case 'set': {
      const configs = matcher(body, asArray(config));
      const priors = matcher(body, asArray(prior));
      return asArray(plan).map((element, index) =>
        inside({ plan: element, config: configs(element), prior: priors(element) }, index),
      );
    }
  }
}

/** Finds the element with the same values for all that the user decides. Each element is found only once. */
function matcher(body: Body, candidates: readonly unknown[]): (element: unknown) => unknown {
  const left = [...candidates];
  return (element) => {
    const found = left.findIndex((candidate) => agrees(body, candidate, element));
    return found < 0 ? null : left.splice(found, 1)[0];
  };
}

function agrees(body: Body, candidate: unknown, element: unknown): boolean {
  if (!isRecord(candidate) || !isRecord(element)) return false;
  return Object.entries(impliedType(body)[1]).every(([name, type]) => {
    const mode = body.attributes[name]?.mode ?? 'required';
    const computed = mode === 'computed' || mode === 'optional+computed';
    return (
      (computed && isNull(candidate[name])) || mode === 'computed' || valuesEqual(candidate[name], element[name], type)
    );
  });
}

function member({ config, prior, plan }: Triple, name: string): Triple {
  return { config: getMember(config, name), prior: getMember(prior, name), plan: getMember(plan, name) };
}

/** A part of an unknown whole is unknown. */
function getMember(value: unknown, name: string): unknown {
  if (isUnknown(value)) return value;
  return isRecord(value) ? (getKey(value, name) ?? null) : null;
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export interface BodyField {
  readonly name: string;
  readonly type: CtyType;
  /** Undefined for a block. */
  readonly attribute?: Attribute;
  readonly nested?: Body & { readonly nesting: Block['nesting'] };
}

/** Returns the fields of a body. Computed once: a plan spends most of its time here. */
export const getFields: (body: Body) => readonly BodyField[] = onceFor(
  ({ attributes, blocks = {} }: Body): readonly BodyField[] => [
    ...Object.entries(attributes).map(([name, attribute]) => {
      const nested = isNested(attribute.type) ? attribute.type : undefined;
      return { name, type: attributeType(attribute), attribute, nested };
    }),
    ...Object.entries(blocks).map(([name, block]) => ({ name, type: blockType(block), nested: block })),
  ],
  ({ attributes }) => attributes,
);
