/** Stores the active faults, and selects the requests that they affect. */
import { randomUUID } from 'node:crypto';
import { pathInVersions } from '../../model/api';
import type { ServedResponse } from '../wire/messages';
import { createEffect, type Effect, type FaultHooks, type Next } from './effects';
import type { Fault } from './fault';
import type { FaultTarget } from './fault-target';
import type * as Schemas from './fault-schema';

/** A fault that is switched on. */
export interface AddedFault {
  readonly id: string;
  readonly fault: Fault;
  /** The number of requests that it has hit. */
  readonly hits: number;
}

/**
 * Injects faults, to test how a client handles them. Several faults may hit one request, in the order of their
 * addition.
 *
 * @example
 * emulator.faults.add({ effect: 'error', code: 'UNAVAILABLE', method: 'GET', times: 2 });
 * emulator.faults.add({ effect: 'cut', when: 'after', method: 'POST', path: '/iam/v2beta1/groups*', times: 1 });
 */
export interface Faults {
  /** Adds a fault. Throws a `TypeError` that names the problem of the fault. */
  add(fault: Fault): AddedFault;
  list(): readonly AddedFault[];
  /** Returns false if the fault does not exist. */
  remove(id: string): boolean;
  clear(): void;
}

export interface FaultInjector<Target extends FaultTarget> extends Faults {
  /** The active faults. Usually empty. */
  readonly active: { readonly size: number };
  /** Returns the response of `next`, changed by the faults that affect the request. */
  inject(target: Target, next: Next<Target>): Promise<ServedResponse>;
  /** Returns the faults that no request has met so far, removed ones included. */
  unmet(): readonly Fault[];
  /** Tells the faults that all objects have changed outside the API: reads do not lag behind that. */
  refresh(): void;
}

interface Entry<Target> {
  readonly id: string;
  readonly fault: Fault;
  readonly path: RegExp | undefined;
  readonly effect: Effect<Target>;
  matched: number;
  hits: number;
}

export function createFaultInjector<Target extends FaultTarget>(hooks: FaultHooks<Target>): FaultInjector<Target> {
  const entries = new Map<string, Entry<Target>>();
  const unmetBefore: Fault[] = [];

  const add = (given: Fault): AddedFault => {
    // oxlint-disable-next-line typescript/no-require-imports -- most emulators never need zod
    const { faultSchema } = require('./fault-schema') as typeof Schemas;
    const { data: fault, error } = faultSchema.safeParse(given);
    if (fault === undefined) throw new TypeError(`The fault is invalid: ${problem(error)}.`);
    const path = fault.path === undefined ? undefined : globExpression(fault.path);
    const effect = createEffect(fault, hooks);
    const entry: Entry<Target> = { id: randomUUID(), fault, path, effect, matched: 0, hits: 0 };
    entries.set(entry.id, entry);
    return addedFault(entry);
  };
  const remove = (id: string) => {
    const entry = entries.get(id);
    if (entry !== undefined && isUnmet(entry)) unmetBefore.push(entry.fault);
    entry?.effect.close?.();
    return entries.delete(id);
  };

  return {
    add,
    list: () => [...entries.values()].map(addedFault),
    remove,
    clear: () => [...entries.keys()].forEach(remove),
    active: entries,
    unmet: () => [...unmetBefore, ...[...entries.values()].filter(isUnmet).map(({ fault }) => fault)],
    inject: (target, next) => {
      const observed: Next<Target> = async (served) => {
        const response = await next(served);
        for (const { effect } of entries.values()) effect.observe?.(served, response);
        return response;
      };
      return [...entries.values()]
        .filter((entry) => hits(entry, target))
        .reduceRight<Next<Target>>(
          (inner, { effect }) =>
            (hit) =>
              effect.serve(hit, inner),
          observed,
        )(target);
    },
    refresh: () => {
      for (const { effect } of entries.values()) effect.refresh?.();
    },
  };
}

/** Returns whether the fault hits the request, and counts the request if it matches. */
function hits<Target extends FaultTarget>(entry: Entry<Target>, target: Target): boolean {
  const { fault, path, effect } = entry;
  if (fault.method !== undefined && fault.method !== target.request.method) return false;
  if (path !== undefined && !pathInVersions(target.url.pathname).some((same) => path.test(same))) return false;
  if (effect.concerns?.(target) === false) return false;
  const index = entry.matched++ - (fault.after ?? 0);
  if (index < 0 || index >= (fault.times ?? Infinity)) return false;
  entry.hits++;
  return true;
}

/** Returns true if no request matched. Requests that passed before or after the fault was in effect have met it, too. */
function isUnmet({ fault, matched }: Pick<Entry<never>, 'fault' | 'matched'>): boolean {
  return matched === 0 && fault.optional !== true;
}

function globExpression(glob: string): RegExp {
  const literal = glob.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`, 's');
}

function addedFault({ id, fault, hits }: AddedFault): AddedFault {
  return { id, fault, hits };
}

function problem(error: { readonly issues: readonly { path: PropertyKey[]; message: string }[] } | undefined): string {
  const [issue] = error?.issues ?? [];
  return issue === undefined ? 'it is malformed' : `${issue.path.join('.') || 'fault'}: ${issue.message}`;
}
