/**
 * The access by which the provider itself runs: whether a change takes some of it away, and how that comes last. After it
 * the service may refuse the rest of the run, and every later one.
 */
import { isWithin, snakeCase, type Values } from '../../api';
import type { Client, Grant } from '../../client';
import { type Diagnostic, isUnknown } from '../../plugin';
import { declarations } from '../../resources';
import { type Declaration, identifierField, type RoleGrant } from '../../schema';
import { parentAttribute } from '../convert/to-api';
import type { Cancellable } from '../run/propagation';
import type { Session } from '../session/session';
import { objectSubject, subjectOf } from '../messages/subject';

/** An object before a change and after it; `null` where it is deleted. */
interface ChangedObject {
  readonly prior: Values;
  readonly plan: Values | null;
}

/** Before a change that takes such access away: waits for the other writes that are on their way. */
export async function untilOthersAreDone(
  declaration: Declaration,
  fields: RoleGrant,
  change: ChangedObject,
  session: Session,
  signal: AbortSignal,
): Promise<void> {
  const lost = await lostAccess(declaration, fields, change, session, { signal });
  if (lost.length > 0) await session.pendingWrites.untilQuiet(signal);
}

/** The capabilities that the provider has by the object and would have no more. */
async function lostAccess(
  declaration: Declaration,
  fields: RoleGrant,
  { prior, plan }: ChangedObject,
  session: Session,
  call: Cancellable,
): Promise<readonly string[]> {
  const group = prior[parentAttribute(declaration) ?? ''];
  if (session.client === undefined || typeof group !== 'string') return [];
  const [to, role] = [snakeCase(fields.to), snakeCase(fields.role)];
  const staysThere = plan?.[to] === prior[to] && plan?.[parentAttribute(declaration) ?? ''] === group;
  if (staysThere && plan?.[role] === prior[role]) return [];
  const { signal } = call;
  const self = await session.tokenIdentity(signal);
  if (self === undefined || self.subject !== prior[to]) return [];
  const here = self.capabilities.filter((grant) => grant.group === group);
  const own = here.find((grant) => grant.role === prior[role]) ?? here[0];
  if (own === undefined) return [];
  // Of a role that is yet to be made as little is known as of one without a uid.
  const isKnown = staysThere && session.review?.placeholders.includes(plan?.[role]) !== true;
  const next = isKnown ? await capabilitiesOf(session.client, plan?.[role], declaration, fields.role, signal) : [];
  const others = self.capabilities.filter((grant) => grant !== own && isWithin(group, grant.group));
  return own.capabilities.filter((name) => !next.includes(name) && !others.some((grant) => holds(grant, name)));
}

function holds({ capabilities }: Grant, name: string): boolean {
  return capabilities.includes(name);
}

/** What a role allows; nothing where that cannot be told. */
async function capabilitiesOf(
  client: Client,
  uid: unknown,
  { fields }: Declaration,
  field: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const type = fields[field]?.type;
  const kind = declarations.find((one) => type?.is === 'string' && one.kind === type.refersTo);
  if (kind === undefined || isUnknown(uid) || typeof uid !== 'string') return [];
  const role: Values = await client.get(kind, uid, { signal }).catch(() => ({}));
  const { capabilities } = role;
  return Array.isArray(capabilities) ? (capabilities as readonly string[]) : [];
}

/** The warning at the plan of a change that takes access away, or none. */
export async function lockoutWarning(
  declaration: Declaration,
  fields: RoleGrant,
  change: ChangedObject,
  session: Session,
  call: Cancellable,
): Promise<Diagnostic[]> {
  const lost = await lostAccess(declaration, fields, change, session, call);
  const [first] = lost;
  if (first === undefined || session.client === undefined) return [];
  const { signal } = call;
  const uid = String(change.prior[snakeCase(identifierField(declaration))]);
  const subject = await session.client.get(declaration, uid, { signal }).then(
    (object: Values) => objectSubject(declaration, object),
    () => subjectOf(declaration, change.prior),
  );
  const more = lost.length > 1 ? ` and ${lost.length - 1} more` : '';
  return [
    {
      severity: 'warning',
      summary: `This takes away the access that Terraform runs with: ${subject}`,
      detail: [
        `The provider's token acts as the identity that has ${first}${more} by it, and by nothing else there.`,
        `The change is made after the other writes that are on their way then; whatever comes later, and every later run, may be refused.`,
        `Keep it, or run with another token that has this access.`,
      ].join('\n'),
    },
  ];
}
