/**
 * Requires a proof before a create: an object that a list lacks may be hidden from the token. A token that may create such
 * objects but not list them would create a duplicate, so the create stops. If its access is unknown, a warning reports that.
 */
import { isUid, type Values } from '../../api';
import { DiagError, type Diagnostic } from '../../plugin';
import { getGroupOfParent, parentKind } from '../../resources';
import { type Declaration, kindInWords } from '../../schema';
import { parentAttribute } from '../convert/to-api';
import { isDistinct, keyOfAttributes } from '../keys/natural-key';
import { subjectOf } from '../messages/subject';
import type { Sight } from '../run/visibility';
import type { CreateContext } from '../session/contexts';
import { connected, type Session } from '../session/session';
import type { Creation } from './creation';

/**
 * Returns the group whose list must be complete before a create, or `undefined` if no list decides: a second object is allowed,
 * a single read decides (contract U4), the object is a root group, or this run has created its parent.
 */
function groupToSee(declaration: Declaration, parent: unknown, session: Session): string | undefined {
  const { onExisting, unknown, managed } = session;
  if (onExisting === 'create' || unknown.includes('on_existing') || declaration.uidScheme === 'parentUid')
    return undefined;
  if (!isUid(parent) || session.client === undefined) return undefined;
  const kind = parentKind(declaration);
  const isNew = managed.wasCreated(kind, parent) && !managed.wasAdopted(kind, parent);
  return isNew ? undefined : getGroupOfParent(declaration, parent);
}

/** Starts the request for the access of the token, in parallel with the first look-up. */
export function prepareAbsence({ declaration, key }: Creation, { providerData: session, signal }: CreateContext): void {
  if (groupToSee(declaration, key.parent, session) !== undefined) connected(session).visibility.prepare(signal);
}

/** Throws if the token cannot see the objects that may have the key. Warns once if that is unknown. */
export async function requireAbsence(
  creation: Creation,
  { providerData: session, diags, signal }: CreateContext,
): Promise<void> {
  const { declaration, key, subject } = creation;
  const group = groupToSee(declaration, key.parent, session);
  if (group === undefined) return;
  const sight = await connected(session).visibility.of(declaration, group, signal);
  if (sight.is === 'createOnly')
    throw new DiagError(
      `Cannot create ${subject}: it may already exist`,
      hiddenText(declaration, sight, 'Nothing was created.'),
    );
  diags.add(...unknownAccess(sight, session));
}

/** Returns true if an object that the look-up lacks certainly does not exist, as far as the access of the token shows. */
export async function provesAbsence(
  { declaration, key }: Creation,
  session: Session,
  signal: AbortSignal,
): Promise<boolean> {
  const group = getGroupOfParent(declaration, key.parent);
  if (group === undefined || declaration.uidScheme === 'parentUid') return true;
  const sight = await connected(session).visibility.of(declaration, group, signal);
  return sight.is !== 'createOnly';
}

/** Returns warnings at plan about a create that the apply stops, or whose look-up proves nothing. */
export async function absenceWarnings(
  declaration: Declaration,
  plan: Values,
  session: Session,
  signal: AbortSignal,
): Promise<Diagnostic[]> {
  const group = plannedGroup(declaration, plan, session);
  if (group === undefined) return [];
  const sight = await connected(session).visibility.of(declaration, group, signal);
  if (sight.is !== 'createOnly') return unknownAccess(sight, session);
  if (!session.first(`hidden ${declaration.kind} ${group}`)) return [];
  const detail = hiddenText(declaration, sight, `The apply stops before it creates ${subjectOf(declaration, plan)}.`);
  return [{ severity: 'warning', summary: `Cannot check for an existing ${kindInWords(declaration)}`, detail }];
}

/** Returns the group of a planned create if the apply looks its natural key up there. A review plan is never applied. */
export function plannedGroup(declaration: Declaration, plan: Values, session: Session): string | undefined {
  const key = keyOfAttributes(declaration, plan);
  if (session.review !== undefined || (key !== undefined && !isDistinct(declaration, key))) return undefined;
  return groupToSee(declaration, plan[parentAttribute(declaration) ?? ''], session);
}

function hiddenText(declaration: Declaration, { why }: Sight & { readonly why: string }, effect: string): string {
  const kind = kindInWords(declaration);
  return [
    `${why} A hidden ${kind} may have the same name or references, and a create would duplicate it. ${effect}`,
    `Give the identity of the token a role with ${declaration.capability}.list in this group or above, or use another token. To create the ${kind} without this check, set on_existing = "create" in the provider block.`,
  ].join('\n');
}

function unknownAccess(sight: Sight, session: Session): Diagnostic[] {
  if (sight.is === 'complete' || !session.first('unknown access')) return [];
  const detail = [
    `${sight.why} Access through mappings of an identity provider is not shown there.`,
    `A list contains only what the token may see. If objects are hidden, this run may create duplicates of them. Check the access of the token. This run does not repeat this warning.`,
  ].join('\n');
  return [{ severity: 'warning', summary: 'Cannot check for all existing objects', detail }];
}
