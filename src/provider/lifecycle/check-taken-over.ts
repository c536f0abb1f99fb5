/** Stops when the service did not take over what was sent. The object exists: checkpoint its state before. */
import { DiagError, type Diagnostic } from '../../plugin';
import { snakeCase } from '../../api';
import type { Declaration, Fields, FieldType } from '../../schema';
import type { ApiObject } from '../configured';
import { attributePath, hclValue } from '../schema';
import { aKind } from '../subject';
import { differences } from '../values';

export function checkTakenOver(declaration: Declaration, subject: string, sent: ApiObject, answered: ApiObject): void {
  const different = differences(declaration, sent, answered);
  if (different.length === 0) return;
  throw new DiagError(
    different.map(({ path, sent: wanted, answered: got }): Diagnostic => {
      const name = path.map(snakeCase).join('.');
      const type = typeAt(declaration.fields, path);
      return {
        severity: 'error',
        summary: `The service did not take over ${name}`,
        detail: [
          `${capital(subject)} exists now, but not as declared: ${name} was sent as ${shown(type, wanted)} and came back as ${shown(type, got)}.`,
          `${capital(aKind(declaration))} that lacks a restriction may allow more than was meant. Check it, and whether this service knows ${name}.`,
        ].join('\n'),
        path: attributePath(declaration.fields, path),
      };
    }),
  );
}

function typeAt(fields: Fields, [name, ...inside]: readonly string[]): FieldType | undefined {
  const type = name === undefined ? undefined : fields[name]?.type;
  return inside.length > 0 && type?.is === 'message' ? typeAt(type.fields, inside) : type;
}

function shown(type: FieldType | undefined, value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(hclValue(type, value));
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
