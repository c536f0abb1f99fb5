/** The tables of capabilities and built-in roles in the documentation, derived from the table of the API. */
import {
  BUILT_IN_ROLES,
  CAPABILITIES,
  capabilityEnumName,
  INTERNAL_CAPABILITIES,
  isReadCapability,
} from '../../model/api';
import { CAPABILITY_DESCRIPTIONS } from '../../model/api/capability-descriptions';
import { counted, listed } from '../../base/text/words';
import { inlineCode, markdownTable } from './markdown';

/** Returns the number of capabilities, as a part of a sentence. */
export function capabilityCount(): string {
  return counted(CAPABILITIES.length, 'capability');
}

/** Returns the built-in roles, each with the roles that are a part of it. */
export function rolesTable(): string {
  return markdownTable(
    ['Role', 'Capabilities', 'More than'],
    BUILT_IN_ROLES.map(({ name, capabilities }) => [
      inlineCode(name),
      String(capabilities.length),
      listed(nextBelow(name).map(inlineCode)),
    ]),
  );
}

/** Returns the capabilities with their names, effects and roles. */
export function capabilitiesTable(): string {
  return markdownTable(
    ['Capability', 'Name in the API', 'Description', 'Effect', 'Built-in roles'],
    CAPABILITIES.map((name) => [
      inlineCode(name),
      inlineCode(capabilityEnumName(name)),
      CAPABILITY_DESCRIPTIONS[name],
      `${isReadCapability(name) ? 'reads' : 'writes'}${INTERNAL_CAPABILITIES.includes(name) ? ', internal' : ''}`,
      rolesWith(name),
    ]),
  );
}

/** Returns the largest roles whose capabilities are a part of those of the role. */
function nextBelow(name: string): readonly string[] {
  const isBelow = (a: string, b: string) =>
    a !== b && getCapabilities(a).every((capability) => getCapabilities(b).includes(capability));
  const below = BUILT_IN_ROLES.map((role) => role.name).filter((text) => isBelow(text, name));
  return below.filter((text) => !below.some((other) => isBelow(text, other)));
}

function rolesWith(capability: string): string {
  const names = BUILT_IN_ROLES.map(({ name }) => name).filter((name) => getCapabilities(name).includes(capability));
  return names.map(inlineCode).join(', ');
}

function getCapabilities(role: string): readonly string[] {
  return BUILT_IN_ROLES.find(({ name }) => name === role)?.capabilities ?? [];
}
