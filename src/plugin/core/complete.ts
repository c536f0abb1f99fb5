/** Completes objects: adds the attributes and blocks that are missing. */
import type { Block, Schema, Body } from '../schema/schema';
import { isWhollyKnown, type Values } from '../values/types';

/** Returns the object of an empty configuration: every attribute is null, and no block has elements. */
export function emptyObject(body: Body): Values {
  return Object.fromEntries([
    ...Object.keys(body.attributes).map((name) => [name, null] as const),
    ...Object.entries(body.blocks ?? {}).map(([name, block]) => [name, emptyBlock(block)] as const),
  ]);
}

/** Returns `partial` with its missing attributes, each from the first of `fallbacks` that contains it. */
export function completeFrom(schema: Schema, partial: Values, ...fallbacks: readonly (Values | null)[]): Values {
  const empty = emptyObject(schema);
  const extra = Object.entries(partial).filter(([name]) => !Object.hasOwn(empty, name));
  return Object.fromEntries([
    ...Object.entries(empty).map(([name, nothing]) => {
      if (partial[name] !== undefined) return [name, partial[name]] as const;
      const known = fallbacks.find((fallback) => fallback !== null && isWhollyKnown(fallback[name]));
      return [name, known?.[name] ?? nothing] as const;
    }),
    ...extra,
  ]);
}

function emptyBlock(block: Block): unknown {
  switch (block.nesting) {
    case 'single':
      return null;
    case 'group':
      return emptyObject(block);
    case 'list':
    case 'set':
      return [];
    case 'map':
      return {};
  }
}
