/** What each fault does to a request that it strikes. */
import { codeNumber, DOMAINS, errorDomain, errorInfo, httpStatus, type Code } from '../../api';
import { ConnectionCut } from './connection-cut';
import type { Fault } from './fault';
import type { NewGroups } from './new-groups';

export type Handler = (request: Request) => Promise<Response>;

/** What effects need of the emulator. */
export interface FaultSurroundings {
  readonly clock: () => Date;
  /** Waits; rejects when the signal aborts. */
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Makes every token issued so far count as expired. */
  readonly expireTokens: () => void;
  /** Something that answers lists as things stand now, whatever is written later. */
  readonly freeze: () => Handler;
}

/** What an added fault remembers. */
export interface FaultState {
  readonly newGroups: NewGroups;
  readonly frozen: Handler | undefined;
}

/** Serves the request as the fault has it; `next` serves it as it should be. */
export async function strike(
  fault: Fault,
  { newGroups, frozen }: FaultState,
  { delay, expireTokens }: FaultSurroundings,
  request: Request,
  next: Handler,
): Promise<Response> {
  switch (fault.effect) {
    case 'latency':
      await delay(fault.latencyMs, request.signal);
      return next(request);
    case 'error':
      return errorAnswer(request, fault.code, 'a fault of the emulator says so', fault.retryAfterSeconds);
    case 'html':
      return htmlAnswer(fault.status ?? 502);
    case 'cut':
      if (fault.when === 'after') await next(request);
      throw new ConnectionCut();
    case 'expiredTokens':
      expireTokens();
      return next(request);
    case 'newGroupDelay': {
      const code = newGroups.refusal(request);
      return code === undefined ? next(request) : errorAnswer(request, code, 'the group is too new');
    }
    case 'staleLists':
      return (frozen ?? next)(request);
  }
}

function errorAnswer(request: Request, code: Code, reason: string, retryAfterSeconds?: number): Response {
  const { pathname } = new URL(request.url);
  const domain = errorDomain(DOMAINS.find((name) => pathname.startsWith(`/${name}/`)) ?? 'iam');
  return Response.json(
    { code: codeNumber(code), message: `${words(code)}: ${reason}`, details: [errorInfo({ reason: code, domain })] },
    {
      status: httpStatus(code),
      headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
    },
  );
}

function htmlAnswer(status: number): Response {
  const page = `<html><head><title>${status}</title></head><body><h1>${status}</h1><hr>load balancer</body></html>\n`;
  return new Response(page, { status, headers: { 'content-type': 'text/html' } });
}

/** `RESOURCE_EXHAUSTED` → `Resource exhausted`. */
function words(code: Code): string {
  return code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ');
}
