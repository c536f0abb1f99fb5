/** What is wrong with a configuration, as far as its values are known; and changes of it that need a new object although no single attribute says so. */
import { snakeCase, uidProblem } from '../../api';
import { type Diagnostic, isUnknown, type Path } from '../../plugin';
import { checkFields, type Declaration, isInput, kindInWords, violationText } from '../../schema';
import { attributePath } from '../convert/attribute-path';
import { parentAttribute, resourceFields } from '../convert/schema';
import { apiObject } from '../convert/value';

type Config = Readonly<Record<string, unknown>>;

export function configurationProblems(declaration: Declaration, config: Config): Diagnostic[] {
  const fields = resourceFields(declaration).filter(([, field]) => isInput(field));
  const values = apiObject(fields, config);
  const declared = Object.fromEntries(fields);
  return [
    ...parentProblems(declaration, config),
    ...checkFields(declared, declaration.rules ?? [], values, { isUnknown, displayName: snakeCase }).flatMap(
      (violation) => {
        const attribute = attributePath(declared, violation.path);
        // A required attribute that is null is reported by the plugin layer already, for every schema alike.
        if (violation.code === 'required' && isNull(config, attribute)) return [];
        return [problemAt(declaration, attribute, violationText(violation), violation.severity)];
      },
    ),
  ];
}

function parentProblems(declaration: Declaration, config: Config): Diagnostic[] {
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
export function problemAt(
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

function isNull(config: Config, path: Path): boolean {
  const value = path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? (inner as Config)[step] : undefined),
    config,
  );
  return value === null || value === undefined;
}

type Values = Readonly<Record<string, unknown>>;

/** The attributes that are given up and taken up where `plan` goes over to another choice than `prior` made. */
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
