/** The program of an organization in YAML: the file, and statements for everything that it cannot contain. */
import { identityProvider } from '../../../model/kinds';
import { apiText, call, code, record, text, type Expression } from '../../code/expressions';
import { printedStatement } from '../../code/printer';
import {
  groupsWithin,
  getMembers,
  type AdoptedGroup,
  type AdoptedObject,
  type AdoptedOrganization,
  type Target,
} from '../../organization/model';
import { NEW_STACK, organizationFunction, otherStacksCode, secretNames } from '../typescript/organization-function';
import type { TypeScriptOptions, TypeScriptProgram } from '../typescript/program';
import { ONLY_STACK, type Person, type ProgramPlace, CodeScope } from '../typescript/scope';
import { importLine, sourceFile } from '../typescript/source-file';
import { accessStatements, furtherMembers, rootMembers } from '../typescript/statements';
import { organizationData } from './organization-data';
import { yamlText } from './yaml-text';

const SCHEMA = 'node_modules/cdktf-provider-platform/dist/organization.schema.json';

/** Returns the file of the organization, and the program that reads it. */
export function yamlProgram(organization: AdoptedOrganization, options: TypeScriptOptions): TypeScriptProgram {
  const { toTrust, place = ONLY_STACK } = options;
  const { folder } = place;
  const { root } = organization;
  const scope = new FileScope(organization, toTrust);
  const { data, others } = organizationData(organization, scope.keys, toTrust);
  // Uses of variables decide if their declarations need a name.
  const access = accessStatements(others, scope);
  const further = groupsWithin(root).flatMap((group) => furtherMembers(group, scope));
  const providers = { ...root, contents: new Map([[identityProvider, getMembers(root, identityProvider)]]) };
  const members = rootMembers(providers, scope).map((print) => print());
  const files = new Map([
    [`${folder}/organization.yaml`, yamlText(data, `${folder.replace(/[^/]+/g, '..')}/${SCHEMA}`)],
    [`${folder}/organization.ts`, programText(scope, place, members, [...further, ...access])],
  ]);
  return { files, secrets: secretNames(scope) };
}

/** Code refers to the objects of the file by their paths of keys. */
class FileScope extends CodeScope {
  override groupArgument(group: AdoptedGroup): Expression {
    return group.group === undefined ? code(this.root.name) : this.inFile('group', group);
  }

  /** The program has no helper for people: most of them are in the file. */
  override personData({ issuer, subject }: Person): Expression {
    return record({ issuer: apiText(issuer), subject: apiText(subject) });
  }

  override identityArgument(target: Target | undefined): Expression {
    return target?.is === 'adopted' ? this.inFile('identity', target.object) : super.identityArgument(target);
  }

  override roleArgument(target: Target | undefined): Expression {
    return target?.is === 'adopted' ? this.inFile('role', target.object) : super.roleArgument(target);
  }

  private inFile(method: string, object: AdoptedObject | AdoptedGroup): Expression {
    let top = object.group;
    while (top?.group !== undefined) top = top.group;
    return call(`${this.root.name}.${method}`, text(this.keys.path(object, top as AdoptedGroup)));
  }
}

function programText(
  scope: CodeScope,
  place: ProgramPlace,
  members: readonly string[],
  statements: readonly string[],
): string {
  const { name } = scope.root;
  const props = record({ root: code('groupUid') });
  const read = call('Organization.fromFile', code('stack'), text(name), code('file'), props);
  const declared = organizationFunction(scope, {
    place,
    type: 'Organization',
    root: [`  const file = join(__dirname, 'organization.yaml');`, printedStatement(`const ${name} = `, read, 2)],
    members,
    blocks: [statements.join('\n')],
  });
  return `${importLine(['join'], 'node:path')}\n${sourceFile([otherStacksCode(scope), declared], [NEW_STACK])}`;
}
