/**
 * A schema as plain data, its Terraform type, and the static types of values that follow it. It can be written by hand
 * with the builders of `attributes.ts`, which know the static types, or be put together at run time from other data.
 */
import { onceFor } from '../../base/cache/once-for';
import type { CtyType, MaybeUnknown, Unknown } from '../values/types';

/**
 * The side that sets the value: `required` and `optional` the user, `computed` the provider, `optional+computed` the
 * user or else the provider.
 */
export type Mode = 'required' | 'optional' | 'computed' | 'optional+computed';

/** One thing wrong with a value. */
export interface ValidationIssue {
  /** A sentence. */
  readonly message: string;
  /** The path from the validated value to the problem. @default the value itself */
  readonly path?: readonly (string | number)[];
}

/**
 * Checks a value that is completely known and not null. Returns the problem as a sentence, or several issues.
 * `undefined` or an empty list means that the value is valid.
 *
 * @example const shortName: Validator<string> = (name) => (name.length <= 20 ? undefined : 'At most 20 characters.');
 */
export type Validator<T> = { check(value: T): string | readonly ValidationIssue[] | undefined }['check'];

/** A planned change of one attribute. */
export interface AttributeChange<T> {
  /** The stored value. */
  readonly prior: T | null;
  /** The planned value. */
  readonly plan: T | Unknown | null;
}

/** Everything about an attribute except its type. */
export interface AttributeOptions<T = unknown> {
  /** The side that sets the value. */
  readonly mode: Mode;
  /** Markdown, for the documentation and for editors. */
  readonly description?: string;
  /** The replacement: a user who sets the attribute gets this sentence as a warning. */
  readonly deprecated?: string;
  /** Terraform prints `(sensitive value)`; the value is still in the state. */
  readonly sensitive?: boolean;
  /** The value reaches `create` and `update` in `config` and is stored nowhere. Managed resources, Terraform ≥ 1.11. */
  readonly writeOnly?: boolean;
  /**
   * The planned value if the user sets none. Also the value of objects that were stored before the attribute existed.
   * Only for `optional+computed`.
   */
  readonly default?: T;
  /**
   * True if a change replaces the object, because it is not possible in place. A function decides for each change.
   * @default false
   */
  readonly requiresReplace?: boolean | { check(change: AttributeChange<T>): boolean }['check'];
  /**
   * True for a computed value that an update does not change: the plan shows the prior value instead of
   * `(known after apply)`. Not for attributes in lists, whose elements can move. @default false
   */
  readonly useStateForUnknown?: boolean;
  /** Run one after another on a value that is wholly known and not null. */
  readonly validate?: readonly Validator<T>[];
  /**
   * True if two values mean the same (other case, white space, JSON): then the prior value is kept, and no change is
   * planned.
   */
  readonly semanticEquals?: { check(prior: T, next: T): boolean }['check'];
}

/** Attributes inside an attribute, each with options of its own. */
export interface NestedType {
  /** One object, or a collection of objects. */
  readonly nesting: 'single' | 'list' | 'set' | 'map';
  /** The schema of each object. */
  readonly attributes: Attributes;
}

declare const valueType: unique symbol;

/** One attribute. `T` is the JavaScript type of a known, non-null value; it exists for the compiler alone. */
export interface Attribute<T = unknown> extends AttributeOptions<T> {
  /** A type of Terraform's, or attributes with options of their own. */
  readonly type: CtyType | NestedType;
  readonly [valueType]?: T;
}

/** Attributes by name: lower-case letters, digits and underscores. */
export type Attributes = Readonly<Record<string, Attribute>>;

/** The static type of the value of an attribute. */
export type AttributeValue<A> = A extends { readonly [valueType]?: infer T } ? Exclude<T, undefined> : unknown;

/**
 * A block (`name { … }`): `single` is an object or null, `group` always an object, `list`, `set` and `map` are
 * never null. Prefer nested attributes in new schemas.
 */
export interface Block {
  /** The number of blocks allowed, and the type of the value. */
  readonly nesting: 'single' | 'group' | 'list' | 'set' | 'map';
  /** Its attributes. */
  readonly attributes: Attributes;
  /** Blocks inside it. */
  readonly blocks?: Blocks;
  /** For `list` and `set`, and 1 for a `single` block that is required. @default 0 */
  readonly minItems?: number;
  /** For `list` and `set`; 0 for any number. @default 0 */
  readonly maxItems?: number;
  /** Markdown. */
  readonly description?: string;
  /** The replacement: a user who writes the block gets this sentence as a warning. */
  readonly deprecated?: string;
}

/** Blocks by name. */
export type Blocks = Readonly<Record<string, Block>>;

/** The schema of a provider, a resource, a data source or an ephemeral resource. */
export interface Schema {
  /** The version of the stored attributes' shape; raise it together with an entry in `upgrade`. @default 0 */
  readonly version?: number;
  /** Markdown. */
  readonly description?: string;
  /** The replacement: a user of the type gets this sentence as a warning. */
  readonly deprecated?: string;
  /** The attributes that can be set and read. */
  readonly attributes: Attributes;
  /** Blocks, for schemas that have to keep them; prefer nested attributes. */
  readonly blocks?: Blocks;
}

/** Attributes and blocks: a schema, a block or a nested type. */
export interface Body {
  readonly attributes: Attributes;
  readonly blocks?: Blocks;
}

export type ObjectType = readonly ['object', { readonly [name: string]: CtyType }];

/** Returns the object type of a schema, a block or a nested attribute's attributes. */
export const impliedType: (body: Body) => ObjectType = onceFor(
  ({ attributes, blocks = {} }: Body): ObjectType => [
    'object',
    Object.fromEntries([
      ...Object.entries(attributes).map(([name, attribute]) => [name, attributeType(attribute)] as const),
      ...Object.entries(blocks).map(([name, block]) => [name, blockType(block)] as const),
    ]),
  ],
  ({ attributes }) => attributes,
);

export function attributeType(attribute: Attribute): CtyType {
  return isNested(attribute.type) ? collection(attribute.type.nesting, impliedType(attribute.type)) : attribute.type;
}

export function blockType(block: Block): CtyType {
  return collection(block.nesting, impliedType(block));
}

export function isNested(type: CtyType | NestedType): type is NestedType {
  return typeof type === 'object' && 'nesting' in type;
}

function collection(nesting: Block['nesting'], element: ObjectType): CtyType {
  return nesting === 'single' || nesting === 'group' ? element : [nesting, element];
}

// The four static views of a schema. A schema that is only known at run time (`Schema` itself) gives records of
// `unknown`.

/**
 * The configuration that the user wrote. It may hold unknown values; values that only the provider computes are null.
 */
export type Config<S extends Schema> = View<S, 'config'>;

/** The configuration during apply: wholly known, and the only place where write-only values are. */
export type ApplyConfig<S extends Schema> = View<S, 'applyConfig'>;

/** The planned object: unknown where the provider decides during apply; write-only values are null. */
export type Plan<S extends Schema> = View<S, 'plan'>;

/** The stored object: wholly known; write-only values are null. */
export type State<S extends Schema> = View<S, 'state'>;

/** The stored shape of a bare set of attributes. */
export type AttributesState<A extends Attributes> = string extends keyof A
  ? Record<string, unknown>
  : { -readonly [K in keyof A]: AttributeView<A[K], 'state'> };

type ViewName = 'config' | 'applyConfig' | 'plan' | 'state';

type View<S extends Schema, V extends ViewName> = string extends keyof S['attributes']
  ? Record<string, unknown>
  : BodyView<S['attributes'], S['blocks'], V>;

type BodyView<A extends Attributes, B, V extends ViewName> = {
  -readonly [K in keyof A]: AttributeView<A[K], V>;
} & (B extends Blocks ? { -readonly [K in keyof B]: BlockView<B[K], V> } : unknown);

type AttributeView<A extends Attribute, V extends ViewName> = V extends 'config'
  ? A['mode'] extends 'computed'
    ? null
    : MaybeUnknown<OrNull<A>>
  : V extends 'applyConfig'
    ? A['mode'] extends 'computed'
      ? null
      : OrNull<A>
    : A extends { readonly writeOnly: true }
      ? null
      : V extends 'plan'
        ? MaybeUnknown<OrNull<A>>
        : OrNull<A>;

type OrNull<A extends Attribute> = A['mode'] extends 'required' ? AttributeValue<A> : AttributeValue<A> | null;

type BlockView<B extends Block, V extends ViewName> = B['nesting'] extends 'list' | 'set'
  ? BodyView<B['attributes'], B['blocks'], V>[]
  : B['nesting'] extends 'map'
    ? Record<string, BodyView<B['attributes'], B['blocks'], V>>
    : B['nesting'] extends 'group'
      ? BodyView<B['attributes'], B['blocks'], V>
      : BodyView<B['attributes'], B['blocks'], V> | null;
