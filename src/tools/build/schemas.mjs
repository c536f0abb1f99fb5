/**
 * Creates the JSON schemas of files that the package reads and writes, each from its only definition: the report of a
 * review from its types, `review.config.json` from its checks.
 */
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';
import { createFormatter, createParser, DEFAULT_CONFIG, SchemaGenerator } from 'ts-json-schema-generator';
import ts from 'typescript';
import { root } from './entries.mjs';

/** The site contains the schemas (docs/.vitepress/plain-files.mjs). */
const location = 'https://platform-iac.github.io/cdktf-provider-platform/';

/** Text by file, the same on every machine. */
export async function schemas() {
  return [
    ['dist/review.schema.json', json(reportSchema())],
    ['dist/review.config.schema.json', json(await configurationSchema())],
    ['dist/organization.schema.json', `${JSON.stringify(await organizationSchema())}\n`],
  ];
}

function json(schema) {
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

/** Undeclared fields are accepted: a report of a newer version may have more. */
function reportSchema() {
  // Omits the types of packages, which it does not use: a program with all of them would take many times as long.
  const options = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  };
  const program = ts.createProgram([resolve(root, 'src/review/report/types/report.ts')], options);
  const config = { ...DEFAULT_CONFIG, type: 'Report', topRef: false, additionalProperties: true, skipTypeCheck: true };
  const generator = new SchemaGenerator(program, createParser(program, config), createFormatter(config), config);
  const schema = generator.createSchema('Report');
  return { $schema: schema.$schema, $id: `${location}review.schema.json`, title: 'Report of a review', ...schema };
}

async function configurationSchema() {
  const { default: schema } = await bundled(`
    import { z } from 'zod';
    import { configurationSchema } from './src/access/rules/configuration/schema';
    export default z.toJSONSchema(configurationSchema, { target: 'draft-7', io: 'input', unrepresentable: 'any' });`);
  return { ...schema, $id: `${location}review.config.schema.json`, title: 'review.config.json' };
}

async function organizationSchema() {
  const { organizationSchema: schema } = await bundled(
    `export { organizationSchema } from './constructs/organization/json-schema';`,
  );
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `${location}organization.schema.json`,
    title: 'An organization',
    ...schema(),
  };
}

/** Returns the exports of a program. */
async function bundled(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // Modules of packages can need files next to them.
    packages: 'external',
    write: false,
    logLevel: 'silent',
  });
  const module = { exports: {} };
  const run = compileFunction(outputFiles[0].text, ['module', 'require', '__dirname']);
  run(module, createRequire(join(root, 'package.json')), root);
  return module.exports;
}
