/** Finds the mutants that the types reject. They need no test, because `npm run check` fails with them. */
import { resolve } from 'node:path';
import ts from 'typescript';

/**
 * Creates a check of the types of one changed file. It ignores values that are no longer used, because removed code leaves them.
 *
 * @param {string} root the folder of the project
 * @returns {(file: string, text: string) => boolean} true if only the changed text of the file has an error
 */
export function createTypeCheck(root) {
  const { config } = ts.readConfigFile(resolve(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root);
  /** @type {{ file: string, text: string | undefined }} */
  let changed = { file: '', text: undefined };
  let version = 0;
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => ({ ...options, noUnusedLocals: false, noUnusedParameters: false }),
    getScriptFileNames: () => [changed.file],
    getScriptVersion: (file) => (file === changed.file ? String(version) : ''),
    getScriptSnapshot: (file) => {
      const text = (file === changed.file ? changed.text : undefined) ?? ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
  /** @type {(file: string, text?: string) => boolean} */
  const hasError = (file, text) => {
    changed = { file, text };
    version++;
    return [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)].length > 0;
  };
  return (file, text) => hasError(file, text) && !hasError(file);
}
