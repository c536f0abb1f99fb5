/** Collects the objects that the constructs in a scope declare, and those that they refer to. */
import { TerraformResource } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isUnknown, propFields, propName, referenceName, refers } from '../base/attributes';
import type { UnknownValue } from './declared';
import { entryOf, referredBy, type Entry } from './references';

/** An object with its references. */
export interface Collected extends Entry {
  /** `undefined` if the object has no name, or if only Terraform knows it. */
  readonly name: string | undefined;
  /** The key of the group that contains the object. `undefined` for a root group, a person or a built-in role. */
  readonly parent: string | undefined;
  /** True if only Terraform knows the group. */
  readonly hasUnknownParent: boolean;
  /** True if `count` or `forEach` decides the number of objects. */
  readonly isRepeated: boolean;
  /** True if the construct is in the scope. False if an object in the scope only refers to it. */
  readonly isInside: boolean;
  /** The keys of the objects that props refer to. Absent if only Terraform knows them. */
  readonly references: ReadonlyMap<string, string>;
}

export interface Collection {
  /** By key, in the order of the constructs. */
  readonly objects: ReadonlyMap<string, Collected>;
  readonly unknown: readonly UnknownValue[];
  /** The first construct that names an object by its uid. */
  readonly mentions: ReadonlyMap<string, IConstruct>;
}

export function collect(scope: IConstruct): Collection {
  const inside = scope.node.findAll();
  const isInside = new Set(inside);
  const objects = new Map<string, Collected>();
  const unknown: UnknownValue[] = [];
  const mentions = new Map<string, IConstruct>();
  const waiting = [...inside];
  // Referenced constructs are appended while the list is read.
  for (const construct of waiting) {
    const entry = entryOf(construct);
    if (entry === undefined || objects.has(entry.key)) continue;
    const { declaration, props } = entry;
    const references = new Map<string, string>();
    const parentProp = declaration.parent && referenceName(declaration.parent.name);
    let hasUnknownParent = false;
    for (const prop of referenceProps(entry)) {
      const referred = referredBy(props[prop], construct);
      if (referred === 'none') continue;
      if (referred === 'unknown') {
        unknown.push({ construct, prop });
        hasUnknownParent ||= prop === parentProp;
        continue;
      }
      references.set(prop, referred.key);
      if (referred.construct !== undefined) waiting.push(referred.construct);
      else if (!mentions.has(referred.key)) mentions.set(referred.key, construct);
    }
    const { name } = props;
    if (isUnknown(name)) unknown.push({ construct, prop: 'name' });
    const repetition = repetitionOf(construct);
    if (repetition !== undefined) unknown.push({ construct, prop: repetition });
    objects.set(entry.key, {
      ...entry,
      name: typeof name === 'string' && !isUnknown(name) ? name : undefined,
      parent: parentProp === undefined ? undefined : references.get(parentProp),
      hasUnknownParent,
      isRepeated: repetition !== undefined,
      isInside: isInside.has(construct),
      references,
    });
  }
  return { objects, unknown, mentions };
}

function referenceProps({ declaration }: Entry): string[] {
  const fields = Object.entries(propFields(declaration));
  return fields.flatMap(([name, { type }]) => (refers(type) ? [propName(name, type)] : []));
}

function repetitionOf(construct: IConstruct): string | undefined {
  if (!TerraformResource.isTerraformResource(construct)) return undefined;
  return construct.count !== undefined ? 'count' : construct.forEach !== undefined ? 'forEach' : undefined;
}
