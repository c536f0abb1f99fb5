/**
 * What a managed resource takes beside the fields of its kind. Only Terraform and the provider know of it: the API has no
 * such fields, and nothing of it is sent.
 */
import { bool, type Declaration, type Field, message, onceFor, string } from '../schema';

export interface ResourceSetting extends Field {
  /** The value where none is written. */
  readonly default?: boolean;
}

/** What can be limited in time. */
export type TimedOperation = 'create' | 'read' | 'update' | 'delete';

/** How long an operation may take where nothing is written: as Terraform's own library has it, but for what shares lists. */
export const DEFAULT_TIMEOUTS: Readonly<Record<TimedOperation, string | undefined>> = {
  create: '20m',
  // Many reads wait for the same lists, whose length is that of the organization.
  read: undefined,
  update: '20m',
  delete: '20m',
};

function limit(operation: TimedOperation, what: string): Field {
  const value = DEFAULT_TIMEOUTS[operation];
  const otherwise = value === undefined ? 'by default only each request has a limit' : `\`${value}\` by default`;
  return string(['optional'], `The most time for ${what}; ${otherwise}.`, { format: 'timeout' });
}

const timeouts: ResourceSetting = message(
  ['optional'],
  'How long an operation on the object may take, such as `90s` or `1h30m`. When the time is up, it ends as if Terraform were interrupted: a creation that is under way gets 15 seconds to end, nothing new is begun, and what was made is stored.',
  {
    create: limit('create', 'a creation, with everything that is waited for'),
    read: limit('read', 'a refresh'),
    update: limit('update', 'a change in place'),
    delete: limit('delete', 'a deletion, as it was applied last'),
  },
);

const deletionProtection: ResourceSetting = {
  ...bool(
    ['optional'],
    'Whether a plan that deletes or replaces the object is refused. What was applied last counts: to delete the object, apply `false` first.',
  ),
  default: false,
};

/** The settings of a kind's resource, by name as fields are. */
export const resourceSettings = onceFor(
  ({ deletionProtection: isProtectable }: Declaration): Readonly<Record<string, ResourceSetting>> => ({
    timeouts,
    ...(isProtectable === true && { deletionProtection }),
  }),
);
