/** Compares an attempted write, or an existing object, with an approved write. */
import { isObject, jsonText, type JsonValue, type Values } from '../../api';
import { behaves, type Declaration, type FieldType } from '../../schema';
import type { ReportedWrite } from '../../report';
import { canonicalFields, canonicalValue, hashValue, type Write } from './approved-write';

/** The differences between an attempted write and an approved one. */
export interface WriteDifference {
  /** `parent`, `uid` or a field. */
  readonly field: string;
  /** Absent: it is not part of the approved write. A sensitive value is not shown. */
  readonly approved?: string;
  /** Absent: it is not part of the attempted write. */
  readonly attempted?: string;
}

const SENSITIVE = '(sensitive)';
const UNKNOWN = '(unknown at review)';

/**
 * Returns the differences of the attempted write from the approved write of the same action and kind. Placeholders
 * replace the uids of created objects in the attempted write. Empty: it is approved, field for field.
 */
export function findDifferences(approved: ReportedWrite, attempted: Write): WriteDifference[] {
  const differences: WriteDifference[] = [];
  const compare = (field: string, approvedText: string | undefined, attemptedText: string | undefined): void => {
    if (approvedText === attemptedText) return;
    differences.push({
      field,
      ...(approvedText !== undefined && { approved: approvedText }),
      ...(attemptedText !== undefined && { attempted: attemptedText }),
    });
  };
  if (attempted.action !== 'create') compare('uid', approved.uid, attempted.uid);
  compare('parent', approved.parent, attempted.parent);
  const { hashed = {}, unknown = [] } = approved;
  const sent = canonicalFields(attempted.declaration, attempted.action, attempted.fields);
  const names = new Set([...Object.keys(approved.fields), ...Object.keys(hashed), ...unknown, ...Object.keys(sent)]);
  for (const name of [...names].sort()) {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    const attemptedText = value === undefined ? undefined : jsonText(value);
    if (unknown.includes(name))
      differences.push({ field: name, approved: UNKNOWN, ...(attemptedText && { attempted: attemptedText }) });
    else if (Object.hasOwn(hashed, name)) {
      if (value === undefined) differences.push({ field: name, approved: SENSITIVE });
      else if (hashValue(approved.path, name, value) !== hashed[name])
        differences.push({ field: name, approved: SENSITIVE, attempted: SENSITIVE });
    } else {
      const approvedText = Object.hasOwn(approved.fields, name)
        ? jsonText(approved.fields[name] as JsonValue)
        : undefined;
      compare(name, approvedText, attemptedText);
    }
  }
  return differences;
}

/**
 * Returns whether an object of the service has every field that the approved write sends. Placeholders replace the uids
 * of created objects in the object. Fields that no response contains are not compared.
 */
export function hasApprovedFields(
  { path, fields, hashed = {}, unknown = [] }: ReportedWrite,
  declaration: Declaration,
  object: Values,
  only: (field: string) => boolean = () => true,
): boolean {
  if (unknown.some(only)) return false;
  return Object.entries(declaration.fields)
    .filter(([name]) => (Object.hasOwn(fields, name) || Object.hasOwn(hashed, name)) && only(name))
    .filter(([, field]) => !behaves(field, 'inputOnly'))
    .every(([name, { type }]) =>
      [object[name], withoutServerDefaults(type, object[name])].some((found) => {
        const value = canonicalValue(type, found);
        if (Object.hasOwn(hashed, name)) return hashValue(path, name, value) === hashed[name];
        return jsonText(fields[name] as JsonValue) === jsonText(value);
      }),
    );
}

/** A response contains values that the service has set. */
function withoutServerDefaults(type: FieldType, value: unknown): unknown {
  if (type.is !== 'message' || !isObject(value)) return value;
  const sent = Object.entries(type.fields).filter(([, field]) => !behaves(field, 'serverDefault'));
  return Object.fromEntries(sent.map(([name]) => [name, value[name]]));
}
