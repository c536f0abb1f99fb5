import { isObject } from '../api';

/** Returns the JSON object in the text; `undefined` if it is anything else. */
export function jsonObject(body: Buffer | string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
