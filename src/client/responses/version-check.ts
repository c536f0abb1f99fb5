/** Finds out whether a service lacks the selected version of the API, after a call whose path it does not know. */
import { API_VERSIONS, type ApiVersion, collectionPath, pathInVersions } from '../../model/api';
import { ApiError } from '../errors/api-error';
import { readObject } from './json-response';
import type { ApiResponse, ApiCall } from '../calls/call';

type Send = (call: Omit<ApiCall, 'tokens'>) => Promise<ApiResponse>;

/**
 * Returns `send` with a better error for a service that lacks `version` but serves another one: the error names it. It
 * sends further requests only after a call to an unknown path, once, and only while nothing else has answered in the
 * selected version.
 */
export function withVersionCheck(send: Send, version: ApiVersion): Send {
  let isServed = false;
  let served: Promise<ApiVersion | undefined> | undefined;

  const sendAndCheck: Send = async (call) => {
    const isVersioned = pathInVersions(call.path).length > 1;
    try {
      const response = await send(call);
      isServed ||= isVersioned;
      return response;
    } catch (error) {
      if (!isVersioned || !(error instanceof ApiError)) throw error;
      isServed ||= isFromApi(error);
      if (isServed || !isUnknownPath(error)) throw error;
      const { signal, graceMs } = call;
      const other = await (served ??= findServed(send, version, { signal, graceMs }));
      throw other === undefined ? error : lacksVersion(error, version, other);
    }
  };
  return (call) => (isServed ? send(call) : sendAndCheck(call));
}

/** Returns the other version, if it answers and the selected one does not. */
async function findServed(
  send: Send,
  selected: ApiVersion,
  options: Pick<ApiCall, 'signal' | 'graceMs'>,
): Promise<ApiVersion | undefined> {
  const answers = async (version: ApiVersion): Promise<boolean> => {
    const path = collectionPath('iam', 'groups', version);
    try {
      const response = await send({ method: 'GET', path, query: new URLSearchParams({ page_size: '1' }), ...options });
      readObject(response);
      return true;
    } catch (error) {
      return error instanceof ApiError && (isFromApi(error) || isDenied(error));
    }
  };
  if (await answers(selected)) return undefined;
  for (const version of API_VERSIONS) if (version !== selected && (await answers(version))) return version;
  return undefined;
}

/** Returns true if the service itself responded: its errors have details. */
function isFromApi({ status, details }: ApiError): boolean {
  return status !== undefined && details.length > 0;
}

/** Returns true for a path that is denied, and therefore known. */
function isDenied({ status, code }: ApiError): boolean {
  return status !== undefined && (code === 'UNAUTHENTICATED' || code === 'PERMISSION_DENIED');
}

function isUnknownPath({ status, code, details }: ApiError): boolean {
  return status !== undefined && details.length === 0 && (code === 'NOT_FOUND' || code === 'UNIMPLEMENTED');
}

function lacksVersion(error: ApiError, selected: ApiVersion, served: ApiVersion): ApiError {
  const explanation =
    `the service does not have the version ${selected} of the API, but ${served} answers. ` +
    `Select it with api_version = "${served}", PLATFORM_API_VERSION=${served} or --api-version ${served}`;
  return error.with({ explanation, servedVersion: served });
}
