/** Reads the JSON of a plan that must only import objects. */
import { findJsonObject, isObject, parseJson, type Values } from '../../model/api';
import { printable } from '../../base/text/printable';
import { counted, few } from '../../base/text/words';

/** A resource after the plan. */
export interface PlannedResource {
  readonly type: string;
  readonly values: Values;
}

export interface PlannedChanges {
  readonly imported: number;
  readonly added: number;
  readonly changed: number;
  readonly destroyed: number;
  /** A line about the objects that an apply would create, and one for each field of each object that it would change. */
  readonly differences: readonly string[];
  readonly resources: readonly PlannedResource[];
}

interface Change {
  readonly address?: string;
  readonly mode?: string;
  readonly change?: {
    readonly actions?: readonly string[];
    readonly before?: unknown;
    readonly after?: unknown;
    readonly after_unknown?: unknown;
    readonly importing?: unknown;
  };
}

interface PlanJson {
  readonly resource_changes?: readonly Change[];
  readonly planned_values?: { readonly root_module?: { readonly resources?: readonly unknown[] } };
}

/** Returns the changes of the plan of a stack. Throws if the text is no JSON of a plan. */
export function plannedChanges(text: string): PlannedChanges {
  const plan: unknown = parseJson(findJsonObject(text));
  if (!isObject(plan) || !('format_version' in plan)) throw new Error('The engine printed no plan as JSON.');
  const { resource_changes: all = [], planned_values: values }: PlanJson = plan;
  const managed = all.filter(({ mode }) => mode === 'managed');
  const getActions = ({ change }: Change): readonly string[] => change?.actions ?? [];
  const count = (action: string): number => managed.filter((change) => getActions(change).includes(action)).length;
  return {
    imported: managed.filter(({ change }) => change?.importing !== undefined && change.importing !== null).length,
    added: count('create'),
    changed: count('update'),
    destroyed: count('delete'),
    differences: differencesIn(managed),
    resources: (values?.root_module?.resources ?? []).flatMap((resource): PlannedResource[] => {
      if (!isObject(resource) || resource['mode'] !== 'managed' || !isObject(resource['values'])) return [];
      return [{ type: String(resource['type']), values: resource['values'] }];
    }),
  };
}

/** Returns the changes of all stacks together. */
export function totalChanges(stacks: readonly PlannedChanges[]): PlannedChanges {
  const sum = (of: 'imported' | 'added' | 'changed' | 'destroyed') => stacks.reduce((all, stack) => all + stack[of], 0);
  return {
    imported: sum('imported'),
    added: sum('added'),
    changed: sum('changed'),
    destroyed: sum('destroyed'),
    differences: stacks.flatMap(({ differences }) => differences),
    resources: stacks.flatMap(({ resources }) => resources),
  };
}

/** Returns the summary line of a plan. */
export function planSummary({ imported, added, changed, destroyed }: PlannedChanges): string {
  return `${imported} to import, ${added} to add, ${changed} to change, ${destroyed} to destroy`;
}

/** Objects without a value before the apply are one sentence: every import of a project can be missing. */
function differencesIn(managed: readonly Change[]): string[] {
  const different = managed.filter(({ change }) =>
    change?.actions?.some((action) => action !== 'no-op' && action !== 'read'),
  );
  const created = different.filter(({ change }) => !isObject(change?.before)).map(({ address = '' }) => address);
  const sentence = `The apply would create ${counted(created.length, 'object')} instead of importing: ${few(created)}.`;
  return [...(created.length === 0 ? [] : [sentence]), ...different.flatMap(getDifferences)];
}

function getDifferences({ address = '', change = {} }: Change): string[] {
  const { before, after, after_unknown: unknown } = change;
  if (!isObject(before)) return [];
  if (!isObject(after)) return [`${address}: it would be deleted.`];
  // Values that only the apply knows are no difference of the code.
  const isUnknown = (name: string): boolean => isObject(unknown) && unknown[name] === true;
  const fields = Object.keys({ ...before, ...after }).filter(
    (name) => !isUnknown(name) && !sameValue(before[name], after[name]),
  );
  return fields.map((name) => `${address}: ${name}: ${valueText(before[name])} would be ${valueText(after[name])}.`);
}

function sameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

function valueText(value: unknown): string {
  const text = printable(JSON.stringify(value ?? null));
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
