/** An object of the API as the state of its resource. */
import { isUnknown } from '../../plugin';
import { snakeCase } from '../../api';
import { behaves, holderUid, identifierField, isInput, type Declaration, type Field } from '../../schema';
import type { ApiObject } from '../configured';
import { isWriteOnly, parentAttribute, resourceFields } from '../schema';
import { attributeValue, unanswered } from './attribute-value';
import { saysNothing } from './same-meaning';

export type Attributes = Record<string, unknown>;

/** What `read` stores: the object as it is, in the spelling of `prior` where that means the same. */
export function readState(declaration: Declaration, object: ApiObject, prior: Attributes): Attributes {
  return state(declaration, object, prior, (field, name, written) => {
    // A secret that the service makes is answered once, when the object is created.
    const isKept = !isInput(field) && behaves(field, 'sensitive') && saysNothing(field.type, object[name]);
    return isKept
      ? (written ?? null)
      : attributeValue(field.type, object[name], written, isInput(field) ? 'null' : 'asIs');
  });
}

/**
 * What `create` and `update` store. What the plan promised of the service's own fields is kept, or Terraform would
 * reject the answer; should it have changed meanwhile, the next read shows it.
 */
export function appliedState(declaration: Declaration, object: ApiObject, plan: Attributes): Attributes {
  const parent = parentAttribute(declaration);
  return {
    ...state(declaration, object, plan, (field, name, planned) =>
      isInput(field) || planned === undefined || isUnknown(planned)
        ? attributeValue(field.type, object[name], planned, isInput(field) ? 'null' : 'asIs')
        : planned,
    ),
    ...(parent !== undefined && !isUnknown(plan[parent]) && { [parent]: plan[parent] ?? null }),
  };
}

function state(
  declaration: Declaration,
  object: ApiObject,
  reference: Attributes,
  valueOf: (field: Field, name: string, reference: unknown) => unknown,
): Attributes {
  const parent = parentAttribute(declaration);
  const attributes: Attributes = {};
  for (const [name, field] of resourceFields(declaration)) {
    const attribute = snakeCase(name);
    if (behaves(field, 'inputOnly'))
      Object.assign(attributes, Object.fromEntries(unanswered(attribute, isWriteOnly(field), reference)));
    else attributes[attribute] = valueOf(field, name, reference[attribute]);
  }
  if (parent !== undefined) attributes[parent] = holderUid(declaration, uidOf(declaration, object)) ?? null;
  return attributes;
}

/** The uid of an answered object. */
export function uidOf(declaration: Declaration, object: ApiObject): string {
  return String(object[identifierField(declaration)]);
}
