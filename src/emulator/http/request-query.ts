/** Refuses a query whose escapes are not UTF-8: a URL reads them as U+FFFD, which is not what was asked for. */
import { DOMAINS } from '../../api';
import { invalidField } from '../errors';
import { errorResponse } from './response';

/** The answer INVALID_ARGUMENT that names the parameter; `undefined` for a query that can be read. */
export function queryRefusal({ url }: Request): Promise<Response> | undefined {
  const { pathname, search } = new URL(url);
  const wrong = search
    .slice(1)
    .split('&')
    .find((parameter) => (parameter.match(/(?:%[0-9a-f]{2})+/gi) ?? []).some(cannotBeDecoded));
  if (wrong === undefined) return undefined;
  const [name = ''] = wrong.split('=', 1);
  const domain = DOMAINS.find((known) => pathname.startsWith(`/${known}/`)) ?? 'iam';
  return Promise.resolve(errorResponse(invalidField(name, 'must be UTF-8 once its escapes are taken out'), domain));
}

function cannotBeDecoded(escapes: string): boolean {
  try {
    decodeURIComponent(escapes);
    return false;
  } catch {
    return true;
  }
}
