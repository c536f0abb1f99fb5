/** Checks that an id is free in its scope. The error of the package `constructs` names classes, and only one line. */
import type { Construct } from 'constructs';
import { toConstructId } from './addresses';
import { aKind } from './constructor-arguments';
import { getSourceLine } from './source-line';

/**
 * Checks the id of a new construct.
 *
 * @param subject the construct, as in `Group "org/payments"`
 *
 * @throws Error with the line of the other construct, if its scope contains one with this id.
 */
export function requireFreeId(subject: string, scope: Construct, id: string): void {
  const other = scope.node.tryFindChild(toConstructId(id));
  if (other === undefined) return;
  const { kind } = other as { readonly kind?: unknown };
  const source = getSourceLine(other);
  const place = source === undefined ? '' : ` (${source.file}:${source.line})`;
  throw new Error(
    `Cannot create ${subject}: its scope already contains ${typeof kind === 'string' ? aKind(kind) : 'a construct'} with this id${place}. Choose another id for one of them.`,
  );
}
