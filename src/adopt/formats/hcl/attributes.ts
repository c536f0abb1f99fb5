/** The attributes of resources, as expressions: references to other resources, data, and variables for secrets. */
import { isObject, snakeCase } from '../../../model/api';
import { getDeclaration, parentKind } from '../../../model/kinds';
import {
  type Declaration,
  type FieldType,
  getAttribute,
  getScopeField,
  inputFields,
  toAttribute,
} from '../../../model/schema';
import {
  apiText,
  code,
  list,
  literal,
  toRecord,
  type CallExpression,
  type RecordEntry,
  type Expression,
} from '../../code/expressions';
import { hclInterpolated, hclTemplate, Verbatim } from '../../../base/text/write-hcl';
import type { AdoptedGroup, AdoptedObject, Target } from '../../organization/model';

/** The expressions for everything that an object refers to. */
export interface References {
  /** The uid of an object of the configuration. */
  readonly getUid: (object: AdoptedObject | AdoptedGroup) => Expression;
  /** The uid of an object that a look-up or a text names. */
  readonly lookUp: (target: Exclude<Target, { is: 'adopted' }>, kind: Declaration) => Expression;
  /** The variable of a secret. */
  readonly secret: (object: AdoptedObject, path: readonly string[]) => Expression;
}

/** The call that represents a person of the issuer that most people sign in with. */
export const PERSON = 'person';

/** Returns the attributes of an object, in the order of its declaration; its group is the first one. */
export function toHclAttributes(object: AdoptedObject, references: References): RecordEntry[] {
  const { declaration, group, values } = object;
  const parent = declaration.parent?.name ?? '';
  const ownGroup = getScopeField(declaration.fields) ?? parent;
  const groupEntry = (name: string): RecordEntry => ({
    key: getAttribute(declaration, name),
    value: references.getUid(group),
  });
  const fields = inputFields(declaration).flatMap(([field, declared]): RecordEntry[] => {
    const key = toAttribute(field, declared);
    const target = object.references[field];
    if (target?.is === 'adopted') return [{ key, value: references.getUid(target.object) }];
    if (target !== undefined) return [{ key, value: references.lookUp(target, referredKind(declaration, field)) }];
    if (field === ownGroup) return [groupEntry(field)];
    const value = values[field];
    return value === undefined
      ? []
      : [{ key, value: withSecrets(object, field, getExpression(declared.type, value), references) }];
  });
  const above = object.references[parent];
  if (above === undefined) return [groupEntry(parent), ...fields];
  const value =
    above.is === 'adopted' ? references.getUid(above.object) : references.lookUp(above, parentKind(declaration));
  return [{ key: snakeCase(parent), value }, ...fields];
}

/** Returns the kind of the object that a field or the parent refers to. */
export function referredKind(declaration: Declaration, field: string): Declaration {
  if (field === declaration.parent?.name) return parentKind(declaration);
  const { type } = declaration.fields[field] ?? {};
  return getDeclaration(type?.is === 'string' ? (type.refersTo ?? '') : '');
}

function withSecrets(object: AdoptedObject, field: string, value: Expression, { secret }: References): Expression {
  const own = object.secrets.filter(([name]) => name === field);
  if (own.length === 0 || value.is !== 'record') return value;
  const entries = own.map((path) => ({ key: snakeCase(path.at(-1) ?? ''), value: secret(object, path) }));
  return toRecord([...value.entries, ...entries]);
}

/** Names of fields are in snake case; keys of maps are data. */
function getExpression(type: FieldType | undefined, value: unknown): Expression {
  if (typeof value === 'string') return apiText(value);
  if (Array.isArray(value))
    return list(value.map((element) => getExpression(type?.is === 'list' ? type.of : undefined, element)));
  if (!isObject(value)) return literal(value);
  return toRecord(
    Object.entries(value).map(([key, inner]) =>
      type?.is === 'message'
        ? { key: snakeCase(key), value: getExpression(type.fields[key]?.type, inner) }
        : { key, value: getExpression(type?.is === 'map' ? type.of : undefined, inner) },
    ),
  );
}

/** Returns entries as the body of a block. */
export function getBody(entries: readonly RecordEntry[]): ReadonlyMap<string, unknown> {
  return new Map(entries.map(({ key, value }) => [key, getValue(value)]));
}

/** Returns an expression as a value of HCL. */
function getValue(expression: Expression): unknown {
  switch (expression.is) {
    case 'text':
      return new Verbatim(hclTemplate(expression.value));
    case 'number':
      return expression.value;
    case 'code':
      return new Verbatim(expression.code);
    case 'template':
      return new Verbatim(hclInterpolated(expression.parts));
    case 'list':
      return expression.items.map(getValue);
    case 'record':
      return getBody(expression.entries);
    case 'call':
      return new Verbatim(personText(expression));
    default:
      throw new Error(`HCL has no ${expression.is}.`);
  }
}

function personText({ arguments: [subject, label] }: CallExpression): string {
  return `${codeText(label)}[${codeText(subject)}].uid`;
}

function codeText(expression: Expression | undefined): string {
  const value = expression === undefined ? undefined : getValue(expression);
  return value instanceof Verbatim ? value.text : '';
}

/** Returns the code that refers to the row of a table. */
export function inRows(expression: Expression, columns: ReadonlyMap<string, string>): Expression {
  const inner = (one: Expression): Expression => inRows(one, columns);
  switch (expression.is) {
    case 'code':
      return code(columns.get(expression.code) ?? expression.code);
    case 'template':
      return {
        ...expression,
        parts: expression.parts.map((part, index) => (index % 2 === 0 ? part : (columns.get(part) ?? part))),
      };
    case 'list':
      return { ...expression, items: expression.items.map(inner) };
    case 'record':
      return { ...expression, entries: expression.entries.map(({ key, value }) => ({ key, value: inner(value) })) };
    case 'call':
      return { ...expression, arguments: expression.arguments.map(inner) };
    default:
      return expression;
  }
}
