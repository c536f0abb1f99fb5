/** The warnings and errors of the resource that removes the undeclared objects of a kind. */
import { camelCase, type Values } from '../../model/api';
import type { Diagnostic } from '../../plugin';
import { containerKind } from '../../model/kinds';
import { type Declaration, EXCLUSIVE, kindInWords, typeName } from '../../model/schema';
import { importBlock, importFromCall } from '../../base/text/state-blocks';
import { counted, plural } from '../../base/text/words';
import { getUid } from '../convert/to-state';
import { type createError, createWarning } from '../messages/severity';
import { objectSubject } from '../messages/subject';

const MAX_NAMED = 20;

export function createHiddenProblem(declaration: Declaration, why: string, create: typeof createError): Diagnostic {
  const objects = plural(kindInWords(declaration));
  const detail = `${why} The list is empty, which proves nothing: hidden ${objects} would remain. Give the identity of the token a role with ${declaration.capability}.list in this ${kindInWords(containerKind)}.`;
  const summary = `Cannot see all ${objects} of the ${kindInWords(containerKind)}`;
  return create('LIST_INCOMPLETE', summary, detail, [EXCLUSIVE.existing]);
}

export function removalWarning(declaration: Declaration, removed: readonly Values[]): Diagnostic {
  const summary = `This plan removes ${counted(removed.length, `undeclared ${kindInWords(declaration)}`)}`;
  const lines = removed.map((object) => [`  - ${wordsFor(declaration, object)}`]);
  return listWarning(summary, lines, 'To keep one, declare it and import it by its uid.');
}

/** Names each object with the block that declares it. */
export function undeclaredWarning(declaration: Declaration, undeclared: readonly Values[]): Diagnostic {
  const summary = `The group has ${counted(undeclared.length, `undeclared ${kindInWords(declaration)}`)}`;
  const lines = undeclared.map((object) => [
    `  - ${wordsFor(declaration, object)}`,
    importBlock(`${typeName(declaration)}.ADDRESS`, getUid(declaration, object)).replaceAll(/^/gm, '    '),
  ]);
  const next = `To keep one, declare it and paste its block, or call ${importFromCall('x', 'UID')} on the construct x. Otherwise delete it.`;
  return listWarning(summary, lines, next);
}

function listWarning(summary: string, objects: readonly (readonly string[])[], next: string): Diagnostic {
  const rest = objects.length - MAX_NAMED;
  const named = [...objects.slice(0, MAX_NAMED).flat(), ...(rest > 0 ? [`  - and ${rest} more`] : [])];
  const detail = ['The configuration does not declare:', ...named, next];
  return createWarning('UNDECLARED_OBJECTS', summary, detail, [EXCLUSIVE.existing]);
}

export function undecidedWarning(declaration: Declaration): Diagnostic {
  const objects = plural(kindInWords(declaration));
  const detail = `The ${objects} of the group are known only after the apply, so this plan removes none. Plan again after the apply.`;
  return createWarning('UNDECLARED_UNKNOWN', `Existing ${objects} are unknown`, detail, [EXCLUSIVE.existing]);
}

/** Returns the words for an object by its references: `role binding (identity "ci", role "editor", …) (uid …)`. */
export function wordsFor(declaration: Declaration, attributes: Values): string {
  const object = Object.entries(attributes).map(([name, value]) => [camelCase(name), value] as const);
  return objectSubject(declaration, Object.fromEntries(object));
}
