/** Describes capabilities that are not in the table: one sentence for all of a role (contract A1). */
import { capabilitiesInDomain, isKnownCapability, nearestCapability } from '../api';
import { few } from '../../base/text/words';

/** A warning about names that the service may know. */
interface UnknownNames {
  readonly severity: 'warning';
  readonly code: 'unknownName';
  readonly message: string;
  readonly summary?: string;
}

/** A domain with more names than this is not listed. */
const MOST_NAMES = 8;

/** Returns a warning about unknown capabilities; `undefined` if all are known. The service may know more than the table. */
export function findUnknownCapabilities(names: readonly string[]): UnknownNames | undefined {
  const unknown = names.filter((name) => !isKnownCapability(name));
  const [only, ...others] = unknown;
  if (only === undefined) return undefined;
  if (others.length === 0) return unknownCapability(only);
  return {
    severity: 'warning',
    code: 'unknownName',
    message: `names ${unknown.length} unknown capabilities: ${few(unknown.map(nameText), MOST_NAMES)}`,
    summary: `${unknown.length} unknown capabilities`,
  };
}

function unknownCapability(name: string): UnknownNames {
  const similar = nearestCapability(name);
  const text = `names ${JSON.stringify(name)}, an unknown capability`;
  const common = { severity: 'warning', code: 'unknownName' } as const;
  if (similar !== undefined) return { ...common, message: `${text}: did you mean ${JSON.stringify(similar)}?` };
  const names = capabilitiesInDomain(name);
  const known = names.length === 0 ? '' : `. Known names of this domain: ${few(names, MOST_NAMES)}`;
  return { ...common, message: `${text}${known}`, summary: `Unknown capability ${JSON.stringify(name)}` };
}

function nameText(name: string): string {
  const similar = nearestCapability(name);
  return similar === undefined ? name : `${name} (did you mean ${similar}?)`;
}
