/** The program of an organization in YAML: the file, and statements for everything that it cannot contain. */
import { identityProvider } from '../../../resources';
import { call, code, text, type Expression } from '../../code/expressions';
import { printedStatement } from '../../code/printer';
import {
  adoptedObjects,
  groupsWithin,
  membersOf,
  type AdoptedGroup,
  type AdoptedObject,
  type Organization,
  type Target,
} from '../../organization/model';
import type { TypeScriptProgram } from '../typescript/program';
import { Scope, type TrustOf } from '../typescript/scope';
import { sourceFile } from '../typescript/source-file';
import { accessStatements, furtherMembers, rootMembers } from '../typescript/statements';
import { organizationData } from './organization-data';
import { yamlText } from './yaml-text';

const FOLDER = 'organization';
const SCHEMA = '../node_modules/cdktf-provider-platform/dist/organization.schema.json';

/** Returns the file of the organization, and the program that reads it. */
export function yamlProgram(organization: Organization, { trustOf }: { readonly trustOf: TrustOf }): TypeScriptProgram {
  const { root } = organization;
  const people = adoptedObjects(organization).flatMap(({ references }) =>
    Object.values(references).filter((target) => target.is === 'person'),
  );
  const scope = new FileScope(organization, people, trustOf);
  const { data, others } = organizationData(organization, scope.keys, trustOf);
  // Uses of variables decide if their declarations need a name.
  const access = accessStatements(others, scope);
  const further = groupsWithin(root).flatMap((group) => furtherMembers(group, scope));
  const providers = { ...root, contents: new Map([[identityProvider, membersOf(root, identityProvider)]]) };
  const members = rootMembers(providers, scope).map((print) => print());
  const files = new Map([
    [`${FOLDER}/organization.yaml`, yamlText(data, SCHEMA)],
    [`${FOLDER}/organization.ts`, programText(scope, [...members, ...further, ...access])],
  ]);
  return { files, rootVariable: scope.root.name, secrets: scope.secrets().map(({ name }) => name) };
}

/** Code refers to the objects of the file by their paths of keys. */
class FileScope extends Scope {
  override groupCode(group: AdoptedGroup): string {
    return group.group === undefined ? this.root.name : this.inFile('group', group);
  }

  override identityArgument(target: Target | undefined): Expression {
    return target?.is === 'adopted' ? code(this.inFile('identity', target.object)) : super.identityArgument(target);
  }

  override roleArgument(target: Target | undefined): Expression {
    return target?.is === 'adopted' ? code(this.inFile('role', target.object)) : super.roleArgument(target);
  }

  private inFile(method: string, object: AdoptedObject | AdoptedGroup): string {
    let top = object.group;
    while (top?.group !== undefined) top = top.group;
    const path = this.keys.path(object, top as AdoptedGroup).replace(/['\\]/g, '\\$&');
    return `${this.root.name}.${method}('${path}')`;
  }
}

function programText(scope: Scope, statements: readonly string[]): string {
  const { name } = scope.root;
  const people = scope
    .declaredPeople()
    .map(({ name: variable, person }) =>
      printedStatement(
        `const ${variable} = `,
        call('Identity.person', code('stack'), text(variable), scope.personData(person)),
        2,
      ),
    );
  const secrets = scope.secrets().map((secret) => {
    const props = `{ type: 'string', sensitive: true }`;
    return `  const ${secret.name} = new TerraformVariable(stack, '${secret.name}', ${props});`;
  });
  const blocks = [
    [
      `  const stack = new TerraformStack(app, 'organization');`,
      '  // Without props, the API and the identity come from the environment when Terraform runs.',
      `  new PlatformProvider(stack, 'platform');`,
    ].join('\n'),
    [
      `  const file = join(__dirname, 'organization.yaml');`,
      `  const ${name} = Organization.fromFile(stack, '${name}', file, { root: groupUid });`,
      ...secrets,
      ...people,
      ...statements,
    ].join('\n'),
    `  return ${name};`,
  ].join('\n\n');
  const heading = '/** Declares everything in one existing group, and returns the group. */';
  const declared = `export function organization(app: App, groupUid: string): Organization {\n${blocks}\n}`;
  return `import { join } from 'node:path';\n${sourceFile([`${heading}\n${declared}`])}`;
}
