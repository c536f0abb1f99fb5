/** Matches capabilities with a capability or a pattern with `*`, in both representations: `CAP_IAM_GROUPS_LIST` is `groups.list`. */
import { CAPABILITIES, canonicalCapability, capabilityEnumName, isKnownCapability } from '../../model/api';
import { EVERY_OTHER_CAPABILITY } from '../graph';
import { pathPattern } from '../../base/text/path-pattern';

/** The match of a pattern. */
export interface CapabilityPattern {
  /** Returns true for a matching capability. */
  readonly matches: (capability: string) => boolean;
  /** True if it can match only capabilities that this package does not know. */
  readonly isOfUnknown: boolean;
}

/** Returns the match of a capability, or of a pattern with `*`. */
export function capabilityPattern(pattern: string): CapabilityPattern {
  const known = patterns.get(pattern) ?? createPattern(pattern);
  if (patterns.size < MOST_PATTERNS) patterns.set(pattern, known);
  return known;
}

const patterns = new Map<string, CapabilityPattern>();
const MOST_PATTERNS = 1000;

function createPattern(pattern: string): CapabilityPattern {
  const canonical = pattern.includes('*') ? pattern : canonicalCapability(pattern);
  const isFitting = pathPattern(canonical);
  // A pattern has no canonical form: it is compared with each representation.
  const matches = (name: string) => isFitting(name) || (pattern.includes('*') && isFitting(capabilityEnumName(name)));
  const isOfUnknown = !isKnownCapability(canonical) && !CAPABILITIES.some(matches);
  return {
    matches: (name) => (name === EVERY_OTHER_CAPABILITY ? isOfUnknown || isFitting(name) : matches(name)),
    isOfUnknown,
  };
}
