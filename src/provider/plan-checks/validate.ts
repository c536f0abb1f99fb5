/** Checks the known values of a configuration. */
import { onceFor } from '../../base/cache/once-for';
import { rootUid, snakeCase, uidProblem, type Values } from '../../model/api';
import { type Diagnostic, isUnknown, type Path } from '../../plugin';
import { getDeclaration, parentKind, resourceSettings } from '../../model/kinds';
import {
  checkFields,
  type Declaration,
  describeViolation,
  type Fields,
  type FieldType,
  getAttribute,
  isInput,
  kindInWords,
  outOfScope,
  typeName,
  type Violation,
} from '../../model/schema';
import { attributePath } from '../convert/attribute-path';
import { apiObject, parentAttribute, inputs } from '../convert/to-api';
import { hasSingular } from '../data/singular';
import { createError, createWarning } from '../messages/severity';
import { keepsSecret } from './kept-secrets';

const configurable = onceFor((declaration: Declaration) => {
  const ofTerraform = { ...declaration.terraform?.fields, ...resourceSettings(declaration) };
  return [...inputs(declaration), ...Object.entries(ofTerraform).filter(([, field]) => isInput(field))];
});
const configurableByName = onceFor((declaration: Declaration): Fields => Object.fromEntries(configurable(declaration)));

/** Returns the problems of a configuration, which can belong to an existing object. With `isNew`, also those of a new one. */
export function configurationProblems(declaration: Declaration, config: Values, isNew = false): Diagnostic[] {
  const values = apiObject(configurable(declaration), config);
  const declared = configurableByName(declaration);
  return [
    ...parentProblems(declaration, config),
    ...scopeProblems(declaration, values, config),
    ...checkFields(declared, declaration.rules ?? [], values, { isUnknown, displayName: snakeCase }).flatMap(
      (violation) => {
        const attribute = attributePath(declared, violation.path);
        // The plan reports it, and only for a new text.
        if (violation.code === 'lineBreak') return [];
        // The plugin layer reports missing required attributes already, for every schema.
        if (violation.code === 'required' && isNull(config, attribute)) return [];
        if (violation.code === 'rule' && !isNew && keepsSecret(declaration, config, attribute)) return [];
        // Terraform would print the line of the attribute, and with it the secret.
        const shown = violation.code === 'secret' ? [] : attribute;
        if (violation.summary !== undefined) return [likelyMistake(violation, attribute, shown)];
        const { code, path, severity, message } = violation;
        const lookUp = code === 'format' ? lookUpHint(declared[String(path[0])]?.type) : '';
        const hint = path.length > 0 && message.endsWith('found none') ? IGNORED_NAMES : lookUp;
        return [problemAt(declaration, shown, `${describeViolation(violation, values)}${hint}`, severity)];
      },
    ),
  ];
}

function parentProblems(declaration: Declaration, config: Values): Diagnostic[] {
  const attribute = parentAttribute(declaration);
  const value = attribute === undefined ? undefined : config[attribute];
  if (attribute === undefined || typeof value !== 'string') return [];
  const malformed = uidProblem(value);
  if (malformed !== undefined) {
    const lookUp = lookUpText(parentKind(declaration));
    return [problemAt(declaration, [attribute], `${attribute} must be a uid: ${malformed}${lookUp}`)];
  }
  if (declaration.parent?.is !== 'rootGroup' || !value.includes('/')) return [];
  const problem = `${attribute} must be the uid of a root group, but ${value} is under one. Use ${rootUid(value)}`;
  return [problemAt(declaration, [attribute], problem)];
}

/** Terraform removes unknown names from objects before it calls the provider. */
const IGNORED_NAMES = '. Terraform ignores a misspelled name in this object without an error';

/** Returns the way from a name to the uid of the referenced kind. */
function lookUpHint(type: FieldType | undefined): string {
  return type?.is === 'string' && type.refersTo !== undefined ? lookUpText(getDeclaration(type.refersTo)) : '';
}

function lookUpText(kind: Declaration): string {
  const type = typeName(kind);
  return hasSingular(kind)
    ? `. To refer to it by name, look it up: data.${type}.NAME.uid, of a data "${type}" "NAME"`
    : '';
}

/** Returns the references that are not valid in the parent, if both uids are known. */
function scopeProblems(declaration: Declaration, values: Values, config: Values): Diagnostic[] {
  const attribute = parentAttribute(declaration);
  if (attribute === undefined) return [];
  return outOfScope(declaration.fields, values, config[attribute]).map(({ field, reason }) =>
    problemAt(
      declaration,
      [getAttribute(declaration, field)],
      `Cannot use ${getAttribute(declaration, field)}: ${reason}`,
    ),
  );
}

/** Returns a warning. Terraform groups warnings with the same summary, so one mistake in many resources is one warning. */
export function likelyMistake(
  { summary = '', message }: Pick<Violation, 'summary' | 'message'>,
  attribute: Path,
  shown: Path,
): Diagnostic {
  return createWarning('LIKELY_MISTAKE', summary, sentence(`${attribute.join('.')} ${message}`), shown);
}

export function problemAt(
  declaration: Declaration,
  path: Path,
  problem: string,
  severity: Diagnostic['severity'] = 'error',
): Diagnostic {
  // Terraform shows only one of several warnings with the same summary, so each needs its own.
  if (severity === 'warning') return createWarning('LIKELY_MISTAKE', sentence(problem), '', path);
  const what = path.length === 0 ? kindInWords(declaration) : path.join('.');
  return createError('INVALID_VALUE', `Invalid ${what}`, sentence(problem), path);
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
