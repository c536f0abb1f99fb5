/** Checks a configuration against the options of its schema, beyond types. Values may be unknown. */
import { packageError, type Diagnostic, type Diags, type Path, pathText, type PluginCode } from '../sdk/diagnostics';
import type { Attribute, Block, Schema, ValidationIssue, Body } from '../schema/schema';
import { isNull, isRecord, isWhollyKnown } from '../values/types';
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
  if (schema.deprecated !== undefined) diags.add(deprecation('Deprecated', schema.deprecated));
  warnOfBlocks(schema, config, [], diags);
  eachAttribute(schema, { config, prior: null, plan: config }, ({ attribute, config: value, path }) => {
    const name = pathText(path);
    if (isNull(value)) {
      if (attribute.mode === 'required') {
        diags.add(packageError('INVALID_VALUE', 'Missing value', `${name} is required, and must not be null.`, path));
      }
      return;
    }
    if (attribute.mode === 'computed') {
      const detail = `${name} is computed by the provider and cannot be set. Remove it.`;
      diags.add(packageError('INVALID_VALUE', 'Read-only attribute', detail, path));
      return;
    }
    if (attribute.writeOnly === true && !writeOnlyAllowed) {
      const detail = `${name} is write-only, and this version of Terraform would store it. Use Terraform or OpenTofu 1.11 or newer, or leave ${name} out.`;
      diags.add(packageError('TERRAFORM_TOO_OLD', 'Write-only attribute', detail, path));
    }
    if (attribute.deprecated !== undefined) diags.add(deprecation(`${name} is deprecated`, attribute.deprecated, path));
    if (isWhollyKnown(value)) runValidators(attribute, value, path, diags);
  });
}

function deprecation(summary: string, detail: string, path?: Path): Diagnostic {
  return { severity: 'warning', summary, detail, path, code: 'DEPRECATED' satisfies PluginCode };
}

function warnOfBlocks({ blocks = {} }: Body, config: unknown, path: Path, diags: Diags): void {
  for (const [name, block] of Object.entries(blocks)) {
    const written = isRecord(config) ? config[name] : null;
    const place = [...path, name];
    const elements = getElements(block, written);
    if (elements.length > 0 && block.deprecated !== undefined) {
      diags.add(deprecation(`${pathText(place)} is deprecated`, block.deprecated, place));
    }
    for (const [steps, element] of elements) warnOfBlocks(block, element, [...place, ...steps], diags);
  }
}

/** The elements of a block, each with the steps that lead to it. */
function getElements({ nesting }: Block, written: unknown): [Path, unknown][] {
  if (Array.isArray(written)) return written.map((element: unknown, index) => [[index], element]);
  if (!isRecord(written)) return [];
  // A group is an object also when the user did not write it.
  if (nesting === 'group') return Object.values(written).every(isNull) ? [] : [[[], written]];
  return nesting === 'single' ? [[[], written]] : Object.entries(written).map(([key, element]) => [[key], element]);
}

function runValidators(attribute: Attribute, value: unknown, path: Path, diags: Diags): void {
  for (const validator of attribute.validate ?? []) {
    for (const issue of getIssues(validator(value))) {
      const place = [...path, ...(issue.path ?? [])];
      diags.add(packageError('INVALID_VALUE', `Invalid value for ${pathText(place)}`, issue.message, place));
    }
  }
}

function getIssues(found: string | readonly ValidationIssue[] | undefined): readonly ValidationIssue[] {
  return typeof found === 'string' ? [{ message: found }] : (found ?? []);
}
