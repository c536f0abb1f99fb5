/** A function that adds objects to an existing program. Each statement declares one object, and imports it. */
import {
  accountAssociation,
  externalGroupRoleMapping,
  groupInvite,
  identity,
  identityProvider,
  role,
  roleBinding,
} from '../../../model/kinds';
import { apiText, call, code, methodCall, text, type CallExpression, type Expression } from '../../code/expressions';
import { printedStatement } from '../../code/printer';
import { lineComment, quoted } from '../../../base/text/typescript';
import {
  existingGroups,
  getGroups,
  groupsWithin,
  getMembers,
  type AdoptedGroup,
  type AdoptedObject,
  type AdoptedOrganization,
  type Target,
} from '../../organization/model';
import { personStatements, secretNames, secretStatements } from './organization-function';
import { personCode } from './pattern-code';
import { CodeScope, type ToTrust, type Variable } from './scope';
import { mentions, sourceFile, withoutTexts } from './source-file';
import { addCall, bindingCall, inviteCall, newCall } from './statements';

export interface AdditionOptions {
  readonly toTrust: ToTrust;
  /** The name of the function. */
  readonly name: string;
  /** The id of the construct that contains everything. */
  readonly id: string;
}

/** Kinds in the order of their statements: an object stands after those that it refers to. */
const NAMED = [role, identityProvider, identity];
const OTHERS = [accountAssociation, externalGroupRoleMapping];

const INDENT = 2;

/** Returns the file with the function, and the variables of Terraform for secrets. */
export function typeScriptAddition(organization: AdoptedOrganization, { toTrust, name, id }: AdditionOptions) {
  const scope = new FlatScope(organization, toTrust);
  const groups = existingGroups(organization).flatMap(groupsWithin);
  const inKinds = (kinds: readonly AdoptedObject['declaration'][]) =>
    kinds.flatMap((kind) => groups.flatMap((group) => getMembers(group, kind)));
  const declared = [
    ...groups.flatMap(getGroups).map((group) => namedStatements(group, addCall(group, scope), scope)),
    ...inKinds(NAMED).map((kind) => namedStatements(kind, addCall(kind, scope), scope)),
    ...inKinds(OTHERS).map((kind) => namedStatements(kind, newCall(kind, scope), scope)),
  ];
  const access = [
    ...inKinds([roleBinding]).map((kind) => accessStatement(kind, bindingCall(kind, scope))),
    ...inKinds([groupInvite]).map((kind) => accessStatement(kind, inviteCall(kind, scope))),
  ];
  const body = [
    [`  const unmanaged = new Construct(scope, ${quoted(id)});`, ...existingGroupStatements(organization, scope)].join(
      '\n',
    ),
    [...secretStatements(scope, 'TerraformStack.of(scope)'), ...personStatements(scope, 'unmanaged')].join('\n'),
    declared.join('\n'),
    access.join('\n'),
  ].filter((block) => block !== '');
  const { person } = scope;
  const isHelperUsed = person !== undefined && mentions(withoutTexts(body.join('\n')), person.name);
  const declaration = [
    '/** Declares existing objects that no stack managed. The next apply imports them: then delete the calls of importFrom. */',
    `export function ${name}(scope: Construct): void {`,
    body.join('\n\n'),
    '}',
  ].join('\n');
  const helper = isHelperUsed ? [personCode(person.name, apiText(person.issuer))] : [];
  return { text: sourceFile([...helper, declaration]), secrets: secretNames(scope) };
}

/** Every object has a variable. */
class FlatScope extends CodeScope {
  private readonly groups = new Map<AdoptedGroup, Variable>();

  constructor(organization: AdoptedOrganization, toTrust: ToTrust) {
    super(organization, toTrust, ['scope', 'unmanaged']);
    this.groups.set(organization.root, this.root);
    for (const group of organization.managedGroups ?? []) {
      const name = this.names.name([group.name, `${group.name}-group`], 'group');
      this.groups.set(group, { name, type: 'IGroup' });
      this.keys.addGroup(group, name);
    }
  }

  override variable(object: AdoptedObject | AdoptedGroup): Variable {
    return this.groups.get(object as AdoptedGroup) ?? super.variable(object);
  }

  override groupArgument(group: AdoptedGroup): Expression {
    return code(this.variable(group).name);
  }

  override identityArgument(target: Target | undefined): Expression {
    return target?.is === 'adopted' ? code(this.variable(target.object).name) : super.identityArgument(target);
  }

  override roleArgument(target: Target | undefined): Expression {
    return target?.is === 'adopted' ? code(this.variable(target.object).name) : super.roleArgument(target);
  }
}

function existingGroupStatements(organization: AdoptedOrganization, scope: CodeScope): string[] {
  return existingGroups(organization)
    .filter(({ contents }) => contents.size > 0)
    .map((group) => {
      const { name } = scope.variable(group);
      return printedStatement(
        `const ${name} = `,
        call('Group.fromUid', code('unmanaged'), text(name), text(group.uid)),
        INDENT,
      );
    });
}

function namedStatements(object: AdoptedObject, value: Expression, scope: CodeScope): string {
  const { name } = scope.variable(object);
  return `${printedStatement(`const ${name} = `, value, INDENT)}\n  ${name}.importFrom(${quoted(object.uid)});`;
}

function accessStatement({ uid, references }: AdoptedObject, value: CallExpression): string {
  const names = Object.values(references).flatMap((target) =>
    target.is === 'other' && target.name !== undefined ? [target.name] : [],
  );
  const comment = names.length === 0 ? '' : `  ${lineComment(`By uid: ${names.join(', ')}`)}\n`;
  return `${comment}${printedStatement('', methodCall(value, 'importFrom', text(uid)), INDENT)}`;
}
