/**
 * The four static views of one schema. A schema that is only known at run time (`Schema` itself) gives records of
 * `unknown`.
 */
import type { MaybeUnknown } from '../values/types';
import type { Attribute, Attributes, AttributeValue, Block, Blocks, Schema } from './schema';

/** What the user wrote: may hold unknown values; what the provider alone computes is null. */
export type Config<S extends Schema> = View<S, 'config'>;

/** The configuration during apply: wholly known, and the only place where write-only values are. */
export type ApplyConfig<S extends Schema> = View<S, 'applyConfig'>;

/** The planned object: unknown where the provider decides during apply; write-only values are null. */
export type Plan<S extends Schema> = View<S, 'plan'>;

/** The object as it is stored: wholly known; write-only values are null. */
export type State<S extends Schema> = View<S, 'state'>;

/** The stored shape of a bare set of attributes. */
export type AttributesState<A extends Attributes> = string extends keyof A
  ? Record<string, unknown>
  : { -readonly [K in keyof A]: AttributeView<A[K], 'state'> };

type ViewName = 'config' | 'applyConfig' | 'plan' | 'state';

type View<S extends Schema, V extends ViewName> = string extends keyof S['attributes']
  ? Record<string, unknown>
  : Body<S['attributes'], S['blocks'], V>;

type Body<A extends Attributes, B, V extends ViewName> = {
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
  ? Body<B['attributes'], B['blocks'], V>[]
  : B['nesting'] extends 'map'
    ? Record<string, Body<B['attributes'], B['blocks'], V>>
    : B['nesting'] extends 'group'
      ? Body<B['attributes'], B['blocks'], V>
      : Body<B['attributes'], B['blocks'], V> | null;
