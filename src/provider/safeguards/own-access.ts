/**
 * Protects the provider's own access: warns about a change that removes some of it, and makes such a change last. After it, the
 * service may deny the rest of the run, and every later one.
 */
import { isWithin, snakeCase, type Values } from '../../model/api';
import { ApiError, type Client, type Whoami } from '../../client';
import { type Diagnostic, isUnknown } from '../../plugin';
import { declarations } from '../../model/kinds';
import { type Declaration, kindInWords } from '../../model/schema';
import { getParentUid } from '../convert/to-api';
import { getUid } from '../convert/to-state';
import type { AbortableContext } from '../refresh/propagation';
import { connected, type Session } from '../run/session';
import { logDecision } from '../messages/decision';
import { createWarning } from '../messages/severity';
import { objectSubject, describeSubject } from '../messages/subject';

/** An object before and after a change; `null` if it is deleted. */
interface ChangedObject {
  readonly prior: Values;
  readonly plan: Values | null;
}

/** Waits for the other writes in flight if the change removes the provider's own access. */
export async function untilOthersAreDone(
  declaration: Declaration,
  change: ChangedObject,
  session: Session,
  signal: AbortSignal,
): Promise<void> {
  const lost = await lostAccess(declaration, change, session, { signal });
  if (lost.length === 0) return;
  const reason = 'The change removes access of this token, so the other writes in flight end first';
  logDecision(session.log, 'wait', () => ({ kind: declaration.kind, reason }));
  await session.writes.untilQuiet(signal);
}

/** Returns the capabilities that the provider has through the object and would lose. */
async function lostAccess(
  declaration: Declaration,
  { prior, plan }: ChangedObject,
  session: Session,
  call: AbortableContext,
): Promise<readonly string[]> {
  const group = getParentUid(declaration, prior);
  const fields = declaration.access?.grants;
  if (fields === undefined || session.client === undefined || typeof group !== 'string') return [];
  const [to, role] = [snakeCase(fields.to), snakeCase(fields.role)];
  const staysThere = plan?.[to] === prior[to] && getParentUid(declaration, plan ?? {}) === group;
  if (staysThere && plan?.[role] === prior[role]) return [];
  const { signal } = call;
  const self = await readSelf(session, signal);
  if (self === undefined || self.subject !== prior[to]) return [];
  const here = self.capabilities.filter((grant) => grant.group === group);
  const own = here.find((grant) => grant.role === prior[role]) ?? here[0];
  if (own === undefined) return [];
  // The capabilities of a role that this plan creates are as unknown as those of a role without a uid.
  const isKnown = staysThere && session.planned.review?.placeholders.includes(plan?.[role]) !== true;
  const next = isKnown ? await getCapabilities(session.client, plan?.[role], declaration, fields.role, signal) : [];
  const others = self.capabilities.filter((grant) => grant !== own && isWithin(group, grant.group));
  return own.capabilities.filter(
    (name) => !next.includes(name) && !others.some((grant) => grant.capabilities.includes(name)),
  );
}

/** Returns the identity of the token, or `undefined` with a warning if it cannot be read. */
async function readSelf(session: Session, signal: AbortSignal): Promise<Whoami | undefined> {
  try {
    return await connected(session).tokenIdentity.read(signal);
  } catch (error) {
    const detail = `The plan cannot warn of a change that removes this access: ${ApiError.from(error).explanation}.`;
    if (!signal.aborted && session.first('own access'))
      session.warnings.push(createWarning('ACCESS_UNKNOWN', 'Cannot read the access of this token', detail));
    return undefined;
  }
}

async function getCapabilities(
  client: Client,
  uid: unknown,
  { fields }: Declaration,
  field: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const type = fields[field]?.type;
  const kind = declarations.find((declaration) => type?.is === 'string' && declaration.kind === type.refersTo);
  if (kind === undefined || isUnknown(uid) || typeof uid !== 'string') return [];
  const role: Values = await client.get(kind, uid, { signal }).catch(() => ({}));
  const { capabilities } = role;
  return Array.isArray(capabilities) ? (capabilities as readonly string[]) : [];
}

export async function lockoutWarning(
  declaration: Declaration,
  change: ChangedObject,
  session: Session,
  call: AbortableContext,
): Promise<Diagnostic[]> {
  const lost = await lostAccess(declaration, change, session, call);
  const [first] = lost;
  if (first === undefined || session.client === undefined) return [];
  const { signal } = call;
  const uid = getUid(declaration, change.prior);
  const subject = await session.client.get(declaration, uid, { signal }).then(
    (object: Values) => objectSubject(declaration, object),
    () => describeSubject(declaration, change.prior),
  );
  const more = lost.length > 1 ? ` and ${lost.length - 1} more` : '';
  const detail = [
    `The identity of the provider's token has ${first}${more} in this group only through this ${kindInWords(declaration)}.`,
    `The provider makes this change after the other writes in flight. The service may deny later requests of this run, and every later run.`,
    `Keep the access, or use another token that has it.`,
  ];
  return [createWarning('OWN_ACCESS_REMOVED', `This change removes Terraform's own access: ${subject}`, detail)];
}
