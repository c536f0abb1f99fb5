/** Texts of requests and responses for a report: short, and without secrets. */
import { isObject } from '../../../model/api';
import { withoutSecrets } from '../../../client/internal';

/** Members of a message that are secrets, with their texts. The `code` of an error is a number, and stays. */
const SECRET_MEMBERS = new Set(['token', 'refreshToken', 'refresh_token', 'code', 'clientSecret', 'client_secret']);
const HIDDEN = '(secret)';
const MAX_LENGTH = 1500;

/** Returns the text without the given secrets, without secrets by the names of their members, and without tokens. */
export function shownText(text: string, secrets: readonly string[]): string {
  const shown = withoutSecrets(withoutSecretMembers(text), secrets);
  return shown.length <= MAX_LENGTH ? shown : `${shown.slice(0, MAX_LENGTH)}… (${shown.length} characters)`;
}

function withoutSecretMembers(text: string): string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return text;
  }
  if (!isObject(json) && !Array.isArray(json)) return text;
  return JSON.stringify(json, (name, value: unknown) =>
    SECRET_MEMBERS.has(name) && typeof value === 'string' && value !== '' ? HIDDEN : value,
  );
}
