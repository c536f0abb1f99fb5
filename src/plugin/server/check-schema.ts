/**
 * Finds the problems of a schema before Terraform does: violations of Terraform's rules (an invalid schema is fatal
 * there), and options that can never work.
 */
import type { Identity } from '../sdk/resource';
import { type CtyType, hasDynamic } from '../values/types';
import {
  type Attribute,
  type Attributes,
  type Block,
  type Blocks,
  impliedType,
  isNested,
  type Schema,
} from '../schema/schema';

export type SchemaUse = 'resource' | 'other';

/** One sentence for each problem, each beginning with the path of the attribute; empty if all is well. */
export function checkSchema(schema: Schema, use: SchemaUse): string[] {
  return [
    ...versionProblems(schema.version ?? 0),
    ...checkAttributes(schema.attributes, '', { use, nesting: [] }),
    ...checkBlocks(schema, '', { use, nesting: [] }),
  ];
}

/** As {@link checkSchema}, of the identity of a managed resource. */
export function checkIdentity({ version = 0, attributes }: Identity<Schema>): string[] {
  const isNeeded = Object.values(attributes).some(({ optionalForImport = false }) => !optionalForImport);
  return [
    ...versionProblems(version),
    ...(isNeeded ? [] : ['an import needs at least one attribute that is not optional']),
    ...Object.entries(attributes).flatMap(([name, { type }]) => [
      ...(validName.test(name) ? [] : [`${name}: a name has only lower-case letters, digits and underscores`]),
      ...(isPrimitive(typeof type !== 'string' && type[0] === 'list' ? type[1] : type)
        ? []
        : [`${name}: must be a string, a number, a bool, or a list of one of these`]),
    ]),
  ].map((problem) => `identity: ${problem}`);
}

function isPrimitive(type: CtyType): boolean {
  return type === 'string' || type === 'number' || type === 'bool';
}

function versionProblems(version: number): string[] {
  return Number.isSafeInteger(version) && version >= 0 ? [] : ['version must be a whole number, 0 or more'];
}

interface Place {
  readonly use: SchemaUse;
  /** The nesting modes around, outermost first. */
  readonly nesting: readonly Block['nesting'][];
}

const validName = /^[a-z0-9_]+$/;
/** Names that mean something else where Terraform reads configuration. */
const rootNames = ['count', 'for_each', 'provider', 'lifecycle', 'depends_on', 'connection', 'provisioner'];

function checkAttributes(attributes: Attributes, prefix: string, place: Place): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const path = prefix + name;
    return [...nameProblems(name, prefix, place.use), ...optionProblems(attribute, place), ...typeProblems(attribute)]
      .map((problem) => `${path}: ${problem}`)
      .concat(nestedProblems(attribute, path, place));
  });
}

function nameProblems(name: string, prefix: string, use: SchemaUse): string[] {
  if (!validName.test(name)) return ['a name has only lower-case letters, digits and underscores'];
  return use === 'resource' && prefix === '' && rootNames.includes(name) ? ['this name belongs to Terraform'] : [];
}

function optionProblems(attribute: Attribute, { use, nesting }: Place): string[] {
  const { mode, writeOnly, useStateForUnknown, requiresReplace, semanticEquals } = attribute;
  const computed = mode === 'computed' || mode === 'optional+computed';
  const problems: [boolean, string][] = [
    [!['required', 'optional', 'computed', 'optional+computed'].includes(mode), `"${mode}" is not a mode`],
    [attribute.default !== undefined && mode !== 'optional+computed', 'a default needs the mode "optional+computed"'],
    [useStateForUnknown === true && !computed, 'useStateForUnknown is for computed attributes'],
    [
      useStateForUnknown === true && nesting.includes('list'),
      'useStateForUnknown in a list would mix up elements that move',
    ],
    [writeOnly === true && computed, 'a write-only attribute cannot be computed'],
    [writeOnly === true && use !== 'resource', 'only a managed resource has write-only attributes'],
    [writeOnly === true && nesting.includes('set'), 'a set cannot contain write-only attributes'],
    [
      writeOnly === true && requiresReplace !== undefined && requiresReplace !== false,
      'Terraform cannot see a change of a write-only attribute: set requiresReplace on a version attribute',
    ],
    [writeOnly === true && semanticEquals !== undefined, 'a write-only attribute has no prior value to compare with'],
  ];
  return problems.filter(([wrong]) => wrong).map(([, problem]) => problem);
}

function typeProblems({ type }: Attribute): string[] {
  if (type === undefined) return ['the type is missing'];
  if (isNested(type)) {
    return type.nesting === 'set' && hasDynamic(impliedType(type)) ? ['a set cannot contain dynamic attributes'] : [];
  }
  return containsDynamicSet(type) ? ['a set cannot contain dynamic values'] : [];
}

function containsDynamicSet(type: Attribute['type']): boolean {
  if (typeof type === 'string' || isNested(type)) return false;
  switch (type[0]) {
    case 'set':
      return hasDynamic(type[1]);
    case 'tuple':
      return type[1].some(containsDynamicSet);
    case 'object':
      return Object.values(type[1]).some(containsDynamicSet);
    default:
      return containsDynamicSet(type[1]);
  }
}

function nestedProblems({ type }: Attribute, path: string, place: Place): string[] {
  if (type === undefined || !isNested(type)) return [];
  return checkAttributes(type.attributes, `${path}.`, { ...place, nesting: [...place.nesting, type.nesting] });
}

function checkBlocks(
  { attributes, blocks = {} }: { attributes: Attributes; blocks?: Blocks },
  prefix: string,
  place: Place,
): string[] {
  return Object.entries(blocks).flatMap(([name, block]) => {
    const path = prefix + name;
    const inside = { ...place, nesting: [...place.nesting, block.nesting] };
    return [
      ...(name in attributes ? [`${path}: is an attribute and a block`] : []),
      ...[...nameProblems(name, prefix, place.use), ...blockProblems(block)].map((problem) => `${path}: ${problem}`),
      ...checkAttributes(block.attributes, `${path}.`, inside),
      ...checkBlocks(block, `${path}.`, inside),
    ];
  });
}

function blockProblems(block: Block): string[] {
  const { minItems: min = 0, maxItems: max = 0 } = block;
  const repeats = block.nesting === 'list' || block.nesting === 'set';
  const problems: [boolean, string][] = [
    [!['single', 'group', 'list', 'set', 'map'].includes(block.nesting), `"${block.nesting}" is not a nesting mode`],
    [min < 0 || max < 0, 'minItems and maxItems are 0 or more'],
    [repeats && max !== 0 && min > max, 'minItems is more than maxItems'],
    [
      block.nesting === 'single' && (min !== max || min > 1),
      'a single block has minItems and maxItems both 0 or both 1',
    ],
    [
      !repeats && block.nesting !== 'single' && (min !== 0 || max !== 0),
      'only lists and sets have minItems and maxItems',
    ],
    [
      block.nesting !== 'single' && block.nesting !== 'group' && hasDynamic(impliedType(block)),
      'a repeated block cannot contain dynamic attributes: use a nested attribute',
    ],
  ];
  return problems.filter(([wrong]) => wrong).map(([, problem]) => problem);
}
