/** Authoritative mode of a group: each plan reports or removes the role bindings in it that the stack does not declare. */
import { TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import { isObject } from '../../src/model/api';
import { requireKnownOptions, requireStack } from '../base/constructor-arguments';
import { findCallerLine, appendSourceLine } from '../base/source-line';
import type { GroupConstruct } from './declared-grants';
import { ExclusiveGrants } from './exclusive-grants';

/** The options of `managesAllGrants`. */
export interface AllGrantsOptions {
  /**
   * If true, each apply removes the role bindings in the group that the stack does not declare. The plan and the review
   * report them first. If false, each plan reports them as a warning.
   *
   * @default false
   */
  readonly remove?: boolean;
}

const TITLE = 'managesAllGrants';
const ID = 'undeclared-grants';

/**
 * Declares that the stack of a group declares all role bindings in it. A second call with the same options changes nothing.
 *
 * @throws Error outside of a stack, for an unknown option, and for a second call with another mode.
 */
export function manageAllGrants(home: GroupConstruct, options: AllGrantsOptions = {}): void {
  requireStack(TITLE, home, ID);
  const remove = isRemoval(home, options);
  const known = home.node.tryFindChild(ID);
  if (known !== undefined) {
    if (known instanceof ExclusiveGrants && known.isRemoval === remove) return;
    throw new Error(
      `Cannot call ${TITLE} on "${home.node.path}" with remove: ${remove}: another call has set remove: ${!remove}. Remove one of the calls.`,
    );
  }
  const source = findCallerLine(home, manageAllGrants);
  const mode = new ExclusiveGrants(home, ID, remove, source);
  home.node.addValidation({ validate: () => appendSourceLine([...severalGroups(home), ...mode.problems()], source) });
}

function isRemoval({ node }: Construct, options: unknown): boolean {
  const subject = `${TITLE} on "${node.path}"`;
  if (!isObject(options)) throw new Error(`${subject}: its options must be an object, for example { remove: true }.`);
  requireKnownOptions(subject, 'its options', options, ['remove']);
  const { remove = false } = options;
  if (typeof remove !== 'boolean')
    throw new Error(`${subject}: remove must be true or false; it is ${JSON.stringify(remove) ?? typeof remove}.`);
  return remove;
}

function severalGroups(home: GroupConstruct): string[] {
  if (!TerraformResource.isTerraformResource(home) || (home.count ?? home.forEach) === undefined) return [];
  return [`${TITLE}: the construct is several groups, by count or forEach. Declare each group alone`];
}
