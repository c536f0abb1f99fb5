/**
 * Adopts an object that another provider manages with v1 of the API (contract G1, G4). A `moved` block names it, nothing is
 * deleted or created, and the next read completes the state. The state may come from any provider. Ambiguous values are
 * rejected, because Terraform would then manage the wrong object.
 */
import { snakeCase, uidProblem, type Values } from '../../model/api';
import type { DiagError, MoveSource } from '../../plugin';
import {
  type Declaration,
  identifierField,
  isStoredAs,
  kindInWords,
  namesStored,
  findParentUid,
  storedUid,
  type StoredByOthers,
  typeName,
} from '../../model/schema';
import { removedBlock } from '../../base/text/state-blocks';
import { parentAttribute } from '../convert/to-api';
import { getSettings } from '../convert/to-state';
import { importBlockToPaste } from '../messages/hcl-blocks';
import { CodedError } from '../messages/severity';

/** Returns the known state of the object; the next read completes it. Throws a `DiagError` that lists all problems. */
export function moveFrom(declaration: Declaration, source: MoveSource): Values | undefined {
  const others = declaration.terraform?.storedByOthers;
  if (others === undefined) return undefined;
  if (!isStoredAs(declaration, source.typeName)) throw anotherType(declaration, others, source);
  const problems: string[] = [];
  const read = (field: string): string | undefined => textAt(source.state, namesStored(declaration, field), problems);

  const identifier = identifierField(declaration);
  const uid = uidAt(read(identifier), others.names[identifier] ?? identifier, problems);
  const parent = parentAttribute(declaration);
  const stated = declaration.parent === undefined ? undefined : read(declaration.parent.name);
  const place = uid === undefined ? undefined : findParentUid(declaration, uid);
  if (uid !== undefined && stated !== undefined && stated !== place)
    problems.push(
      `${others.parent} is ${JSON.stringify(stated)}, but according to its uid the object is in ${place ?? 'no group'}`,
    );
  if (uid !== undefined && place === undefined && declaration.parent?.alsoRoots === true)
    problems.push(`according to its uid it is in no group: it belongs to the service, so use a data source`);
  const key = declaration.naturalKey.map((field): [string, string | undefined] => {
    const { type, behavior = [] } = declaration.fields[field] ?? {};
    const name = others.names[field] ?? snakeCase(field);
    const value = read(field);
    if (value === undefined && !behavior.includes('required')) return [field, undefined];
    if (type?.is === 'string' && type.format === 'uid') return [field, uidAt(value, name, problems)];
    if (value === undefined) problems.push(`${name} is missing`);
    return [field, value];
  });
  if (problems.length > 0) throw anotherShape(declaration, source, problems);
  const description = 'description' in declaration.fields ? read('description') : undefined;
  const known = [[identifier, uid] as const, ...key, ['description', description] as const];
  return {
    ...Object.fromEntries(known.flatMap(([field, value]) => (value === undefined ? [] : [[snakeCase(field), value]]))),
    ...(parent !== undefined && { [parent]: place ?? null }),
    ...getSettings(declaration, {}),
  };
}

/** Returns the text under one of the names. An empty text counts as absent. Two different texts are a problem. */
function textAt(state: Values, names: readonly string[], problems: string[]): string | undefined {
  const given = names.flatMap((name): [string, string][] => {
    const value = state[name];
    if (value === undefined || value === null || value === '') return [];
    if (typeof value === 'string') return [[name, value]];
    problems.push(`${name} is not a string`);
    return [];
  });
  const [first, ...rest] = given;
  const other = rest.find(([, value]) => value !== first?.[1]);
  if (first !== undefined && other !== undefined)
    problems.push(
      `${first[0]} is ${JSON.stringify(first[1])} and ${other[0]} is ${JSON.stringify(other[1])}: the values conflict`,
    );
  return first?.[1];
}

function uidAt(value: string | undefined, name: string, problems: string[]): string | undefined {
  const problem = value === undefined ? undefined : uidProblem(value);
  if (value === undefined) problems.push(`${name} is missing`);
  if (problem !== undefined) problems.push(`${name} must be a uid: ${problem}`);
  return problem === undefined ? value : undefined;
}

function anotherType(declaration: Declaration, { types }: StoredByOthers, source: MoveSource): DiagError {
  const endings = types.map((type) => `_${type}`).join(' or ');
  return new CodedError('MOVE_REJECTED', `Cannot move ${source.typeName} to ${typeName(declaration)}`, [
    `Only a type whose name ends in ${endings} can contain a ${kindInWords(declaration)}. Nothing was moved. Correct the moved block.`,
  ]);
}

/** The message contains the blocks to paste. Terraform does not tell the provider either address. */
function anotherShape(declaration: Declaration, source: MoveSource, problems: readonly string[]): DiagError {
  return new CodedError('MOVE_REJECTED', `Cannot move ${source.typeName} to ${typeName(declaration)}`, [
    `The stored ${source.typeName} (of ${source.providerAddress}) is not the state of a ${kindInWords(declaration)} of this API:`,
    ...problems.map((problem) => `  - ${problem}`),
    `Nothing was moved. If this is the right object, replace the moved block with an import by its uid, and remove the former resource from the state without deleting the object:`,
    ``,
    removedBlock(`${source.typeName}.FORMER_ADDRESS`),
    ``,
    importBlockToPaste(declaration, storedUid(declaration, source.state) ?? 'UID'),
  ]);
}
