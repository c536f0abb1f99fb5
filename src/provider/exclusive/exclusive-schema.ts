/** The schema of a resource that removes the undeclared objects of a kind from a group. */
import { snakeCase } from '../../model/api';
import type { Attributes, CtyType, NestedType, Schema } from '../../plugin';
import { containerKind } from '../../model/kinds';
import { type Declaration, EXCLUSIVE, exclusiveTypeName, identifyingAttributes, kindInWords } from '../../model/schema';
import { plural } from '../../base/text/words';
import { createAttributes } from '../convert/resource-schema';
import { parentAttribute } from '../convert/to-api';
import { dataSourceFields } from '../convert/to-state';

export function exclusiveGroupAttribute(declaration: Declaration): string {
  const attribute = parentAttribute(declaration);
  if (attribute === undefined) throw new TypeError(`${exclusiveTypeName(declaration)} has no group.`);
  return attribute;
}

export function exclusiveSchema(declaration: Declaration): Schema {
  const objects = plural(kindInWords(declaration));
  const group = kindInWords(containerKind);
  const groupUid = exclusiveGroupAttribute(declaration);
  const found = objectType({
    ...createAttributes(dataSourceFields(declaration), true),
    [groupUid]: { type: 'string', mode: 'computed' },
  });
  const identifying = identifyingAttributes(declaration).map((name) => [name, 'string'] as const);
  const source = `data.${exclusiveTypeName(declaration).replace(/_exclusive$/, '')}`;
  return {
    version: 1,
    description: `Removes or reports the ${objects} of a ${group} that the configuration does not declare. A deletion of this resource removes nothing.`,
    attributes: {
      [groupUid]: { type: 'string', mode: 'required', description: `The ${group}.`, requiresReplace: true },
      [EXCLUSIVE.declared]: {
        type: ['list', ['object', Object.fromEntries(identifying)]],
        mode: 'required',
        description: `The ${objects} that remain: all resources for the ${group}. New ones are never removed.`,
      },
      [EXCLUSIVE.existing]: {
        type: ['list', found],
        mode: 'required',
        description: `The ${objects} in the ${group}: \`${snakeCase(declaration.collection)}\` of \`${source}\` with \`children_of\`. While it is unknown, nothing is removed. The state keeps the first value.`,
      },
      [EXCLUSIVE.isRemoving]: {
        type: 'bool',
        mode: 'optional+computed',
        default: true,
        description: `If false, each plan reports the undeclared ${objects} as a warning, and no apply removes them.`,
      },
      [EXCLUSIVE.plannedRemovals]: {
        type: ['list', found],
        mode: 'computed',
        description: `The ${objects} that the plan removes, or that the last apply with removals removed.`,
      },
      [EXCLUSIVE.undeclared]: {
        type: ['list', found],
        mode: 'computed',
        description: `With \`${EXCLUSIVE.isRemoving} = false\`: the undeclared ${objects} in the last plan that changed this list.`,
      },
      [EXCLUSIVE.removalId]: {
        type: 'string',
        mode: 'computed',
        description: `The id of the last removal. It is unknown in a plan that removes ${objects}.`,
      },
    },
  };
}

function objectType(attributes: Attributes): CtyType {
  return [
    'object',
    Object.fromEntries(
      Object.entries(attributes).map(([name, { type }]) => [
        name,
        typeof type === 'object' && 'nesting' in type ? nestedType(type) : type,
      ]),
    ),
  ];
}

function nestedType({ nesting, attributes }: NestedType): CtyType {
  const element = objectType(attributes);
  return nesting === 'single' ? element : [nesting, element];
}
