/** Checks the values of arguments: literals, references, and texts of references. */
import { PROVIDER_NAME } from '../../api';
import type { JsonPath } from './json-text';
import { dataArguments, isKnownAttribute, resourceArguments } from './known-types';
import { readReference, templateParts, type Reference } from './references';
import type { Refusal } from './refusal';
import type { Symbols } from './symbols';

export type Refuse = (path: JsonPath, refusal: Refusal) => void;

/** `argument`: of a resource or a data source of ours; `anchor`, `output`: of such a block; `literal`: no reference at all. */
export type ValueUse = 'argument' | 'anchor' | 'output' | 'literal';

/** The name that the CDK gives to the state of a sibling stack. */
export const siblingPattern = /^cross-stack-reference-input-([A-Za-z0-9_-]+)$/;

/** The types of anchors, with the arguments that store values. */
export const ANCHORS: Readonly<Record<string, readonly string[]>> = {
  null_resource: ['triggers'],
  terraform_data: ['input', 'triggers_replace'],
};

/** The first words of references to values that a plan knows, if it knows what they consist of. */
const PLANNED: readonly string[] = ['each', 'count', 'local', 'module', 'path', 'terraform'];

const WHOLE = 'Write a literal, or refer to an attribute as a whole';

interface ValueContext {
  readonly symbols: Symbols;
  readonly refuse: Refuse;
  /** Returns true for a type of another provider that the settings of the main branch allow. */
  readonly isAllowedType: (type: string) => boolean;
}

/** Returns the check of values, which refuses each part that is not data. */
export function createValueCheck({ symbols, refuse, isAllowedType }: ValueContext) {
  const checkValue = (value: unknown, path: JsonPath, use: ValueUse): void => {
    if (typeof value === 'string') checkText(value, path, use);
    else if (Array.isArray(value))
      for (const [index, element] of value.entries()) checkValue(element, [...path, index], use);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        checkText(key, [...path, key], 'literal');
        checkValue(inner, [...path, key], use);
      }
  };

  const checkText = (text: string, path: JsonPath, use: ValueUse): void => {
    for (const part of templateParts(text)) {
      const refusal = partRefusal(part, use);
      if (refusal === undefined) continue;
      refuse(path, refusal);
      return;
    }
  };

  const partRefusal = (
    { text, expression }: ReturnType<typeof templateParts>[number],
    use: ValueUse,
  ): Refusal | undefined => {
    if (use === 'literal')
      return {
        production: 'literal',
        what: expressionWords(text),
        why: 'Only a literal is data here',
        remedy: 'Write the value itself',
        isReviewed: true,
      };
    if (expression === undefined)
      return {
        production: 'text',
        what: 'a directive, or an open brace',
        why: 'A directive or an open brace is a program',
        remedy: 'Write "%%{" or "$${" for the characters',
      };
    const reference = readReference(expression);
    if (reference === undefined)
      return {
        production: 'text',
        what: expressionWords(text),
        why: 'It is computed, and its result at apply can differ from the plan',
        remedy: WHOLE,
      };
    return referenceRefusal(reference, use);
  };

  const referenceRefusal = (reference: Reference, use: ValueUse): Refusal | undefined => {
    const { address, type, isData, steps } = reference;
    if (type === 'var' && !isData) return variableRefusal(reference);
    if (!symbols.addresses.has(address))
      return {
        what: `the reference ${nameOf(reference)}`,
        why: `The stack does not declare ${address}`,
        remedy: 'Refer to a resource, a data source or a variable of this stack',
        isPlanned: !isData && PLANNED.includes(type),
      };
    const isList = steps.includes('*');
    if (isList && use !== 'output')
      return {
        production: 'output',
        what: `the list ${nameOf(reference)}`,
        why: 'Only an output can contain "[*]"',
        remedy: 'Refer to one element, by its index',
      };
    if (isData && type === 'terraform_remote_state') return siblingRefusal(reference);
    if (isAllowedType(type) || use === 'output') return undefined;
    if (isData) return dataArguments(type) === undefined ? foreign(reference) : undefined;
    if (Object.hasOwn(ANCHORS, type))
      return use === 'anchor'
        ? undefined
        : {
            production: 'anchor reference',
            what: `the reference ${nameOf(reference)}`,
            why: 'Only an output or another anchor can contain a value of an anchor',
            remedy: 'Use depends_on or replace_triggered_by',
          };
    if (resourceArguments(type) === undefined) return foreign(reference);
    const [first, ...rest] = steps.filter(
      (step, index) => index > 0 || (typeof step !== 'number' && typeof step !== 'object'),
    );
    if (first === 'uid' && rest.length === 0) return undefined;
    if (isKnownAttribute(type, [first, ...rest])) return undefined;
    return {
      production: 'known attribute',
      what: `the reference ${nameOf(reference)}`,
      why: 'Only the apply knows this value',
      remedy: 'Put it into an output, or refer to an argument of the resource',
    };
  };

  const variableRefusal = (reference: Reference): Refusal | undefined =>
    symbols.variables.has(reference.address.replace(/^var\./, '')) && !reference.steps.includes('*')
      ? undefined
      : {
          production: 'variable reference',
          what: `the reference ${nameOf(reference)}`,
          why: 'It is no declared variable, or an ephemeral one',
          remedy: 'Declare the variable, without "ephemeral"',
        };

  return { checkValue, checkText };
}

function siblingRefusal(reference: Reference): Refusal | undefined {
  const { address, steps } = reference;
  const isSibling = siblingPattern.test(address.split('.')[2] ?? '');
  if (isSibling && steps.length === 2 && steps[0] === 'outputs' && typeof steps[1] === 'string') return undefined;
  return {
    production: 'sibling output',
    what: `the reference ${nameOf(reference)}`,
    why: 'It is no output of a sibling stack',
    remedy: 'Refer to a construct of the other stack',
  };
}

function foreign(reference: Reference): Refusal {
  return {
    what: `the reference ${nameOf(reference)}`,
    why: `It is a value of another provider, which the apply can decide`,
    remedy: `Use resources of the provider ${PROVIDER_NAME} only`,
  };
}

/** Returns an expression in words: the names of its functions or of its value alone, because its texts can be secrets. */
function expressionWords(text: string): string {
  const code = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/<<[^]*/, '');
  const functions = [...new Set([...code.matchAll(/[A-Za-z_][\w:-]*(?=\()/g)].map(([name]) => `${name}()`))];
  const [value] = /[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)+/.exec(code) ?? [];
  if (functions.length > 0) return `an expression with ${functions.slice(0, MAX_NAMES).join(', ')}`;
  return value === undefined ? 'an expression' : `an expression with ${value}`;
}

const MAX_NAMES = 3;

/** Returns the names of a reference, without its keys. */
function nameOf({ address, steps }: Reference): string {
  const names = steps.map((step) => (typeof step === 'string' && step !== '*' ? `.${step}` : ''));
  return `${address}${names.join('')}`;
}
