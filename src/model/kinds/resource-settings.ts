/**
 * Settings of a managed resource in addition to the fields of its kind. They are for Terraform and the provider only:
 * the API has no such fields, and never receives them.
 */
import { onceFor } from '../../base/cache/once-for';
import { bool, type Declaration, type Field, map, message, string } from '../schema';

export interface ResourceSetting extends Field {
  /** The value where none is written. */
  readonly default?: boolean;
}

/** The operations that can have a time limit. */
export type TimedOperation = 'create' | 'read' | 'update' | 'delete';

/** The default time limits: those of Terraform's own library, except for operations that share lists. */
export const DEFAULT_TIMEOUTS: Readonly<Record<TimedOperation, string | undefined>> = {
  create: '20m',
  // Many reads wait for the same lists, and the length of a list depends on the organization.
  read: undefined,
  update: '20m',
  delete: '20m',
};

function limit(operation: TimedOperation, what: string): Field {
  const value = DEFAULT_TIMEOUTS[operation];
  const otherwise = value === undefined ? 'By default only each request has a limit' : `By default \`${value}\``;
  return string(['optional'], `The time limit for ${what}. ${otherwise}.`, { format: 'timeout' });
}

const timeouts: ResourceSetting = message(
  ['optional'],
  'Time limits for operations on the object, such as `90s` or `1h30m`. At the limit, the operation ends like an interrupted run: a creation in progress gets 15 seconds to finish, no other request starts, and the provider stores the objects that exist.',
  {
    create: limit('create', 'a creation, including all waits'),
    read: limit('read', 'a refresh'),
    update: limit('update', 'a change in place'),
    delete: limit('delete', 'a deletion, from the last applied value'),
  },
  [],
  { decidesAccess: false },
);

const deletionProtection: ResourceSetting = {
  ...bool(
    ['optional'],
    'If true, the provider rejects any plan that deletes or replaces the object. The last applied value counts: to delete the object, apply `false` first.',
    { decidesAccess: false },
  ),
  default: false,
};

const rotateOn: ResourceSetting = map(
  ['optional'],
  'Values that replace the object when one of them changes, such as a date. The state stores them with the object: if an apply fails, the next plan replaces the object again.',
  { is: 'string' },
  {
    decidesAccess: false,
    replacement: { when: 'exchanged', note: 'To set the first values, or to remove all of them, replaces nothing.' },
  },
);

/** The settings of a kind's resource, by name as fields are. */
export const resourceSettings = onceFor(
  ({ terraform, access }: Declaration): Readonly<Record<string, ResourceSetting>> => ({
    timeouts,
    ...(access?.assumable === true && { rotateOn }),
    ...(terraform?.deletionProtection === true && { deletionProtection }),
  }),
);
