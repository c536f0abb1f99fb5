/** Authoritative mode of a group: each plan reports or removes the role bindings in it that the stack does not declare. */
import { TerraformElement, TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import { isObject } from '../../src/api';
import { roleBinding } from '../../src/resources';
import { typeName } from '../../src/schema';
import { importBlock, importFromCall } from '../../src/text/state-blocks';
import { requireOnly, requireStack } from '../base/constructor-arguments';
import { warn } from '../base/problems';
import { callerLine, withSource } from '../base/source-line';
import { addressOf, isUnmanaged } from '../base/unmanaged';
import { declaredGrants, existingGrants, grantsElsewhere, type GroupConstruct } from './declared-grants';
import { ExclusiveGrants } from './exclusive-grants';
import type { RoleBinding } from './role-binding';
import type { RoleBindings } from './role-bindings';

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

/** The most role bindings that a report lists. */
const MAX_LISTED = 20;

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
    if (known instanceof ExclusiveGrants === remove) return;
    throw new Error(
      `Cannot call ${TITLE} on "${home.node.path}" with remove: ${remove}: another call has set remove: ${!remove}. Remove one of the calls.`,
    );
  }
  const source = callerLine(home, manageAllGrants);
  const mode = remove ? new ExclusiveGrants(home, ID, source) : new UndeclaredGrants(home);
  home.node.addValidation({ validate: () => withSource([...severalGroups(home), ...mode.problems()], source) });
}

function isRemoval({ node }: Construct, options: unknown): boolean {
  const subject = `${TITLE} on "${node.path}"`;
  if (!isObject(options)) throw new Error(`${subject}: its options must be an object, for example { remove: true }.`);
  requireOnly(subject, 'its options', options, ['remove']);
  const { remove = false } = options;
  if (typeof remove !== 'boolean')
    throw new Error(`${subject}: remove must be true or false; it is ${JSON.stringify(remove) ?? typeof remove}.`);
  return remove;
}

function severalGroups(home: GroupConstruct): string[] {
  if (!TerraformResource.isTerraformResource(home) || (home.count ?? home.forEach) === undefined) return [];
  return [`${TITLE}: the construct is several groups, by count or forEach. Declare each group alone`];
}

/** A check of the role bindings that exist in a group. Only Terraform knows them. */
class UndeclaredGrants extends TerraformElement {
  private readonly home: GroupConstruct;
  private readonly existing: RoleBindings;

  constructor(home: GroupConstruct) {
    super(home, ID, 'check');
    this.home = home;
    this.existing = existingGrants(home);
  }

  override toTerraform(): unknown {
    if (isUnmanaged(this)) return {};
    const name = this.friendlyUniqueId;
    const { terraformResourceType: type, friendlyUniqueId } = this.existing;
    const bindings = declaredGrants(this.home).map((binding) => keysOf(binding));
    const [declared, undeclared] = [`${name}_declared`, name];
    const source = `data.${type}.${friendlyUniqueId}`;
    const existing = `${source}.role_bindings`;
    return {
      locals: {
        [declared]: expression(`concat(${['[]', ...bindings].join(', ')})`),
        [undeclared]: expression(`[for b in ${existing} : b if !contains(local.${declared}, ${keyOf('b')})]`),
      },
      check: {
        [name]: {
          assert: [
            {
              condition: expression(`length(local.${undeclared}) == 0`),
              error_message: reportOf(`local.${undeclared}`),
            },
            {
              condition: expression(`${source}.complete`),
              error_message:
                'The token may be unable to see all role bindings of the group, so this check is inconclusive. ' +
                'Give its identity a role with role_bindings.list in the group.',
            },
          ],
        },
      },
    };
  }

  /** @throws Error always: CDKTF writes no check in HCL, and nothing would report the role bindings. */
  override toHclTerraform(): never {
    throw new Error(
      `Cannot manage all grants of "${this.home.node.path}": CDKTF writes no "check" block in HCL. Synthesize JSON instead.`,
    );
  }

  problems(): string[] {
    for (const binding of grantsElsewhere(this.home))
      warn(
        binding,
        `is in the group of ${this.home.node.path}, whose stack manages all grants: each plan of that stack reports it. Move it to that stack`,
      );
    return [];
  }
}

/** Returns the keys of a role binding as a list in HCL. With count or for_each, it is several. */
function keysOf(binding: RoleBinding): string {
  const address = addressOf(binding);
  const isOne = binding.count === undefined && binding.forEach === undefined;
  return isOne ? `[${keyOf(address)}]` : `[for b in ${address} : ${keyOf('b')}]`;
}

/** Returns the natural key of a role binding. The uid of a new role binding is unknown when Terraform plans. */
function keyOf(binding: string): string {
  return `"${['group_uid', 'identity_uid', 'role_uid'].map((name) => `\${${binding}.${name}}`).join(' ')}"`;
}

/** Returns the report of a list of role bindings, with the blocks that import them. */
function reportOf(list: string): string {
  const block = importBlock(`${typeName(roleBinding)}.ADDRESS`, 'UID')
    .replace('"UID"', '\\"${b.uid}\\"')
    .split('\n');
  const each = [
    '',
    `  \${${firstOf('b.identity.name', 'b.identity.email', 'b.identity.subject')}} has the role \${${firstOf('b.role.name')}}.`,
    `  Identity \${b.identity_uid}, role \${b.role_uid}:`,
    ...block.map((line) => `    ${line}`),
  ];
  const entries = `[for b in slice(${list}, 0, min(${MAX_LISTED}, length(${list}))) : ${text(each.join('\n'))}]`;
  const more = `length(${list}) > ${MAX_LISTED} ? ["", "  … and \${length(${list}) - ${MAX_LISTED}} more"] : []`;
  const head = `\${try(${list}[0].group.name, "the group")} has \${length(${list})} role binding\${length(${list}) == 1 ? "" : "s"} that this stack does not declare:`;
  const tail = [
    '',
    'To keep a role binding, declare its grant and paste the block, or call ' +
      `${importFromCall('x', 'UID')} on the grant x. Otherwise delete it. If this plan deletes it, no action is necessary.`,
  ];
  const lines = [`[${text(head)}]`, entries, more, `[${tail.map((line) => text(line)).join(', ')}]`];
  return expression(`join("\\n", concat(${lines.join(', ')}))`);
}

/** Returns the first text that is not empty. */
function firstOf(...values: readonly string[]): string {
  return `try(coalesce(${values.join(', ')}), "(unknown)")`;
}

/** Returns a template of HCL with these characters. Quotes in its expressions need no escape. */
function text(template: string): string {
  return `"${template.replaceAll('\n', '\\n')}"`;
}

function expression(code: string): string {
  return `\${${code}}`;
}
