/**
 * What is wrong with a configuration, as far as its values are known, and with the times of a plan; and which changes need a
 * new object although no single attribute says so.
 */
import { isObject, parseTimestamp, snakeCase, uidProblem, type Values } from '../../api';
import { type Diagnostic, isUnknown, type Path, UNKNOWN } from '../../plugin';
import { resourceSettings } from '../../resources';
import {
  behaves,
  checkFields,
  checkTimes,
  type Declaration,
  type Field,
  isInput,
  kindInWords,
  violationText,
} from '../../schema';
import { attributePath } from '../convert/attribute-path';
import { parentAttribute, resourceFields } from '../convert/schema';
import { apiObject, apiValue, semanticEquals } from '../convert/value';

export function configurationProblems(declaration: Declaration, config: Values): Diagnostic[] {
  const ofTerraform = { ...declaration.terraformFields, ...resourceSettings(declaration) };
  const fields = [...inputs(declaration), ...Object.entries(ofTerraform).filter(([, field]) => isInput(field))];
  const values = apiObject(fields, config);
  const declared = Object.fromEntries(fields);
  return [
    ...parentProblems(declaration, config),
    ...checkFields(declared, declaration.rules ?? [], values, { isUnknown, displayName: snakeCase }).flatMap(
      (violation) => {
        const attribute = attributePath(declared, violation.path);
        // A required attribute that is null is reported by the plugin layer already, for every schema alike.
        if (violation.code === 'required' && isNull(config, attribute)) return [];
        // Terraform prints the line of an attribute that is named, and on it the secret.
        const shown = violation.code === 'secret' ? [] : attribute;
        return [problemAt(declaration, shown, violationText(violation), violation.severity)];
      },
    ),
  ];
}

function parentProblems(declaration: Declaration, config: Values): Diagnostic[] {
  const attribute = parentAttribute(declaration);
  const value = attribute === undefined ? undefined : config[attribute];
  if (attribute === undefined || typeof value !== 'string') return [];
  const malformed = uidProblem(value);
  if (malformed !== undefined) return [problemAt(declaration, [attribute], `${attribute} must be a uid: ${malformed}`)];
  if (declaration.parent?.is !== 'rootGroup' || !value.includes('/')) return [];
  const problem = `${attribute} must be the uid of a root group, and ${JSON.stringify(value)} lies beneath one`;
  return [problemAt(declaration, [attribute], problem)];
}

/** A violation as a diagnostic at its attribute. */
function problemAt(
  declaration: Declaration,
  path: Path,
  problem: string,
  severity: Diagnostic['severity'] = 'error',
): Diagnostic {
  // Of warnings with the same summary Terraform shows one, which would hide what the others are about.
  if (severity === 'warning') return { severity, summary: sentence(problem), detail: '', path };
  const what = path.length === 0 ? kindInWords(declaration) : path.join('.');
  return { severity, summary: `Invalid ${what}`, detail: sentence(problem), path };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function isNull(config: Values, path: Path): boolean {
  const value = path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? (inner as Values)[step] : undefined),
    config,
  );
  return value === null || value === undefined;
}

/** A plan beside the state and the configuration that it comes from. */
interface Change {
  readonly prior: Values | null;
  readonly config: Values;
  /** Changed in place. */
  readonly plan: Record<string, unknown>;
}

/** New and changed times must be in the future; one that has passed since it was set is a warning (contract F4). */
export function timeProblems(
  declaration: Declaration,
  { prior, plan }: Pick<Change, 'prior' | 'plan'>,
  now: Date,
): Diagnostic[] {
  const fields = inputs(declaration);
  const before = prior === null ? null : apiObject(fields, prior);
  const declared = Object.fromEntries(fields);
  return checkTimes(declared, apiObject(fields, plan), { now, before, displayName: snakeCase }).map((violation) =>
    problemAt(declaration, attributePath(declared, violation.path), violationText(violation), violation.severity),
  );
}

/**
 * A time that the service filled in and that has passed since is unknown again when the message around it changes: sent as it
 * is, the service would refuse it (contract K3).
 */
export function renewPassedDefaults(declaration: Declaration, { prior, config, plan }: Change, now: Date): void {
  for (const [name, { type }] of inputs(declaration)) {
    const attribute = snakeCase(name);
    const [before, written, planned] = [prior?.[attribute], config[attribute], plan[attribute]];
    if (type.is !== 'message' || !isKnownObject(before) || !isKnownObject(written) || !isKnownObject(planned)) continue;
    if (semanticEquals(type, apiValue(type, before), apiValue(type, planned))) continue;
    const passed = Object.entries(type.fields).filter(
      ([inner, field]) =>
        behaves(field, 'serverDefault') && written[snakeCase(inner)] === null && isPast(planned[snakeCase(inner)], now),
    );
    if (passed.length > 0)
      plan[attribute] = { ...planned, ...Object.fromEntries(passed.map(([inner]) => [snakeCase(inner), UNKNOWN])) };
  }
}

/** The attributes that need a new object because `plan` makes another immutable choice than `prior`: the former and the new. */
export function switchedChoices(declaration: Declaration, prior: Values, plan: Values): Path[] {
  return (declaration.rules ?? []).flatMap((rule) => {
    if (rule.immutable !== true) return [];
    const attributes = rule.fields.map(snakeCase);
    const before = attributes.find((name) => isChosen(prior[name]));
    const after = attributes.find((name) => isChosen(plan[name])) ?? attributes.find((name) => isUnknown(plan[name]));
    return before === undefined || after === undefined || before === after ? [] : [[before], [after]];
  });
}

function isChosen(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && !isUnknown(value);
}

function inputs(declaration: Declaration): [string, Field][] {
  return resourceFields(declaration).filter(([, field]) => isInput(field));
}

function isPast(value: unknown, now: Date): boolean {
  const time = typeof value === 'string' ? parseTimestamp(value) : undefined;
  return time !== undefined && time <= now;
}

function isKnownObject(value: unknown): value is Values {
  return isObject(value) && !isUnknown(value);
}
