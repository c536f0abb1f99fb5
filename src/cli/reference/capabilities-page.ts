/** The reference of capabilities and built-in roles, in Markdown, derived from the table. */
import {
  BUILT_IN_ROLES,
  CAPABILITIES,
  capabilityEnumName,
  INTERNAL_CAPABILITIES,
  isReadCapability,
} from '../../model/api';
import { CAPABILITY_DESCRIPTIONS } from '../../model/api/capability-descriptions';
import { counted, listed } from '../../base/text/words';
import { inlineCode, page, markdownTable } from './markdown';

export function capabilitiesPage(): string {
  return page(
    '# Capabilities and built-in roles',
    'A role is a set of capabilities. [Role](kinds.md#role) describes custom roles, and [Access](access.md) who holds a capability in a group.',
    `This version knows ${counted(CAPABILITIES.length, 'capability')}: those of the published contract of such a service. A service may know more. Any other name is accepted, too. A name that does not end in \`list\` or \`get\` then counts as writing, and the review reports it as [\`unknown-capability\`](findings.md#finding-unknown-capability).`,
    'In TypeScript, editors complete the names. In a role, a capability is its dotted name or its name in the API. Both are equal.',
    '## Built-in roles',
    'Every organization has these roles, and nobody can change them. A service may give them other capabilities: the review uses those that it reads from the service.',
    markdownTable(
      ['Role', 'Capabilities', 'More than'],
      BUILT_IN_ROLES.map(({ name, capabilities }) => [
        inlineCode(name),
        String(capabilities.length),
        listed(nextBelow(name).map(inlineCode)),
      ]),
    ),
    'Capabilities that owners have and editors lack are *owner-level*. A change that gives one to somebody is a finding of high severity.',
    '## Capabilities',
    'Nobody outside of the service can hold an internal capability.',
    markdownTable(
      ['Capability', 'Name in the API', 'Description', 'Effect', 'Built-in roles'],
      CAPABILITIES.map((name) => [
        inlineCode(name),
        inlineCode(capabilityEnumName(name)),
        CAPABILITY_DESCRIPTIONS[name],
        `${isReadCapability(name) ? 'reads' : 'writes'}${INTERNAL_CAPABILITIES.includes(name) ? ', internal' : ''}`,
        rolesWith(name),
      ]),
    ),
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
