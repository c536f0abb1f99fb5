/** The steps after `adopt --unmanaged`: the lines to paste into the files of the project that exists, and the commands. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix, relative, resolve } from 'node:path';
import { importLine, type Addition } from '../../adopt';
import { wrapped } from '../../base/text/columns';
import { few } from '../../base/text/words';
import { CONFIGURATION_FILE } from '../../base/text/configuration-name';
import { shellWord } from '../process';
import type { AddedViolation } from './current-findings';
import { isConfiguration } from './managed-objects';
import { commandIn } from './next-steps';

type AdditionCall = NonNullable<Addition['call']>;

/** The place of the call in a program. */
interface CallPlace {
  /** The path of the file in the project. */
  readonly file: string;
  /** The variable of the construct that contains the objects. */
  readonly scope: string;
  /** The statement after the call. */
  readonly next?: string;
  /** The statement that the first lines replace: it gives the construct no name. */
  readonly replaced?: string;
}

/** Returns the lines that call the new file. The file of a program belongs to its authors, so they add the call. */
export function linesToAdd(
  dir: string,
  { name, from }: AdditionCall,
  { width, stacks }: { readonly width: number; readonly stacks: readonly string[] },
): string {
  const { file, scope, next, replaced } = findPlace(dir) ?? { scope: 'stack' };
  const sentence =
    file === undefined
      ? 'Add these lines to the program. The second one follows the declaration of its stack:'
      : replaced === undefined
        ? `Add these lines to ${file}, the second one before "${next}":`
        : `Add the first line to the imports of ${file}, and write the others instead of "${replaced}":`;
  const lines = [
    importLine([name], file === undefined ? from : relativeImport(file, from)),
    ...(replaced === undefined ? [] : [`const ${scope.replace(/\[.*/, '')} = ${replaced}`]),
    `${name}(${scope});`,
  ];
  const fold = (text: string) => `${wrapped(text, { width, indent: 0, first: 0 })}\n`;
  const named = stacks.length === 0 ? '' : `: ${few(stacks.map((stack) => basename(resolve(stack))))}`;
  const ofStack = scope.includes(STACK)
    ? fold(`Instead of ${STACK}, write the name of the stack that manages the groups of these objects${named}.`)
    : '';
  return `\n${fold(sentence)}${lines.map((line) => `  ${line}\n`).join('')}${ofStack}`;
}

/** The place of the name of a stack in a command or a line. */
const STACK = 'STACK';

/** Returns the broken rules, each with the line that allows the access, or the access to remove; nothing without a broken rule. */
export function exceptionsToAdd(
  broken: readonly AddedViolation[],
  { dir, width }: { readonly dir: string; readonly width: number },
): string {
  if (broken.length === 0) return '';
  const fold = (text: string) => `${wrapped(text, { width, indent: 4, first: 0 })}\n`;
  const isEnforced = programFiles(dir).some((path) => /\bnew Rules\(/.test(readProgram(dir, path)));
  const rules = broken.map(({ text, except }) =>
    [
      fold(`  ${text}`),
      ...(except.length === 0
        ? []
        : [
            fold('  To allow the access, write this line after the "name" of the rule:'),
            `    "except": [${except.map((entry) => JSON.stringify(entry)).join(', ')}],\n`,
          ]),
    ].join(''),
  );
  const strangers = [...new Set(broken.flatMap((violation) => violation.strangers))];
  const removal =
    strangers.length === 0
      ? ''
      : fold(
          `  ${CONFIGURATION_FILE} does not declare who controls ${few(strangers)}. Remove the access of those that are not yours.`,
        );
  const effect = isEnforced ? 'so the synthesis fails' : 'and the review reports it';
  return `\n${fold(`The objects break rules of ${CONFIGURATION_FILE}, ${effect}:`)}${rules.join('')}${removal}`;
}

/** Returns how to delete an object that nobody declares yet. `drift` does not list objects that the new file imports. */
export function describeRemoval(dir: string, file: string): string {
  const command = commandIn(isConfiguration(dir) ? 'hcl' : 'constructs', dir);
  return `Delete its declaration from ${file}, and run \`${command} drift\`: it prints the delete commands.`;
}

function relativeImport(file: string, from: string): string {
  const path = posix.relative(posix.dirname(file), posix.normalize(from));
  return path.startsWith('.') ? path : `./${path}`;
}

/** Returns the commands that apply the new files. `stacks`: the folders of the stacks, if they are known. */
export function commandsAfterAddition(dir: string, stacks: readonly string[], imports: string | undefined): string {
  const isProgram = imports === undefined;
  const command = commandIn(isProgram ? 'constructs' : 'hcl', dir);
  const [stack, ...others] = stacks.map((path) => relative(resolve(dir), resolve(path)));
  const folder = stack === undefined || others.length > 0 ? 'cdktf.out/stacks/STACK' : stack;
  const apply = isProgram ? `terraform -chdir=${shellWord(folder)} apply` : 'terraform apply';
  const steps = [
    ...(resolve(dir) === process.cwd() ? [] : [`cd ${shellWord(dir)}`]),
    `${command} plan${isProgram && others.length > 0 ? ` --dir ${folder}` : ''}`,
    apply,
    ...(imports === undefined ? [] : [`rm ${imports}`]),
  ];
  const last = isProgram ? 'After the apply, delete the calls of importFrom.\n' : '';
  return `\nNext:\n${steps.map((step) => `  ${step}\n`).join('')}${last}`;
}

/** A test calls the function of `organization.ts` with another root group, so the call belongs into `main.ts` if that has the construct. */
function findPlace(dir: string): CallPlace | undefined {
  const main = readProgram(dir, 'main.ts');
  const [, root, call, args] = /^(?:const (\w+) = )?(organization\(([^()]*)\);)$/m.exec(main) ?? [];
  if (call !== undefined && /^app\.synth\(\);$/m.test(main)) {
    // A function with the App alone declares several stacks.
    const [name, stack] = args === 'app' ? ['stacks', `['${STACK}']`] : ['root', ''];
    const place = { file: 'main.ts', scope: `${root ?? name}${stack}` };
    return root === undefined ? { ...place, replaced: call } : { ...place, next: 'app.synth();' };
  }
  const places = programFiles(dir).flatMap((file) => {
    const [, declared = '', scope = ''] =
      /^([^]*?\bconst (\w+) = (?:new TerraformStack|newStack)\()/m.exec(readProgram(dir, file)) ?? [];
    const rest = readProgram(dir, file).slice(declared.length);
    const [, next] = /^ *(return\b[^;]*;|\w+\.synth\(\);)$/m.exec(rest) ?? [];
    return scope === '' || next === undefined ? [] : [{ file, scope, next }];
  });
  return places.length === 1 ? places[0] : undefined;
}

function readProgram(dir: string, file: string): string {
  return existsSync(join(dir, file)) ? readFileSync(join(dir, file), 'utf8') : '';
}

const FOLDERS = ['', 'organization', 'src'];

function programFiles(dir: string): string[] {
  return FOLDERS.flatMap((folder) => {
    const path = join(dir, folder);
    const names = existsSync(path) ? readdirSync(path).sort() : [];
    return names.filter((name) => /(?<!\.test|\.d)\.ts$/.test(name)).map((name) => posix.join(folder, name));
  });
}
