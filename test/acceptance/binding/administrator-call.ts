/** Requests of an administrator, outside of Terraform. */
import type { RunningEmulator } from '../../../src/emulator';

/** Sends a request: `call('PATCH', 'groups/…?updateMask=description', {…})`. Rejects with the response of a failed request. */
export type Call = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

export function administratorCall({ baseUrl, token }: Pick<RunningEmulator, 'baseUrl' | 'token'>): Call {
  return async (method, path, body) => {
    const response = await fetch(`${baseUrl}/iam/v2beta1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
}
