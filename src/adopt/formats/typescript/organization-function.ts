/** The function that declares an organization: its stack, and the secrets and people that its statements use. */
import { snakeCase } from '../../../model/api';
import { kindInWords } from '../../../model/schema';
import { docComment, quoted } from '../../../base/text/typescript';
import { call, code, record, text } from '../../code/expressions';
import { printed, printedStatement } from '../../code/printer';
import type { ProgramPlace, CodeScope } from './scope';

export interface OrganizationFunction {
  readonly place: ProgramPlace;
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
export function organizationFunction(scope: CodeScope, parts: OrganizationFunction): string {
  const { place, type, root, members, blocks } = parts;
  const bodyBlocks = [
    stackCode(place),
    [...root, ...secretStatements(scope), ...members, ...personStatements(scope)].join('\n'),
    ...blocks,
    `  return ${scope.root.name};`,
  ];
  return [
    '/** Declares everything in one existing group, and returns the group. */',
    `export function organization(app: App, groupUid: string): ${type} {`,
    bodyBlocks.filter((block) => block !== '').join('\n\n'),
    '}',
  ].join('\n');
}

/** The function that creates the stacks of a project with several stacks. */
export const NEW_STACK = { from: '../new-stack', names: ['newStack'] };

function stackCode({ stack, isOneOfMany }: ProgramPlace): string {
  if (isOneOfMany) return `  const stack = newStack(app, ${quoted(stack)});`;
  return [
    `  const stack = new TerraformStack(app, ${quoted(stack)});`,
    '  // Without props, the API and the identity come from the environment when Terraform runs.',
    `  new PlatformProvider(stack, 'platform');`,
  ].join('\n');
}

/** Returns constants for the objects of other stacks, by uid: no stack needs the state of another. */
export function otherStacksCode(scope: CodeScope, prefix = ''): string {
  return scope
    .otherStackConstants()
    .map(({ name, declaration, target }) => {
      const what = `The ${kindInWords(declaration)} ${target.name ?? ''} of the stack ${target.stack ?? ''}.`;
      const before = `${prefix}const ${name} = `;
      const value = record({ kind: text(declaration.kind), uid: text(target.uid) });
      const after = ' as const;';
      return `${docComment(what)}\n${before}${printed(value, 0, before.length + after.length)}${after}`;
    })
    .join('\n');
}

/** Returns the names of the variables of Terraform for secrets. */
export function secretNames(scope: CodeScope): string[] {
  return scope.secrets().map(({ name }) => snakeCase(name));
}

/** Declares the variables for secrets in this stack. An existing object keeps its secret while the value is empty (contract M6). */
export function secretStatements(scope: CodeScope, stack = 'stack'): string[] {
  return scope.secrets().map(({ name }) => {
    const props = record({ type: text('string'), default: text(''), sensitive: code('true') });
    return printedStatement(
      `const ${name} = `,
      call('new TerraformVariable', code(stack), text(snakeCase(name)), props),
      2,
    );
  });
}

/** Refers to people in this scope. */
export function personStatements(scope: CodeScope, parent = 'stack'): string[] {
  return scope
    .declaredPeople()
    .map(({ name, person }) =>
      printedStatement(
        `const ${name} = `,
        call('Identity.person', code(parent), text(name), scope.personData(person)),
        2,
      ),
    );
}
