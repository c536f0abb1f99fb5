/** Describes a create: its natural key, the fields to send, and what it needs of the run. */
import { isUid, type Values } from '../../model/api';
import { getNaturalKey, type ObjectKey } from '../../client/internal';
import { getGroupOfParent, parentKind } from '../../model/kinds';
import type { Declaration } from '../../model/schema';
import { createFields, createInput, getParentUid } from '../convert/to-api';
import { describeSubject } from '../messages/subject';
import type { CreateContext } from '../run/contexts';
import { connected, type ServiceKnowledge, type Session } from '../run/session';

export interface Creation {
  readonly declaration: Declaration;
  readonly key: ObjectKey;
  readonly input: Values;
  /** The approved fields: `input`, and the inputs that exist only in Terraform. */
  readonly approvable: Values;
  readonly subject: string;
  readonly service: ServiceKnowledge;
  /** The result of {@link groupToSee}. */
  readonly group: string | undefined;
}

export function createCreation(declaration: Declaration, { plan, config, providerData }: CreateContext): Creation {
  const parent = (getParentUid(declaration, plan) as string | null | undefined) ?? undefined;
  const input = createInput(declaration, { plan, config });
  return {
    declaration,
    input,
    approvable: createFields(declaration, { plan, config }),
    key: getNaturalKey(declaration, parent, input),
    subject: describeSubject(declaration, plan),
    service: connected(providerData),
    group: groupToSee(declaration, parent, providerData),
  };
}

/**
 * Returns the group whose list must be complete before a create, or `undefined` if no list decides: a second object is allowed,
 * a single read decides (contract U4), the object is a root group, or this run has created its parent.
 */
export function groupToSee(declaration: Declaration, parent: unknown, session: Session): string | undefined {
  const { onExisting, unknown, service, managed } = session;
  if (onExisting === 'create' || unknown.includes('on_existing') || declaration.uidScheme === 'parentUid')
    return undefined;
  if (!isUid(parent) || service === undefined) return undefined;
  const isNew = managed.origin(parentKind(declaration), parent) === 'created';
  return isNew ? undefined : getGroupOfParent(declaration, parent);
}

/** The objects that had the same natural key before the request was sent. */
export interface Before {
  readonly found: readonly Values[];
  /** Only objects created at this time or later can be the result. Absent: any object that was not found before can be. */
  readonly createdSince?: Date;
}
