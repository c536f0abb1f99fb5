/** Checks the values of arguments: literals, references, and texts of references. */
import { isObject } from '../../api';
import { dataArguments, isKnownAttribute, resourceArguments } from './known-types';
import { readReference, templateParts, type StackReference, type TemplatePart } from './references';
import type { JsonPath, RefusalCode, Refuse } from './refusal';
import type { DeclaredNames } from './declared-names';

/** `anchor`, `output`: of such a block; `literal`: no reference at all. Absent: an argument of a resource or a data source of ours. */
export type ValueUse = 'anchor' | 'output' | 'literal';

export type CheckValue = (value: unknown, path: JsonPath, use?: ValueUse) => void;

/** The name that the CDK gives to the state of a sibling stack. */
export const siblingPattern = /^cross-stack-reference-input-([A-Za-z0-9_-]+)$/;

/** The types of anchors, with the arguments that store values. */
export const ANCHORS: Readonly<Record<string, readonly string[]>> = {
  null_resource: ['triggers'],
  terraform_data: ['input', 'triggers_replace'],
};

/** The first words of references to values that a plan knows, if it knows what they consist of. */
const PLANNED: readonly string[] = ['each', 'count', 'local', 'module', 'path', 'terraform'];

interface ValueContext {
  readonly declaredNames: DeclaredNames;
  readonly refuse: Refuse;
  /** Returns true for a type of another provider that the settings of the main branch allow. */
  readonly isAllowedType: (type: string) => boolean;
}

/** Returns the check of values, which refuses each part that is not data. */
export function createValueCheck({ declaredNames, refuse, isAllowedType }: ValueContext): CheckValue {
  const checkValue: CheckValue = (value, path, use) => {
    if (typeof value === 'string') checkText(value, path, use);
    else if (Array.isArray(value))
      for (const [index, element] of value.entries()) checkValue(element, [...path, index], use);
    else if (isObject(value))
      for (const [key, inner] of Object.entries(value)) {
        checkText(key, [...path, key], 'literal');
        checkValue(inner, [...path, key], use);
      }
  };

  const checkText = (text: string, path: JsonPath, use?: ValueUse): void => {
    for (const part of templateParts(text)) {
      const code = findRefusal(part, use);
      if (code === undefined) continue;
      refuse(path, code, part.text);
      return;
    }
  };

  const findRefusal = ({ expression }: TemplatePart, use?: ValueUse): RefusalCode | undefined => {
    if (use === 'literal') return 'no-literal';
    if (expression === undefined) return 'directive';
    const reference = readReference(expression);
    return reference === undefined ? 'computed' : referenceRefusal(reference, use);
  };

  const referenceRefusal = (reference: StackReference, use?: ValueUse): RefusalCode | undefined => {
    const { address, type, isData, steps } = reference;
    if (type === 'var' && !isData) return isVariable(reference) ? undefined : 'no-variable';
    if (!declaredNames.addresses.has(address)) return !isData && PLANNED.includes(type) ? 'planned' : 'undeclared';
    if (steps.includes('*') && use !== 'output') return 'list-reference';
    if (isData && type === 'terraform_remote_state')
      return isSiblingOutput(reference) ? undefined : 'no-sibling-output';
    if (isAllowedType(type) || use === 'output') return undefined;
    if (isData) return dataArguments(type) === undefined ? 'foreign-value' : undefined;
    if (Object.hasOwn(ANCHORS, type)) return use === 'anchor' ? undefined : 'anchor-reference';
    if (resourceArguments(type) === undefined) return 'foreign-value';
    const [first, ...rest] = steps.filter(
      (step, index) => index > 0 || (typeof step !== 'number' && typeof step !== 'object'),
    );
    const isUid = first === 'uid' && rest.length === 0;
    return isUid || isKnownAttribute(type, [first, ...rest]) ? undefined : 'apply-value';
  };

  const isVariable = ({ name, steps }: StackReference): boolean =>
    declaredNames.variables.has(name) && !steps.includes('*');

  return checkValue;
}

function isSiblingOutput({ name, steps }: StackReference): boolean {
  return siblingPattern.test(name) && steps.length === 2 && steps[0] === 'outputs' && typeof steps[1] === 'string';
}
