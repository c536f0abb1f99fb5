/** Reads the live organization with the provider's own settings: whole (`--live`), or for the plans alone. */
import type { Command } from 'commander';
import type * as ReviewModule from '../../review';
import type { LiveOptions, LiveOrganization, TerraformPlan, PlanContext } from '../../review';
import { few } from '../../base/text/words';
import { clientOfEnvironment, type Connect } from './api-connection';
import { addApiVersionOption } from './api-version-option';
import { errorText } from './error-text';

export function addLiveOptions(command: Command, live: string): Command {
  return addApiVersionOption(command)
    .option('--live', live)
    .option(
      '--root <group>',
      'With --live: a root group, by uid or name; may be repeated',
      (root: string, before: readonly string[] | undefined) => [...(before ?? []), root],
    );
}

export interface LiveFlags {
  readonly live?: boolean;
  readonly root?: readonly string[];
}

/**
 * Returns the objects under the named root groups, or the reason why they cannot be read. By default the root groups are
 * those of the plans and states, or all visible ones without plans and states.
 */
export async function liveOrganization(
  { readLive, getRoots }: Pick<typeof ReviewModule, 'readLive' | 'getRoots'>,
  {
    plans,
    root,
    places,
  }: Pick<LiveOptions, 'places'> & {
    readonly plans: readonly TerraformPlan[];
    readonly root: readonly string[] | undefined;
  },
  connect: Connect = clientOfEnvironment,
): Promise<{ readonly live?: LiveOrganization; readonly problem?: string }> {
  const roots = root ?? (plans.length === 0 ? undefined : getRoots(plans));
  const rootless = root === undefined ? withoutRoot(getRoots, plans) : [];
  if (rootless.length > 0)
    return {
      problem: `live: cannot determine the root group: no object of the organization is in ${few(rootless)}. Check the state, or name the root group with --root.`,
    };
  try {
    const client = connect();
    try {
      return { live: await readLive(client, { roots, places }) };
    } finally {
      await client.close();
    }
  } catch (error) {
    return { problem: `live: cannot read the organization. ${errorText(error)}` };
  }
}

/**
 * Returns the names of the sources whose root group is unknown. A comparison would omit the root group of an empty state, and
 * report that it differs in nothing. A plan without objects manages nothing, if another plan has objects.
 */
function withoutRoot(getRoots: typeof ReviewModule.getRoots, plans: readonly TerraformPlan[]): string[] {
  const rootless = plans.filter((plan) => getRoots([plan]).length === 0);
  const states = rootless.filter(({ changes }) => changes === undefined);
  return (rootless.length === plans.length ? rootless : states).map(({ name }) => name);
}

/** The API has just answered the provider: a longer wait is not worth names. */
const CONTEXT_TIMEOUT_MS = 20_000;

/** Returns the context of the plans. Without an address or a token, the context is empty and reports this. */
export async function readLiveContext(
  { joinContexts, readContext }: typeof ReviewModule,
  plans: readonly TerraformPlan[],
  { connect = clientOfEnvironment, maxRequests }: { readonly connect?: Connect; readonly maxRequests?: number } = {},
): Promise<PlanContext> {
  try {
    const client = connect();
    try {
      return await readContext(client, plans, { signal: AbortSignal.timeout(CONTEXT_TIMEOUT_MS), maxRequests });
    } finally {
      await client.close();
    }
  } catch (error) {
    const unread = `Names, roles and existing objects were not read from the API. ${errorText(error)}`;
    return { ...joinContexts([]), unread: [unread] };
  }
}
