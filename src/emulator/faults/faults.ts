/** The fault switch: which faults there are, and which requests they strike. */
import { randomUUID } from 'node:crypto';
import { strike, type FaultState, type FaultSurroundings, type Handler } from './effects';
import { faultSchema, type Fault } from './fault';
import { createNewGroups } from './new-groups';

/** A fault that is switched on. */
export interface AddedFault {
  readonly id: string;
  readonly fault: Fault;
  /** How many requests it has struck. */
  readonly struck: number;
}

/**
 * Makes things go wrong, for tests of what a client does then. Several faults may strike one request, in the order in
 * which they were added.
 *
 * @example
 * emulator.faults.add({ effect: 'error', code: 'UNAVAILABLE', method: 'GET', times: 2 });
 * emulator.faults.add({ effect: 'cut', when: 'after', method: 'POST', path: '/iam/v2beta1/groups*', times: 1 });
 */
export interface Faults {
  /** Switches a fault on. Throws a `TypeError` that says what is wrong with it. */
  add(fault: Fault): AddedFault;
  list(): readonly AddedFault[];
  /** Whether there was such a fault. */
  remove(id: string): boolean;
  clear(): void;
}

export interface FaultSwitch extends Faults {
  /** A handler whose requests the faults strike. */
  wrap(handler: Handler): Handler;
}

interface Entry extends FaultState {
  readonly id: string;
  readonly fault: Fault;
  readonly path: RegExp | undefined;
  seen: number;
  struck: number;
}

export function createFaults(surroundings: FaultSurroundings): FaultSwitch {
  const entries = new Map<string, Entry>();

  const add = (given: Fault): AddedFault => {
    const { data: fault, error } = faultSchema.safeParse(given);
    if (fault === undefined) throw new TypeError(`The fault is not understood: ${problem(error)}.`);
    const delayMs = fault.effect === 'newGroupDelay' ? (fault.delayMs ?? 30_000) : 0;
    const entry: Entry = {
      id: randomUUID(),
      fault,
      path: fault.path === undefined ? undefined : globExpression(fault.path),
      seen: 0,
      struck: 0,
      newGroups: createNewGroups(delayMs, surroundings.clock),
      frozen: fault.effect === 'staleLists' ? surroundings.freeze() : undefined,
    };
    entries.set(entry.id, entry);
    return shown(entry);
  };

  const wrap = (handler: Handler): Handler => {
    const observed: Handler = async (request) => {
      const response = await handler(request);
      for (const { fault, newGroups } of entries.values())
        if (fault.effect === 'newGroupDelay') await newGroups.observe(request, response);
      return response;
    };
    return (request) =>
      [...entries.values()]
        .filter((entry) => strikes(entry, request))
        .reduceRight<Handler>(
          (next, { fault, newGroups, frozen }) =>
            (struck) =>
              strike(fault, { newGroups, frozen }, surroundings, struck, next),
          observed,
        )(request);
  };

  return {
    add,
    list: () => [...entries.values()].map(shown),
    remove: (id) => entries.delete(id),
    clear: () => entries.clear(),
    wrap,
  };
}

/** Whether the fault strikes the request, which then counts. */
function strikes(entry: Entry, request: Request): boolean {
  const { fault, path, newGroups } = entry;
  const { pathname } = new URL(request.url);
  if (fault.method !== undefined && fault.method !== request.method) return false;
  if (path !== undefined && !path.test(pathname)) return false;
  if (fault.effect === 'staleLists' && (request.method !== 'GET' || uidSegment.test(pathname))) return false;
  if (fault.effect === 'newGroupDelay' && newGroups.refusal(request) === undefined) return false;
  const turn = entry.seen++ - (fault.after ?? 0);
  if (turn < 0 || turn >= (fault.times ?? Infinity)) return false;
  entry.struck++;
  return true;
}

// A read of one object names its uid in the path; a list does not.
const uidSegment = /\/[0-9a-f]{40}/;

function globExpression(glob: string): RegExp {
  const literal = glob.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`, 's');
}

function shown({ id, fault, struck }: Entry): AddedFault {
  return { id, fault, struck };
}

function problem(error: { readonly issues: readonly { path: PropertyKey[]; message: string }[] } | undefined): string {
  const [issue] = error?.issues ?? [];
  return issue === undefined ? 'it is malformed' : `${issue.path.join('.') || 'fault'}: ${issue.message}`;
}
