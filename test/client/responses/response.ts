import type { ApiResponse } from '../../../src/client/calls/call';

/** Returns a successful response with this body. */
export function responseOf(body: unknown): ApiResponse {
  return {
    method: 'GET',
    url: '/iam/v1/groups',
    baseUrl: 'https://api.example.com',
    attempt: 1,
    status: 200,
    text: JSON.stringify(body),
    header: () => undefined,
    secrets: [],
  };
}
