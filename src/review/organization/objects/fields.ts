/** Formats the changed fields of an object, without sensitive values. */
import { isObject } from '../../../model/api';
import { inputFields, type Declaration, toAttribute } from '../../../model/schema';
import { UNKNOWN_VALUE } from '../../input/plan/plan';
import { attribute, isSensitive } from '../../input/plan/values';
import { SENSITIVE, type Instance } from './objects';
import { UNKNOWN_UNTIL_APPLY } from './paths';
import { referenceAttributes } from './references';

/** One field, or a part of it: `claim_match.subject`. An absent text means unset. */
export interface FieldChange {
  readonly field: string;
  readonly before?: string;
  readonly after?: string;
  /** Only for a list on both sides: the added and removed elements. */
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
}

/** The object that an attribute refers to. */
export interface ReferredObject {
  readonly key: string | undefined;
  readonly path: string;
}

export type Referring = (instance: Instance, attribute: string, kind: string) => ReferredObject | undefined;

/** Returns the different fields of two objects, in the order of the declaration. */
export function changedFields(
  declaration: Declaration,
  before: Instance,
  after: Instance,
  referring: { readonly before: Referring; readonly after: Referring },
): FieldChange[] {
  if (before === after) return [];
  const references = new Map(referenceAttributes(declaration).map(({ name, kind }) => [name, kind]));
  const names = [
    ...new Set([...references.keys(), ...inputFields(declaration).map(([name, field]) => toAttribute(name, field))]),
  ];
  return names.flatMap((name) => {
    const kind = references.get(name);
    const [was, is] =
      kind === undefined
        ? [texts(before, name), texts(after, name)]
        : ofReferences(name, referring.before(before, name, kind), referring.after(after, name, kind));
    return [...new Set([...was.keys(), ...is.keys()])].flatMap((field) => {
      const [one, other] = [was.get(field), is.get(field)];
      if (one?.compared === other?.compared) return [];
      const isHidden = [before, after].some((instance) => mayNotBeShown(instance, field));
      const shown = (text: typeof one) => (text === undefined ? undefined : isHidden ? SENSITIVE : text.shown);
      const [from, to] = [shown(one), shown(other)];
      const change = { field, ...(from !== undefined && { before: from }), ...(to !== undefined && { after: to }) };
      if (isHidden || one?.members === undefined || other?.members === undefined) return [change];
      return [{ ...change, added: without(other.members, one.members), removed: without(one.members, other.members) }];
    });
  });
}

/** Returns the values of the fields of an object as text, with masked sensitive values. */
export function shownFields(instance: Instance, referring: Referring): ReadonlyMap<string, string> {
  const { declaration } = instance;
  const shown = new Map<string, string>();
  for (const { name, kind } of referenceAttributes(declaration)) {
    const path = referring(instance, name, kind)?.path;
    if (path !== undefined) shown.set(name, path);
  }
  for (const [name, input] of inputFields(declaration))
    for (const [field, text] of texts(instance, toAttribute(name, input)))
      if (!shown.has(field)) shown.set(field, mayNotBeShown(instance, field) ? SENSITIVE : text.shown);
  return shown;
}

function mayNotBeShown({ sensitive }: Instance, field: string): boolean {
  const end = field.indexOf('.');
  return isSensitive(sensitive, ...(end < 0 ? [field] : [field.slice(0, end), field.slice(end + 1)]));
}

interface Text {
  readonly compared: string;
  readonly shown: string;
  /** The elements of a list. */
  readonly members?: readonly string[];
}

function without(some: readonly string[], others: readonly string[]): string[] {
  return some.filter((text) => !others.includes(text));
}

/** Compares references. A renamed object, or one recreated with its name, is the same. */
function ofReferences(
  name: string,
  before: ReferredObject | undefined,
  after: ReferredObject | undefined,
): readonly [Map<string, Text>, Map<string, Text>] {
  const isSame = before !== undefined && after !== undefined && before.key !== undefined && before.key === after.key;
  const text = (object: ReferredObject | undefined) =>
    new Map(object === undefined ? [] : [[name, { compared: isSame ? '' : object.path, shown: object.path }]]);
  return [text(before), text(after)];
}

/** Returns a field as texts, one for each member of an object. */
function texts({ values }: Instance, name: string): Map<string, Text> {
  const value = attribute(values, name);
  const found = new Map<string, Text>();
  const add = (field: string, inner: unknown) => {
    if (inner === undefined || inner === null || inner === '') return;
    if (inner === UNKNOWN_VALUE) found.set(field, { compared: UNKNOWN_UNTIL_APPLY, shown: UNKNOWN_UNTIL_APPLY });
    else if (Array.isArray(inner)) {
      const members = (inner as readonly unknown[]).map(toText).sort();
      const text = members.join(', ');
      found.set(field, { compared: text, shown: text, members });
    } else found.set(field, { compared: toText(inner), shown: toText(inner) });
  };
  if (isObject(value)) for (const [member, inner] of Object.entries(value)) add(`${name}.${member}`, inner);
  else add(name, value);
  return found;
}

function toText(value: unknown): string {
  if (value === UNKNOWN_VALUE) return UNKNOWN_UNTIL_APPLY;
  return typeof value === 'string'
    ? value
    : JSON.stringify(value, (_, inner: unknown) => (inner === UNKNOWN_VALUE ? UNKNOWN_UNTIL_APPLY : inner));
}
