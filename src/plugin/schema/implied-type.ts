/** The type of a whole object, as a schema implies it: what travels on the wire. */
import type { CtyType } from '../values/types';
import type { Attribute, Attributes, Block, Blocks, NestedType } from './schema';

interface Body {
  readonly attributes: Attributes;
  readonly blocks?: Blocks;
}

export type ObjectType = readonly ['object', { readonly [name: string]: CtyType }];

const known = new WeakMap<Attributes, ObjectType>();

/** The object type of a schema, a block or a nested attribute's attributes. Computed once for each. */
export function impliedType(body: Body): ObjectType {
  const found = known.get(body.attributes);
  if (found !== undefined) return found;
  const type: ObjectType = [
    'object',
    Object.fromEntries([
      ...Object.entries(body.attributes).map(([name, attribute]) => [name, attributeType(attribute)] as const),
      ...Object.entries(body.blocks ?? {}).map(([name, block]) => [name, blockType(block)] as const),
    ]),
  ];
  known.set(body.attributes, type);
  return type;
}

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
