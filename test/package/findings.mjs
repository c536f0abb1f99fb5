/** `findings.mjs FOLDER TARBALL`: what publint and "are the types wrong" find, as JSON. Both are ES modules only. */
import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const [folder, tarball] = process.argv.slice(2);
const { messages, pkg } = await publint({ pkgDir: folder, pack: false, strict: true });
const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)), {
  // JSON schemas are data without types, which the oldest resolution of TypeScript does not look up in "exports".
  excludeEntrypoints: [/\.schema\.json$/],
});
const findings = {
  publint: messages.map((message) => formatMessage(message, pkg, { color: false })),
  areTheTypesWrong: analysis.types === false ? ['there are no types'] : analysis.problems,
};
process.stdout.write(JSON.stringify(findings));
