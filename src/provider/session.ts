/** What the handlers of one configured provider block share while Terraform runs: the client, and what happened so far. */
import type { Client } from '../client';
import { DiagError } from '../plugin';
import type { Configured, Reads } from './configured';
import { createClaims, type Claims } from './lifecycle/claims';
import { createPermissionWindow, type PermissionWindow } from './lifecycle/permission-window';
import { createTurns, type Turns } from './lifecycle/turns';
import { createPlannedCreates, type PlannedCreates } from './plan/planned-creates';
import type { Time } from './time';

export interface Session extends Configured {
  readonly time: Time;
  /** Absent as long as the client is. */
  readonly reads?: Reads | undefined;
  readonly claims: Claims;
  readonly turns: Turns;
  readonly window: PermissionWindow;
  readonly plannedCreates: PlannedCreates;
  /** Whether this is the first time that the run asks so for `topic`: things that are said or done once. */
  first(topic: string): boolean;
}

export function createSession(
  configured: Configured,
  reads: Reads | undefined,
  time: Time,
  terraformVersion: string,
): Session {
  const topics = new Set<string>();
  return {
    ...configured,
    time,
    reads,
    claims: createClaims(),
    turns: createTurns(),
    window: createPermissionWindow(time),
    plannedCreates: createPlannedCreates(terraformVersion),
    first: (topic) => topics.size < topics.add(topic).size,
  };
}

/** For everything that cannot be done without the service. */
export function connected(session: Session): { readonly client: Client; readonly reads: Reads } {
  const { client, reads } = session;
  if (client !== undefined && reads !== undefined) return { client, reads };
  throw new DiagError('The provider is not configured yet', unknownConfiguration(session));
}

/** Why there is no client, and the way out. */
export function unknownConfiguration({ unknown }: Configured): string {
  const names = unknown.join(', ');
  return [
    `The value of ${names} in the provider block will be known only after other resources are applied.`,
    `Apply those first (terraform apply -target=…), or give ${names} a value that does not depend on them: a variable, or the environment.`,
  ].join('\n');
}
