/** Takes over an object that exists, and changes what is to be otherwise. Only ever as part of a create. */
import { DiagError } from '../../plugin';
import { snakeCase } from '../../api';
import { offers, updatableFields, type Declaration } from '../../schema';
import type { ApiObject } from '../configured';
import { connected } from '../session';
import { differences, readState, uidOf, updateChanges, type Attributes } from '../values';
import { exists, type Attempt } from './attempt';
import type { CreateContext } from './lifecycle';

export async function adopt(attempt: Attempt, found: ApiObject, context: CreateContext): Promise<Attributes> {
  const { declaration, input, subject } = attempt;
  const { client: session, plan, config, signal } = context;
  const uid = uidOf(declaration, found);
  const fixed = fixedDifferences(declaration, input, found);
  if (fixed.length > 0)
    throw new DiagError(
      `Could not take over ${subject}`,
      `It exists (uid ${uid}) with another ${fixed.join(', ')}, and that cannot be changed. Delete it, or declare it as it is.`,
    );
  context.log.info('Taking over what exists', { kind: declaration.kind, uid });
  session.claims.takeOver(declaration, uid);
  const changes = updateChanges(declaration, { plan, config }, readState(declaration, found, {}));
  if (Object.keys(changes).length === 0) return exists(attempt, found, input, context);
  const { client } = connected(session);
  const object = await client.update(declaration, uid, changes, { signal });
  return exists(attempt, object, input, context);
}

/** The attributes in which an object differs from what is wanted, and which no update can change. */
function fixedDifferences(declaration: Declaration, input: ApiObject, found: ApiObject): string[] {
  const updatable = offers(declaration, 'update') ? updatableFields(declaration).map(([name]) => name) : [];
  const different = differences(declaration, input, found).map(({ path }) => path[0] ?? '');
  return [...new Set(different)].filter((name) => !updatable.includes(name)).map(snakeCase);
}
