/** What is wrong with a configuration, as far as its values are known. */
import { rootUid, snakeCase, uidProblem, type Values } from '../../api';
import { type Diagnostic, isUnknown, type Path } from '../../plugin';
import { resourceSettings } from '../../resources';
import {
  checkFields,
  type Declaration,
  type Fields,
  isInput,
  kindInWords,
  onceFor,
  outOfScope,
  violationText,
  type Violation,
} from '../../schema';
import { attributePath } from '../convert/attribute-path';
import { apiObject, parentAttribute, inputs } from '../convert/to-api';

/** What a configuration may set. */
const configurable = onceFor((declaration: Declaration) => {
  const ofTerraform = { ...declaration.terraformFields, ...resourceSettings(declaration) };
  return [...inputs(declaration), ...Object.entries(ofTerraform).filter(([, field]) => isInput(field))];
});
const configurableByName = onceFor((declaration: Declaration): Fields => Object.fromEntries(configurable(declaration)));

export function configurationProblems(declaration: Declaration, config: Values): Diagnostic[] {
  const values = apiObject(configurable(declaration), config);
  const declared = configurableByName(declaration);
  return [
    ...parentProblems(declaration, config),
    ...scopeProblems(declaration, values, config),
    ...checkFields(declared, declaration.rules ?? [], values, { isUnknown, displayName: snakeCase }).flatMap(
      (violation) => {
        const attribute = attributePath(declared, violation.path);
        // A required attribute that is null is reported by the plugin layer already, for every schema alike.
        if (violation.code === 'required' && isNull(config, attribute)) return [];
        // Terraform prints the line of an attribute that is named, and on it the secret.
        const shown = violation.code === 'secret' ? [] : attribute;
        if (violation.summary !== undefined) return [likelyMistake(violation, attribute, shown)];
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
  const problem = `${attribute} must be the uid of a root group, and ${value} is beneath one. Use ${rootUid(value)}`;
  return [problemAt(declaration, [attribute], problem)];
}

/** References to objects that are not valid in the parent, as far as both uids are known. */
function scopeProblems(declaration: Declaration, values: Values, config: Values): Diagnostic[] {
  const attribute = parentAttribute(declaration);
  if (attribute === undefined) return [];
  return outOfScope(declaration.fields, values, config[attribute]).map(({ field, reason }) =>
    problemAt(declaration, [snakeCase(field)], `Cannot use ${snakeCase(field)}: ${reason}`),
  );
}

/** One mistake in many resources is one warning for Terraform: it groups warnings with the same summary. */
function likelyMistake({ summary = '', message }: Violation, attribute: Path, shown: Path): Diagnostic {
  return { severity: 'warning', summary, detail: sentence(`${attribute.join('.')} ${message}`), path: shown };
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

function isNull(config: Values, path: Path): boolean {
  const value = path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? (inner as Values)[step] : undefined),
    config,
  );
  return value === null || value === undefined;
}
