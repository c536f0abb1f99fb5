/** Imports many existing objects, which a file lists by their names. */
import { TerraformStack } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import type { Values } from '../../src/model/api';
import { isPlain, isNonEmptyText, requireKnownOptions, requireStack, requireType } from '../base/constructor-arguments';
import { addImports } from '../base/import-ids';
import { declaredProps } from '../base/declared-props';
import { isGroupConstruct, type Reference } from '../base/reference';
import { findCallerLine } from '../base/source-line';
import { constructKey } from './construct-keys';
import { importProblems, type Imports } from './import-problems';

/** The options of `importExisting`. */
export interface ImportExistingOptions {
  /**
   * Objects without an entry, which Terraform may create: constructs, each with everything in its scope; or `true` for all.
   *
   * @default - an object without an entry is an error
   */
  readonly allowNew?: boolean | readonly IConstruct[];
}

const OPTIONS: readonly string[] = ['allowNew'];

/**
 * Imports existing objects into the resources beneath a group, at the next apply. The uids are listed by collection and by names
 * relative to the group, so they stay valid if you rename or move constructs. It replaces a call of `importFrom` on each resource, also
 * on those that the program creates later. After the apply, remove the call.
 *
 * @param group A group in a stack. Resources of the same stack beneath the group are imported.
 * @param imports The uids by collection and key: `{ groups: { 'payments/cards': '…' } }`.
 * @throws Error for another value than a group in a stack, or imports that are no object of objects of text. At synth: an entry that
 *   no resource declares, a resource without an entry, a wrong uid, and two resources or two entries for one object.
 * @example
 * importExisting(acme, JSON.parse(readFileSync('imports.json', 'utf8')));
 */
export function importExisting(
  group: Construct & Reference<'Group'>,
  imports: Imports,
  options: ImportExistingOptions = {},
): void {
  const subject = 'importExisting';
  requireType(subject, 'the group, the first argument,', 'a group', group, isGroup);
  requireStack(subject, group, subject);
  requireType(subject, 'the imports, the second argument,', 'an object', imports, isPlain);
  for (const [collection, entries] of Object.entries(imports as Values)) {
    requireType(subject, `imports.${collection}`, 'an object', entries, isPlain);
    for (const [key, uid] of Object.entries(entries))
      requireType(subject, `imports.${collection}[${JSON.stringify(key)}]`, 'a uid as text', uid, isNonEmptyText);
  }
  requireKnownOptions(subject, 'the options, the third argument,', options, OPTIONS);
  const { allowNew = false } = options;
  requireType(subject, 'allowNew', 'true, false or a list of constructs', allowNew, isAllowNew);
  const stack = TerraformStack.of(group);
  addImports(stack, (resource) => {
    const declared = declaredProps(resource);
    const found = constructKey(group, resource);
    if (declared === undefined || resource.count !== undefined || resource.forEach !== undefined) return undefined;
    const entries = imports[declared.declaration.collection] ?? {};
    return typeof found === 'object' && 'key' in found && Object.hasOwn(entries, found.key)
      ? entries[found.key]
      : undefined;
  });
  const source = findCallerLine(group, importExisting);
  const isNew = (resource: IConstruct): boolean =>
    typeof allowNew === 'boolean' ? allowNew : resource.node.scopes.some((scope) => allowNew.includes(scope));
  group.node.addValidation({ validate: () => importProblems({ group, stack, imports, isNew, source }) });
}

function isGroup(value: unknown): value is Construct & Reference<'Group'> {
  return Construct.isConstruct(value) && isGroupConstruct(value);
}

function isAllowNew(value: unknown): value is boolean | readonly IConstruct[] {
  return typeof value === 'boolean' || (Array.isArray(value) && value.every((one) => Construct.isConstruct(one)));
}
