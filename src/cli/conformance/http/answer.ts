/** A response as the service sent it, next to its request. The client would hide most of this. */
import { type Code, codeOfNumber, codeOfStatus, detailType, isObject, type Values } from '../../../model/api';
import { shownText } from './shown';

export interface Sent {
  readonly method: string;
  /** The path with its query. */
  readonly url: string;
  readonly body?: string | undefined;
  /** The caller, as a reader of the report knows it. */
  readonly caller: string;
}

export interface Received {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly text: string;
}

export interface HttpAnswer extends Received {
  readonly sent: Sent;
  /** The JSON of the body. Empty if it is not an object. */
  readonly json: Values;
  /** The code of an error, or `OK`. */
  readonly code: Code | 'OK';
  readonly details: readonly Values[];
}

export function createAnswer(sent: Sent, { status, header, text }: Received): HttpAnswer {
  const json = parsed(text);
  const isOk = status >= 200 && status < 300;
  const number = json['code'];
  const code = isOk ? 'OK' : typeof number === 'number' ? codeOfNumber(number) : codeOfStatus(status);
  const { details } = json;
  return { sent, status, header, text, json, code, details: Array.isArray(details) ? details.filter(isObject) : [] };
}

/** Returns the text of a member. Empty if it is absent or no text. */
export function textMember({ json }: Pick<HttpAnswer, 'json'>, name: string): string {
  const value = json[name];
  return typeof value === 'string' ? value : '';
}

/** Returns the objects of a list. */
export function itemsIn({ json }: HttpAnswer, collection: string): readonly Values[] {
  const items = json[collection];
  return Array.isArray(items) ? items.filter(isObject) : [];
}

/** Returns the detail of an error by the last segment of its type. */
export function getDetail({ details }: HttpAnswer, type: string): Values | undefined {
  return details.find((detail) => detailType(detail) === type);
}

/** Returns the fields that an error names. */
export function violatedFields(answer: HttpAnswer): readonly string[] {
  const violations = getDetail(answer, 'BadRequest')?.['fieldViolations'];
  return Array.isArray(violations) ? violations.filter(isObject).map(({ field }) => String(field)) : [];
}

/** A request and its response without secrets, for a report. */
export interface ReportedExchange {
  readonly request: string;
  readonly response: string;
}

export function reportExchange({ sent, status, text }: HttpAnswer, secrets: readonly string[]): ReportedExchange {
  const body = sent.body === undefined ? '' : ` ${shownText(sent.body, secrets)}`;
  return {
    request: `${sent.method} ${shownText(sent.url, secrets)} as ${sent.caller}${body}`,
    response: `HTTP ${status} ${shownText(text, secrets)}`.trim(),
  };
}

function parsed(text: string): Values {
  try {
    const json: unknown = JSON.parse(text);
    return isObject(json) ? json : {};
  } catch {
    return {};
  }
}
