/** Authoritative mode of a group: each plan reports the role bindings in the group that the stack does not declare. */
import { TerraformElement, TerraformResource, TerraformStack } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import { isUid } from '../../src/api';
import { group, roleBinding } from '../../src/resources';
import { typeName } from '../../src/schema';
import { importBlock, importFromCall } from '../../src/text/state-blocks';
import { requireStack } from '../base/constructor-arguments';
import { declaredProps } from '../base/declared-props';
import { isResource } from '../base/platform-resource';
import { warn } from '../base/problems';
import { uidOf, type Reference } from '../base/reference';
import { areDifferentGroups } from '../base/scope';
import { callerLine, withSource } from '../base/source-line';
import { addressOf } from '../base/unmanaged';
import { RoleBinding } from './role-binding';
import { RoleBindings } from './role-bindings';

type GroupConstruct = Construct & Reference<'Group'>;

const ID = 'undeclared-grants';

/** The most role bindings that a report lists. */
const MAX_LISTED = 20;

/**
 * Declares that the stack of a group declares all role bindings in it. A second call changes nothing.
 *
 * @throws Error outside of a stack, and for any option: users of JavaScript could expect that it removes role bindings.
 */
export function manageAllGrants(home: GroupConstruct, options: readonly unknown[]): void {
  requireStack('managesAllGrants', home, ID);
  if (options.length > 0)
    throw new Error(
      `Cannot use options of managesAllGrants on "${home.node.path}": it has none. ` +
        'It reports undeclared role bindings and removes none of them.',
    );
  if (home.node.tryFindChild(ID) !== undefined) return;
  const check = new UndeclaredGrants(home);
  const source = callerLine(home, manageAllGrants);
  home.node.addValidation({ validate: () => withSource(check.problems(), source) });
}

/** A check of the role bindings that exist in a group. Only Terraform knows them. */
class UndeclaredGrants extends TerraformElement {
  private readonly home: GroupConstruct;
  private readonly existing: RoleBindings;

  constructor(home: GroupConstruct) {
    super(home, ID, 'check');
    this.home = home;
    const provider = TerraformResource.isTerraformResource(home) ? home.provider : undefined;
    this.existing = RoleBindings.in(home, provider === undefined ? {} : { provider });
  }

  override toTerraform(): unknown {
    const name = this.friendlyUniqueId;
    const { terraformResourceType: type, friendlyUniqueId } = this.existing;
    const bindings = this.grants().map((binding) => keysOf(binding));
    const [declared, undeclared] = [`${name}_declared`, name];
    const existing = `data.${type}.${friendlyUniqueId}.role_bindings`;
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
    const problems: string[] = [];
    if (TerraformResource.isTerraformResource(this.home) && (this.home.count ?? this.home.forEach) !== undefined)
      problems.push('managesAllGrants: the construct is several groups, by count or forEach. Declare each group alone');
    for (const binding of elsewhere(this.home))
      warn(
        binding,
        `is in the group of ${this.home.node.path}, whose stack manages all grants: each plan of that stack reports it. Move it to that stack`,
      );
    return problems;
  }

  /** Returns the role bindings that the stack declares in the group, and those that could be in it. */
  private grants(): RoleBinding[] {
    return bindingsIn(this.cdktfStack).filter((binding) => !binding.isLeftOut && relation(binding, this.home) !== 'no');
  }
}

function bindingsIn(scope: IConstruct): RoleBinding[] {
  return scope.node.findAll().filter((node) => RoleBinding.isRoleBinding(node));
}

/** Returns the role bindings that other stacks of the program certainly declare in the group. */
function elsewhere(home: GroupConstruct): RoleBinding[] {
  const stack = TerraformStack.of(home);
  return bindingsIn(home.node.root)
    .filter((binding) => !binding.isLeftOut && TerraformStack.of(binding) !== stack)
    .filter((binding) => relation(binding, home) === 'yes');
}

/** Returns `maybe` if only Terraform knows whether a role binding is in a group. */
function relation(binding: RoleBinding, home: GroupConstruct): 'yes' | 'no' | 'maybe' {
  const place = declaredProps(binding)?.props['group'];
  if (place === home) return 'yes';
  // Two groups that one stack creates are different objects.
  if ((isResource(place, group) && isResource(home, group)) || areDifferentGroups(place, home)) return 'no';
  const [one, other] = [uidOf(place), home.uid];
  if (!isUid(one) || !isUid(other)) return 'maybe';
  return one === other ? 'yes' : 'no';
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
