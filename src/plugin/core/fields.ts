/** The attributes and blocks of a schema, of a block or of a nested attribute, as one list. */
import { attributeType, blockType, isNested } from '../schema/implied-type';
import type { Attribute, Attributes, Block, Blocks } from '../schema/schema';
import type { CtyType } from '../values/types';

export interface Body {
  readonly attributes: Attributes;
  readonly blocks?: Blocks;
}

export interface Field {
  readonly name: string;
  readonly type: CtyType;
  /** Undefined for a block. */
  readonly attribute?: Attribute;
  readonly nested?: Body & { readonly nesting: Block['nesting'] };
}

const known = new WeakMap<Attributes, readonly Field[]>();

/** The fields of a body. Looked up once: this is where most of the time of a plan goes. */
export function fieldsOf({ attributes, blocks = {} }: Body): readonly Field[] {
  let fields = known.get(attributes);
  if (fields === undefined) {
    fields = [
      ...Object.entries(attributes).map(([name, attribute]) => {
        const nested = isNested(attribute.type) ? attribute.type : undefined;
        return { name, type: attributeType(attribute), attribute, nested };
      }),
      ...Object.entries(blocks).map(([name, block]) => ({ name, type: blockType(block), nested: block })),
    ];
    known.set(attributes, fields);
  }
  return fields;
}
