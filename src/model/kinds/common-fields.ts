/** The fields that most kinds have, with the limits that the service sets them alike. */
import { CAPABILITY_TABLE, NAME_PATTERN } from '../api';
import { type FieldBehavior, type EnumerationFacts, type Field, string, timestamp } from '../schema';

export function uidField(description: string): Field {
  return string(['identifier'], description, { format: 'uid' });
}

/** A custom role is valid in its own group and beneath it; a built-in role everywhere. Contract A7. */
export const roleReference = { format: 'uid', refersTo: 'Role', scoped: { alternative: 'a built-in role' } } as const;

/** Contract V4. */
export function nameField(description: string): Field {
  return string(['required'], description, { pattern: NAME_PATTERN }, { decidesAccess: false });
}

/** Contract V5: a service can have descriptions with line breaks, and refuse new ones. */
export function descriptionField(description: string): Field {
  return string(
    ['optional'],
    description,
    { maxLength: 512, pattern: '^[^\\t\\f]*$', oneLine: true },
    { decidesAccess: false },
  );
}

/** @param noun the name of the object in running text */
export function createTimeField(noun: string): Field {
  return timestamp(['outputOnly'], `The time when the ${noun} was created.`);
}

/** An enumeration with unknown names: any name with its prefix is valid. */
export function enumeration(
  prefix: string,
  description: string,
  behavior: readonly FieldBehavior[] = ['optional'],
): Field {
  return string(behavior, description, { pattern: `^${prefix}_[A-Z0-9_]+$`, enumeration: true });
}

/** The capabilities with their numbers in gRPC. */
export const CAPABILITY_ENUMERATION: EnumerationFacts = {
  name: '.chainguard.capabilities.Capability',
  prefix: 'CAP',
  values: { UNKNOWN: 0, ...Object.fromEntries(CAPABILITY_TABLE.map(([number, name]) => [name, number])) },
};

/** It changes without a request, so that it is left out of a resource's state. */
export function updateTimeField(noun: string): Field {
  return timestamp(['outputOnly'], `The time when the ${noun} was last changed.`, { output: 'volatile' });
}
