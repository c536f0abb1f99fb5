/** The .d.ts files of what the package exports, and of what those reach. */
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from './bundles.mjs';

/**
 * @param {readonly string[]} entries sources, relative to the repository
 * @returns {ReadonlyMap<string, string>} text by path, relative to the repository
 */
export function declarations(entries) {
  const config = join(import.meta.dirname, 'tsconfig.build.json');
  const { options, errors } = ts.getParsedCommandLineOfConfigFile(
    config,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail },
  );
  if (errors.length > 0) fail(errors[0]);
  const files = new Map();
  const program = ts.createProgram(
    entries.map((entry) => join(root, entry)),
    options,
  );
  const { diagnostics } = program.emit(undefined, (path, text) => files.set(relative(root, path), text));
  if (diagnostics.length > 0) fail(diagnostics[0]);
  return files;
}

function fail(diagnostic) {
  throw new Error(
    ts.formatDiagnostic(diagnostic, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => root,
      getNewLine: () => '\n',
    }),
  );
}
