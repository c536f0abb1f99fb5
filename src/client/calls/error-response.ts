/** Reads error responses of the service, or of a proxy in front of it. */
import {
  type Code,
  codeOfNumber,
  codeOfStatus,
  CODES,
  detailType,
  type ErrorDetail,
  type FieldViolation,
  isObject,
  objectsInList,
  parseDurationMs,
  type PreconditionViolation,
  type Values,
} from '../../model/api';
import { ApiError, type Outcome } from '../errors/api-error';
import { withoutSecrets, withoutSecretsIn } from '../errors/secrets';
import type { HttpResponse } from '../transport/http';
import { isNestedTooDeeply, MAX_ERROR_LENGTH, NESTED_TOO_DEEPLY, nestingProblem } from '../transport/response-limits';
import { afterAttempts, type RequestTarget } from './no-response';

export interface ErrorContext extends RequestTarget {
  readonly secrets: readonly string[];
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
}

/** Returns the `ApiError` for a response with a status other than 2xx, or with a body that the client cannot read. */
export function errorOfResponse(response: HttpResponse, context: ErrorContext): ApiError {
  const tooDeep = isNestedTooDeeply(response.text);
  const body = tooDeep ? undefined : withoutSecretsIn(parseBody(response.text), context.secrets);
  const number = body?.['code'];
  const hasCode = typeof number === 'number' && number > 0;
  // Gateways put the HTTP status where the service puts its code.
  const code = hasCode && number <= CODES.length ? codeOfNumber(number) : codeOfStatus(response.status);
  const details = objectsInList(body?.['details']) as ErrorDetail[];
  const detail = (type: string): Values | undefined => details.find((entry) => detailType(entry) === type);
  const info = detail('ErrorInfo');
  const resource = detail('ResourceInfo');
  const retryAfterMs =
    parseRetryAfterMs(response.header('retry-after'), context.now) ??
    parseDurationMs(text(detail('RetryInfo')?.['retryDelay']));
  return new ApiError({
    code,
    explanation:
      (tooDeep
        ? `HTTP ${response.status}, and the response is invalid: ${nestingProblem}`
        : explain(response, context, hasCode ? text(body?.['message']) : undefined, code, details)) +
      afterAttempts(context),
    method: context.method,
    url: context.url,
    status: response.status,
    requestId: findRequestId(response, context.secrets) ?? (text(detail('RequestInfo')?.['requestId']) || undefined),
    reason: info === undefined ? undefined : text(info['reason']),
    domain: info === undefined ? undefined : text(info['domain']),
    fieldViolations: objectsInList(detail('BadRequest')?.['fieldViolations']).map((object): FieldViolation => ({
      field: text(object['field']),
      description: text(object['description']),
    })),
    preconditionViolations: objectsInList(detail('PreconditionFailure')?.['violations']).map(
      (object): PreconditionViolation => ({
        type: text(object['type']),
        description: text(object['description']),
        subject: text(object['subject']),
      }),
    ),
    resourceInfo:
      resource === undefined
        ? undefined
        : {
            resourceType: text(resource['resourceType']),
            resourceName: text(resource['resourceName']),
            description: text(resource['description']),
          },
    details,
    hasServiceBody: hasCode && number <= CODES.length && Array.isArray(body?.['details']),
    outcome: getOutcome(code, info !== undefined || retryAfterMs !== undefined),
    retryAfterMs,
    cause: tooDeep ? Object.assign(new Error(nestingProblem), { code: NESTED_TOO_DEEPLY }) : undefined,
  });
}

/** The id that the service's operators use to find a request. */
export function findRequestId(response: HttpResponse, secrets: readonly string[]): string | undefined {
  return requestIdHeaders
    .map(response.header)
    .find((id) => id !== undefined && /^[\w./:;=-]{1,128}$/.test(id) && withoutSecrets(id, secrets) === id);
}

const requestIdHeaders = ['x-request-id', 'request-id', 'x-correlation-id', 'x-cloud-trace-context'];

/** Returns `Retry-After` in milliseconds. The header contains seconds or a time. */
export function parseRetryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}

/**
 * Codes which show that the service did nothing. Other codes leave the outcome open, except an UNAVAILABLE of the
 * service itself (with an ErrorInfo or a Retry-After). A load balancer sends the same code without them if it lost the
 * service during a call.
 */
function getOutcome(code: Code, ownWords: boolean): Outcome {
  const open: readonly Code[] = ['CANCELLED', 'UNKNOWN', 'DEADLINE_EXCEEDED', 'INTERNAL', 'DATA_LOSS', 'UNAVAILABLE'];
  if (code === 'UNAVAILABLE' && ownWords) return 'rejected';
  return open.includes(code) ? 'unknown' : 'rejected';
}

function explain(
  response: HttpResponse,
  { baseUrl, secrets }: ErrorContext,
  message: string | undefined,
  code: Code,
  details: readonly unknown[],
): string {
  const wrongAddress = `Is ${baseUrl} the API's base URL?`;
  if (response.status >= 300 && response.status < 400) {
    return `the response is a redirect (HTTP ${response.status}). The client does not follow it, because another host would get the token. ${wrongAddress}`;
  }
  if (response.unreadable !== undefined) {
    const { host } = new URL(baseUrl);
    return `HTTP ${response.status}, and the body has the content encoding ${JSON.stringify(withoutSecrets(response.unreadable.slice(0, 40), secrets))}, which the client did not request. The client reads gzip and uncompressed bodies. Change the compression of the gateway or proxy before ${host}`;
  }
  if (message === undefined) {
    const place = code === 'NOT_FOUND' || code === 'UNIMPLEMENTED' ? ` ${wrongAddress}` : '';
    return `HTTP ${response.status}, and not a response of the API: ${getExcerpt(response, secrets)}.${place}`;
  }
  const explanation = message || `HTTP ${response.status} without a message`;
  return code === 'NOT_FOUND' && details.length === 0
    ? `${explanation}. The service does not know this path. ${wrongAddress}`
    : explanation;
}

/**
 * Returns a short excerpt of a response in an unknown format, without secrets: the title of a page, or its first
 * characters.
 */
export function getExcerpt(response: Pick<HttpResponse, 'text'>, secrets: readonly string[]): string {
  const beginning = response.text.slice(0, MAX_ERROR_LENGTH);
  const title = /<title[^<>]*>([^<]*)/i.exec(beginning)?.[1];
  const words = withoutSecrets(title ?? beginning, secrets)
    .replace(/\s+/g, ' ')
    .trim();
  if (words === '') return 'an empty response';
  return title === undefined
    ? JSON.stringify(words.slice(0, 200))
    : `a page titled ${JSON.stringify(words.slice(0, 200))}`;
}

function parseBody(body: string): Values | undefined {
  if (body.length > MAX_ERROR_LENGTH) return undefined;
  try {
    const parsed: unknown = JSON.parse(body);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
