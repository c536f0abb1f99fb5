/** Checks the types of generated programs with one compiler for all of them. */
import { join, resolve } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '../..');
const folder = join(root, '.adopted');

const options: ts.CompilerOptions = {
  ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
  ...{ strict: true, noUncheckedIndexedAccess: true, noImplicitReturns: true, noUnusedLocals: true },
  ...{ noEmit: true, skipLibCheck: true, types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  paths: {
    'cdktf-provider-platform': [join(root, 'constructs/index.ts')],
    'cdktf-provider-platform/testing': [join(root, 'constructs/testing/index.ts')],
  },
};

const parsed = new Map<string, ts.SourceFile | undefined>();
let former: ts.Program | undefined;

/** Returns the errors of the compiler in these files. */
export function typeErrors(files: ReadonlyMap<string, string>): string[] {
  const texts = new Map([...files].map(([path, text]) => [resolve(folder, path), text]));
  const host = ts.createCompilerHost(options);
  const plain = { ...host };
  host.getSourceFile = (name, version, ...others) => {
    const text = texts.get(resolve(name));
    if (text !== undefined) return ts.createSourceFile(name, text, version, true);
    if (!parsed.has(name)) parsed.set(name, plain.getSourceFile(name, version, ...others));
    return parsed.get(name);
  };
  host.fileExists = (name) => texts.has(resolve(name)) || plain.fileExists(name);
  host.readFile = (name) => texts.get(resolve(name)) ?? plain.readFile(name);
  host.directoryExists = (name) => resolve(name).startsWith(folder) || plain.directoryExists?.(name) === true;
  const names = [...texts.keys()];
  const program = ts.createProgram(names, options, host, former);
  former = program;
  return names.flatMap((name) => {
    const source = program.getSourceFile(name);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ messageText, start = 0 }) => {
      const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      return `${name.slice(folder.length + 1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
  });
}
