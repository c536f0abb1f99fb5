/** The parts of Terraform's JSON output that tests look at (plan format 1.x, state format 1.x, diagnostics of `-json`). */

export interface Change {
  readonly actions: readonly string[];
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly after_unknown?: Readonly<Record<string, unknown>>;
  readonly after_sensitive?: unknown;
  readonly replace_paths?: readonly (readonly (string | number)[])[];
  readonly importing?: { readonly id: string };
}

export interface ResourceChange {
  readonly address: string;
  readonly previous_address?: string;
  readonly mode: 'managed' | 'data';
  readonly type: string;
  readonly name: string;
  readonly change: Change;
  readonly action_reason?: string;
}

export interface PlanJson {
  readonly resource_changes?: readonly ResourceChange[];
  readonly resource_drift?: readonly ResourceChange[];
  readonly output_changes?: Readonly<Record<string, Change>>;
  readonly planned_values: unknown;
  readonly prior_state?: StateJson;
}

export interface StateResource {
  readonly address: string;
  readonly mode: 'managed' | 'data';
  readonly type: string;
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly depends_on?: readonly string[];
  readonly tainted?: boolean;
}

export interface StateJson {
  readonly values?: {
    readonly outputs?: Readonly<Record<string, { readonly value: unknown; readonly sensitive: boolean }>>;
    readonly root_module: { readonly resources?: readonly StateResource[] };
  };
}

export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  readonly summary: string;
  readonly detail: string;
  readonly address?: string;
  readonly range?: { readonly filename: string; readonly start: { readonly line: number; readonly column: number } };
  readonly snippet?: { readonly context: string | null; readonly code: string };
}

/** Returns the changes of a plan, as `address: action`, without unchanged resources. */
export function actions(plan: PlanJson): readonly string[] {
  return (plan.resource_changes ?? [])
    .filter(({ change }) => !['no-op', 'read'].includes(change.actions.join('-')))
    .map(({ address, change }) => `${address}: ${change.actions.join('-')}`)
    .sort();
}

/** The resource of a state by its address. */
export function resourceIn(state: StateJson, address: string): StateResource {
  const found = (state.values?.root_module.resources ?? []).find((resource) => resource.address === address);
  if (found === undefined) throw new Error(`The state holds no ${address}.`);
  return found;
}
