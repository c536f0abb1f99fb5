import { capabilityName, isUid } from '../api';
import { readObject, shapeError } from './answer';
import type { Answer } from './attempt';
import type { Grant, Whoami } from './client';

/** The answer of `GET /auth/v1/ok`. */
export function readWhoami(answer: Answer): Whoami {
  const { subject, capabilities } = readObject(answer);
  if (typeof subject !== 'string') throw shapeError(answer, 'subject: expected a string');
  const granted = capabilities ?? [];
  if (!Array.isArray(granted)) throw shapeError(answer, 'capabilities: expected a list');
  return { subject, capabilities: granted.map((entry: unknown, index) => readGrant(answer, entry, index)) };
}

function readGrant(answer: Answer, entry: unknown, index: number): Grant {
  const at = `capabilities[${index}]`;
  const { group, role, capabilities } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof group !== 'string') throw shapeError(answer, `${at}.group: expected a string`);
  if (!Array.isArray(capabilities)) throw shapeError(answer, `${at}.capabilities: expected a list`);
  return {
    group,
    role: typeof role === 'string' && role !== '' ? role : undefined,
    capabilities: capabilities.map((name: unknown) => capabilityName(String(name))),
  };
}

/** The answer of `identities:lookupIdentity`. */
export function readUid(answer: Answer): string {
  const { uid } = readObject(answer);
  if (!isUid(uid)) throw shapeError(answer, 'uid: expected a uid');
  return uid;
}
