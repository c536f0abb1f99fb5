/** Removes placeholders from texts that are compared between plans. A file of its own: formats use it, too. */
import { isPlaceholderUid, isUid } from '../../../model/api';

const uids = /[0-9a-f]{40}(?:\/[0-9a-f]{16})*/g;
const SHORTEST_UID = 40;

/** Returns the text of a report without placeholders, which differ from plan to plan. */
export function withoutPlaceholders(text: string): string {
  if (text.length < SHORTEST_UID) return text;
  return text.replace(uids, (uid) => (isUid(uid) && isPlaceholderUid(uid) ? '(new)' : uid));
}
