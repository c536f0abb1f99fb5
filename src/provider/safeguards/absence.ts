/**
 * Requires a proof before a create: an object that a list lacks may be hidden from the token. A token that may create such
 * objects but not list them would create a duplicate, so the create stops. If its access is unknown, a warning reports that.
 */
import type { Values } from '../../model/api';
import type { Diagnostic } from '../../plugin';
import { getGroupOfParent } from '../../model/kinds';
import { type Declaration, kindInWords } from '../../model/schema';
import { getParentUid } from '../convert/to-api';
import { isDistinct, keyOfAttributes } from '../keys/key-text';
import { refused } from '../messages/decision';
import { CodedError, createWarning } from '../messages/severity';
import { describeSubject } from '../messages/subject';
import type { Sight } from '../refresh/visibility';
import type { CreateContext } from '../run/contexts';
import { connected, type Session } from '../run/session';
import { type Creation, groupToSee } from './creation';

/** Throws if the token cannot see the objects that may have the key. Warns once if that is unknown. */
export async function requireAbsence(
  creation: Creation,
  { providerData: session, diags, signal }: CreateContext,
): Promise<void> {
  const { declaration, subject, service, group } = creation;
  if (group === undefined) return;
  const sight = await service.visibility.of(declaration, group, signal);
  if (sight.is === 'createOnly')
    throw refused(
      session.log,
      new CodedError(
        'OBJECT_MAY_EXIST',
        `Cannot create ${subject}: it may already exist`,
        hiddenText(declaration, sight, 'Nothing was created.'),
      ),
    );
  diags.add(...unknownAccess(sight, session));
}

/** Returns true if an object that the look-up lacks certainly does not exist, as far as the access of the token shows. */
export async function provesAbsence({ declaration, key, service }: Creation, signal: AbortSignal): Promise<boolean> {
  const group = getGroupOfParent(declaration, key.parent);
  if (group === undefined || declaration.uidScheme === 'parentUid') return true;
  const sight = await service.visibility.of(declaration, group, signal);
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
  const detail = hiddenText(
    declaration,
    sight,
    `The apply stops before it creates ${describeSubject(declaration, plan)}.`,
  );
  return [createWarning('OBJECT_MAY_EXIST', `Cannot check for an existing ${kindInWords(declaration)}`, detail)];
}

/** Returns the group of a planned create if the apply looks its natural key up there. A review plan is never applied. */
export function plannedGroup(declaration: Declaration, plan: Values, session: Session): string | undefined {
  const key = keyOfAttributes(declaration, plan);
  if (session.planned.review !== undefined || (key !== undefined && !isDistinct(declaration, key))) return undefined;
  return groupToSee(declaration, getParentUid(declaration, plan), session);
}

function hiddenText(declaration: Declaration, { why }: Sight & { readonly why: string }, effect: string): string[] {
  const kind = kindInWords(declaration);
  return [
    `${why} A hidden ${kind} may have the same name or references, and a create would duplicate it. ${effect}`,
    `Give the identity of the token a role with ${declaration.capability}.list in this group or above, or use another token. To create the ${kind} without this check, set on_existing = "create" in the provider block.`,
  ];
}

function unknownAccess(sight: Sight, session: Session): Diagnostic[] {
  if (sight.is === 'complete' || !session.first('unknown access')) return [];
  const detail = [
    `${sight.why} Access through mappings of an identity provider is not shown there.`,
    `A list contains only what the token may see. If objects are hidden, this run may create duplicates of them. Check the access of the token. This run does not repeat this warning.`,
  ];
  return [createWarning('ACCESS_UNKNOWN', 'Cannot check for all existing objects', detail)];
}
