/** The function that declares an organization: its stack, and the secrets and people that its statements use. */
import { snakeCase } from '../../../api';
import { call, code, text } from '../../code/expressions';
import { printedStatement } from '../../code/printer';
import type { Scope } from './scope';

export interface OrganizationFunction {
  /** The type of the root group in the code. */
  readonly type: string;
  /** The statements that create the root group. */
  readonly root: readonly string[];
  /** The statements of its own members. */
  readonly members: readonly string[];
  /** Everything else, with an empty line before each block. */
  readonly blocks: readonly string[];
}

/** Returns the code of the function. All its statements exist already: they decide which secrets and people it declares. */
export function organizationFunction(scope: Scope, { type, root, members, blocks }: OrganizationFunction): string {
  const all = [
    [
      `  const stack = new TerraformStack(app, 'organization');`,
      '  // Without props, the API and the identity come from the environment when Terraform runs.',
      `  new PlatformProvider(stack, 'platform');`,
    ].join('\n'),
    [...root, ...secretStatements(scope), ...members, ...personStatements(scope)].join('\n'),
    ...blocks,
    `  return ${scope.root.name};`,
  ];
  return [
    '/** Declares everything in one existing group, and returns the group. */',
    `export function organization(app: App, groupUid: string): ${type} {`,
    all.filter((block) => block !== '').join('\n\n'),
    '}',
  ].join('\n');
}

/** Returns the names of the variables of Terraform for secrets. */
export function secretNames(scope: Scope): string[] {
  return scope.secrets().map(({ name }) => snakeCase(name));
}

function secretStatements(scope: Scope): string[] {
  return scope.secrets().map(({ name }) => {
    const props = `{ type: 'string', sensitive: true }`;
    return `  const ${name} = new TerraformVariable(stack, '${snakeCase(name)}', ${props});`;
  });
}

function personStatements(scope: Scope): string[] {
  return scope
    .declaredPeople()
    .map(({ name, person }) =>
      printedStatement(
        `const ${name} = `,
        call('Identity.person', code('stack'), text(name), scope.personData(person)),
        2,
      ),
    );
}
