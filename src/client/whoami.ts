import { capabilityName, isUid } from '../api';
import { readObject, shapeError } from './answer';
import type { Answer } from './attempt';
import type { Whoami } from './client';

/** The answer of `GET /auth/v1/ok`. Source: not-shown "Whoami, ping". */
export function readWhoami(answer: Answer): Whoami {
  const { subject, capabilities } = readObject(answer);
  if (typeof subject !== 'string') throw shapeError(answer, 'subject: expected a string');
  const byGroup = Object.entries(capabilities ?? {}).map(([uid, names]) => {
    if (!Array.isArray(names)) throw shapeError(answer, `capabilities.${uid}: expected a list`);
    return [uid, names.map((name: unknown) => capabilityName(String(name)))] as const;
  });
  return { subject, capabilities: Object.fromEntries(byGroup) };
}

/** The answer of `identities:lookupIdentity`. Source: not-shown "Identity". */
export function readUid(answer: Answer): string {
  const { uid } = readObject(answer);
  if (!isUid(uid)) throw shapeError(answer, 'uid: expected a uid');
  return uid;
}
