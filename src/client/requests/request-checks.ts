/**
 * Rejects requests that would certainly fail, with the messages of the service, before anything is sent: operations,
 * uids, values.
 */
import { type FieldViolation, isObject, rootUid, uidProblem } from '../../model/api';
import {
  checkFields,
  type Declaration,
  errorsAmong,
  inputFields,
  kindInWords,
  offers,
  type Operation,
  updatableFields,
  violationText,
} from '../../model/schema';
import { ApiError } from '../errors/api-error';

export interface CheckedRequest {
  readonly method: string;
  readonly path: string;
  readonly declaration: Declaration;
}

/** Throws UNIMPLEMENTED if the service does not offer the operation on the kind. */
export function requireOperation(request: CheckedRequest, operation: Operation): void {
  if (offers(request.declaration, operation)) return;
  const explanation = `the service does not support the operation ${operation} for a ${kindInWords(request.declaration)}`;
  throw new ApiError({
    code: 'UNIMPLEMENTED',
    explanation,
    method: request.method,
    url: request.path,
    outcome: 'notSent',
  });
}

/** Throws unless the service can create this number of objects of the kind in one batch. */
export function requireBatch(request: CheckedRequest, count: number): void {
  const { declaration, method, path: url } = request;
  const batchSize = declaration.batch?.size;
  if (batchSize === undefined) {
    const explanation = `the service creates only one ${kindInWords(declaration)} for each request`;
    throw new ApiError({ code: 'UNIMPLEMENTED', explanation, method, url, outcome: 'notSent' });
  }
  if (count < 1 || count > batchSize) {
    throw invalidRequest(request, [
      { field: 'requests', description: `a batch must contain 1 to ${batchSize} objects` },
    ]);
  }
}

/** Throws INVALID_ARGUMENT unless `uid` is a uid: nothing else may become part of a path. */
export function requireUid(request: CheckedRequest, uid: string, field = 'uid'): string {
  const problem = uidProblem(uid);
  if (problem !== undefined) throw invalidRequest(request, [{ field, description: problem }]);
  return uid;
}

/** Throws INVALID_ARGUMENT unless the kind can have this parent. */
export function requireParent(request: CheckedRequest, parentUid: string | undefined): void {
  const { parent } = request.declaration;
  const field = parent?.name ?? 'parent';
  if (parentUid === undefined) {
    if (parent?.is !== 'groupOrNone') throw invalidRequest(request, [{ field, description: `${field} is required` }]);
    return;
  }
  requireUid(request, parentUid, field);
  if (parent?.is === 'rootGroup' && rootUid(parentUid) !== parentUid) {
    throw invalidRequest(request, [{ field, description: `${field} must be a root group` }]);
  }
}

/** Throws INVALID_ARGUMENT unless `values` follow the declaration. */
export function requireValues(request: CheckedRequest, values: object, operation: 'create' | 'update'): void {
  if (!isObject(values)) throw invalidRequest(request, [{ field: '', description: 'expected an object' }]);
  const { declaration } = request;
  const isCreate = operation === 'create';
  const fields = Object.fromEntries(isCreate ? inputFields(declaration) : updatableFields(declaration));
  const violations = errorsAmong(checkFields(fields, declaration.rules ?? [], values, { complete: isCreate }));
  if (violations.length === 0) return;
  throw invalidRequest(
    request,
    violations.map((violation) => ({ field: violation.path.join('.'), description: violationText(violation) })),
  );
}

/** Returns INVALID_ARGUMENT with the message of the service. */
export function invalidRequest(
  { method, path }: Pick<CheckedRequest, 'method' | 'path'>,
  fieldViolations: readonly FieldViolation[],
): ApiError {
  const words = fieldViolations.map(({ field, description }) =>
    field === '' ? description : `${field}: ${description}`,
  );
  return new ApiError({
    code: 'INVALID_ARGUMENT',
    explanation: `Invalid argument: ${words.join('; ')}`,
    method,
    url: path,
    fieldViolations,
    outcome: 'notSent',
  });
}
