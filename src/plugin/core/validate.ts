/** Checks a configuration against what its schema says beyond types. Values may be unknown. */
import type { Diags, Path } from '../sdk/diagnostics';
import type { Attribute, Schema, ValidationIssue } from '../schema/schema';
import { isWhollyKnown } from '../values/known';
import { isNull } from '../values/types';
import { pathText } from './problem';
import { eachAttribute } from './walk';

export interface ValidationOptions {
  /** Terraform ≥ 1.11 keeps write-only values out of plan and state; an older one would store them. */
  readonly writeOnlyAllowed: boolean;
}

/** Terraform itself does not refuse a null for a required attribute, nor a value for a computed one. */
export function validateConfig(
  schema: Schema,
  config: unknown,
  diags: Diags,
  { writeOnlyAllowed }: ValidationOptions,
): void {
  if (schema.deprecated !== undefined) diags.warning('Deprecated', schema.deprecated);
  eachAttribute(schema, { config, prior: null, plan: config }, ({ attribute, config: value, path }) => {
    const name = pathText(path);
    if (isNull(value)) {
      if (attribute.mode === 'required') {
        diags.error('Missing value', `${name} is required, and must not be null.`, path);
      }
      return;
    }
    if (attribute.mode === 'computed') {
      diags.error('Read-only attribute', `${name} is decided by the provider and cannot be set. Remove it.`, path);
      return;
    }
    if (attribute.writeOnly === true && !writeOnlyAllowed) {
      diags.error('Write-only attribute', `${name} is never stored, which needs Terraform 1.11 or later.`, path);
    }
    if (attribute.deprecated !== undefined) diags.warning(`${name} is deprecated`, attribute.deprecated, path);
    if (isWhollyKnown(value)) runValidators(attribute, value, path, diags);
  });
}

function runValidators(attribute: Attribute, value: unknown, path: Path, diags: Diags): void {
  for (const validator of attribute.validate ?? []) {
    for (const issue of issuesOf(validator(value))) {
      const place = [...path, ...(issue.path ?? [])];
      diags.error(`Invalid value for ${pathText(place)}`, issue.message, place);
    }
  }
}

function issuesOf(answer: string | readonly ValidationIssue[] | undefined): readonly ValidationIssue[] {
  return typeof answer === 'string' ? [{ message: answer }] : (answer ?? []);
}
