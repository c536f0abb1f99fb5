/** Converts the values of an object for the digest: without placeholders and computed values, with hashed secrets. */
import { createHash } from 'node:crypto';
import { isObject, snakeCase } from '../../../api';
import { onceFor } from '../../../cache/once-for';
import { behaves, identifierField, type Declaration, toAttribute } from '../../../schema';
import type { Analysis } from '../../access/analysis';
import { isPlanned, type Instance } from '../../organization/objects/objects';
import { referenceAttributes } from '../../organization/objects/references';
import { blockOf, expressionOf } from '../../input/plan/configuration';
import { UNKNOWN } from '../../input/plan/plan';
import { hasUnknown, isSensitive } from '../../input/plan/values';

const uids = /[0-9a-f]{40}(?:\/[0-9a-f]{16})*/g;

/** Returns functions that convert values and texts to the same form in every plan of a change. */
export function createCanonical({ organization, readers }: Pick<Analysis, 'organization' | 'readers'>) {
  // The address of the created object represents a planned uid.
  const planned = new Map<string, string>();
  for (const { key, instances } of organization.after.values())
    for (const instance of instances) if (isPlanned(instance)) planned.set(key, `(new ${instance.address})`);
  const nameOfUid = (uid: string): string => {
    for (let end = uid.length; end > 0; end = uid.lastIndexOf('/', end - 1)) {
      const name = planned.get(uid.slice(0, end));
      if (name !== undefined) return name + uid.slice(end);
    }
    return uid;
  };
  const nameOfText = (text: string) => (planned.size === 0 ? text : text.replace(uids, nameOfUid));
  const nameOfKey = (key: string) => planned.get(key) ?? nameOfUid(key);

  /** @param side the side for resolving unknown references; without it they stay unknown */
  const valuesOf = (instance: Instance, side?: 'before' | 'after'): unknown => {
    const { declaration, key, values, sensitive, plan, address } = instance;
    const computed = computedAttributes(declaration);
    const references = new Map(referenceAttributes(declaration).map(({ name, kind }) => [name, kind]));
    const attributes = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
      if (computed.has(name) || value === null || value === undefined || value === '') return [];
      const kind = references.get(name);
      const referred =
        kind === undefined || side === undefined ? undefined : readers[side].referring(instance, name, kind);
      if (referred?.key !== undefined) return [[name, nameOfKey(referred.key)]];
      // The value is unknown, but its expression is not.
      const expression = hasUnknown(value) ? expressionOf(blockOf(plan.configuration, address), name) : undefined;
      const text = nameOfText(`[${memberText(value)},${canonicalJson(expression)}]`);
      return [[name, isSensitive(sensitive, name) ? sha256(`${address} ${name} ${text}`) : text]];
    });
    return [nameOfKey(key), Object.fromEntries(attributes)];
  };
  return { nameOfText, valuesOf };
}

/** Returns the attributes that the service decides. Some of them change without a write. */
const computedAttributes = onceFor((declaration: Declaration): ReadonlySet<string> => {
  const { fields, terraform } = declaration;
  const outputs = Object.entries({ ...fields, ...terraform?.fields }).filter(([, field]) =>
    behaves(field, 'outputOnly'),
  );
  return new Set([
    ...outputs.map(([name, field]) => toAttribute(name, field)),
    snakeCase(identifierField(declaration)),
  ]);
});

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns JSON with sorted keys and list elements: the order of a list has no meaning in the API. */
export function canonicalJson(value: unknown): string {
  // Not valid JSON, so it never equals a known value.
  if (value === UNKNOWN) return '?';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null);
  return `{${members
    .map(([name, inner]) => `${JSON.stringify(name)}:${memberText(inner)}`)
    .sort()
    .join()}}`;
}

/** Returns the JSON of a member of an object, with sorted list elements. */
function memberText(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(canonicalJson).sort().join()}]` : canonicalJson(value);
}
