/** The attributes of an object that decide access, as its declaration states them. */
import { isObject } from '../../../model/api';
import { accessFields, behaves, type Declaration, type Field, toAttribute } from '../../../model/schema';
import { attribute, hasUnknown } from '../../input/plan/values';
import type { Instance } from './objects';
import { referenceAttributes } from './references';

/** Returns those of the changed attributes that decide access: `google.project_number`. */
export function decidingAttributes(declaration: Declaration, changed: readonly string[]): string[] {
  const fields = new Map(accessFields(declaration).map(([name, field]) => [toAttribute(name, field), field]));
  return changed.filter((path) => {
    const [name = '', member] = path.split('.');
    const field = fields.get(name);
    return field !== undefined && decidesIn(field, member);
  });
}

/** Returns the attributes that decide access and are unknown until apply. References are resolved elsewhere. */
export function unknownAccessFields({ declaration, values }: Instance): string[] {
  const references = new Set(referenceAttributes(declaration).map(({ name }) => name));
  return accessFields(declaration).flatMap(([name, field]) => {
    const own = toAttribute(name, field);
    const value = attribute(values, own);
    if (references.has(own) || !hasUnknown(value)) return [];
    const isOpen = !isObject(value) || Object.entries(value).some((entry) => isOpenMember(field, ...entry));
    return isOpen ? [own] : [];
  });
}

/** A value that the service sets where none is given, such as an expiry, is unknown in every plan that creates it. */
function isOpenMember(field: Field, name: string, value: unknown): boolean {
  const member = getMember(field, name);
  return hasUnknown(value) && decidesIn(field, name) && (member === undefined || !behaves(member, 'serverDefault'));
}

function decidesIn(field: Field, member: string | undefined): boolean {
  return member === undefined || getMember(field, member)?.decidesAccess !== false;
}

function getMember({ type }: Field, attributeName: string): Field | undefined {
  const members = type.is === 'message' ? Object.entries(type.fields) : [];
  return members.find(([name, field]) => toAttribute(name, field) === attributeName)?.[1];
}
