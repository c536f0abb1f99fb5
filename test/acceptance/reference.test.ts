/** The built provider validates every example of the reference, in one configuration with a module for each. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App, TerraformStack } from 'cdktf';
import ts from 'typescript';
import * as constructs from '../../constructs';
import { terraformPages } from '../../src/cli/reference/terraform-pages';
import { PROVIDER_ADDRESS } from '../../src/model/api';
import { can, describeWith } from '../support/engine';
import { generateRecipientKey } from '../support/recipient-key';
import { terraform } from '../support/terraform';

jest.setTimeout(120_000);

interface Example {
  /** A name for a module. */
  readonly name: string;
  readonly hcl: readonly string[];
  readonly typeScript: readonly string[];
}

const examples = [...terraformPages()].map(([path, text]): Example => ({
  name: path.replace('.md', '').replaceAll(/\W/g, '-'),
  hcl: blocksOf(text, 'hcl'),
  typeScript: blocksOf(text, 'ts'),
}));
// The uid of a root group: some kinds exist only in root groups.
const uid = '0123456789'.repeat(4);
const { text: recipientJwk } = generateRecipientKey();
const requirements = `terraform {
  required_providers {
    platform = {
      source = "${PROVIDER_ADDRESS}"
    }
  }
}
`;

test('Terraform accepts every example with the address of the npm package, and formats it in the same way', async () => {
  const modules = examples
    .map(({ name, hcl }) => ({ name, text: `${hcl.filter((one) => !isImport(one) && !isQuery(one)).join('\n\n')}\n` }))
    .filter(({ text }) => text !== '\n');
  // Each object is imported once, by its identity if the engine supports it.
  const imports = examples.flatMap(({ name, hcl }) =>
    hcl
      .filter((text) => isImport(text) && !generates(text) && text.includes('identity = {') === can('identity'))
      .map((text) => text.replace('to = ', `to = module.${name}.`)),
  );
  // These have no resource yet: in import.test.ts, Terraform generates one.
  const generating = examples.flatMap(({ hcl }) => hcl.filter(generates));
  expect(generating.length).toBe(imports.length);
  const files = Object.fromEntries([
    ...modules.map(({ name, text }) => [
      `${name}/main.tf`,
      text.replace('"platform-iac/platform"', `"${PROVIDER_ADDRESS}"`),
    ]),
    ['generating/main.tf', `${generating.join('\n\n')}\n`],
    ...modules
      .filter(({ text }) => !text.includes('required_providers'))
      .map(({ name }) => [`${name}/versions.tf`, requirements]),
    ...examples.flatMap(({ name, typeScript }) =>
      typeScript.map((program) => [`${name}-ts/cdk.tf.json`, synthesized(program)]),
    ),
  ]) as Record<string, string>;
  const calls = Object.entries(files)
    .filter(([file]) => !file.endsWith('versions.tf') && !file.startsWith('generating/'))
    .map(([file, text]) => call(file.split('/')[0] ?? '', text));
  expect(calls.length).toBeGreaterThan(examples.length);
  expect(imports.length).toBeGreaterThan(3);
  const tf = terraform({ files: { ...files, 'main.tf': [requirements, ...calls, ...imports].join('\n') } });
  try {
    const install = spawnSync(process.execPath, [resolve('dist/platform-iac.js'), 'install', tf.dir], { env: tf.env });
    expect(install.status).toBe(0);
    await tf.init();
    const found = await tf.diagnostics('validate');
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(
      (await tf.run('fmt', '-check', '-diff', '-recursive', 'generating', ...modules.map(({ name }) => name))).text,
    ).toBe('');
  } finally {
    tf.close();
  }
});

test.each(['source', 'version'])(
  'no engine accepts a variable as the %s of a provider: docs/provider.md',
  async (key) => {
    const required = requirements.replace(/source = .*/, `${key} = var.given`);
    const tf = terraform({ files: { 'main.tf': `${required}variable "given" {\n  default = "1.0.0"\n}\n` } });
    try {
      const [found] = await tf.diagnostics('validate');
      expect(found?.detail).toMatch(/^(Source|Version) must be specified as a string\.$/);
    } finally {
      tf.close();
    }
  },
);

describeWith('query', 'Terraform takes every example of a query', () => {
  test('the unchanged list resources, and formats them in the same way', async () => {
    const queries = examples.flatMap(({ hcl }) => hcl.filter(isQuery));
    expect(queries.length).toBeGreaterThan(3);
    const tf = terraform({ files: { 'main.tf': requirements } });
    try {
      const install = spawnSync(process.execPath, [resolve('dist/platform-iac.js'), 'install', tf.dir], {
        env: tf.env,
      });
      expect(install.status).toBe(0);
      await tf.init();
      for (const text of queries) {
        tf.write({ 'found.tfquery.hcl': `${text}\n` });
        expect((await tf.ok('validate', '-query', '-no-color')).text).toContain('The configuration is valid');
        expect((await tf.run('fmt', '-check', '-diff')).text).toBe('');
      }
    } finally {
      tf.close();
    }
  });
});

function blocksOf(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)\\n\`\`\`$`, 'gms'))].map(([, block = '']) => block);
}

/** Returns the import blocks: only a root module may import. */
function isImport(text: string): boolean {
  return text.startsWith('import {');
}

/** Writes the list blocks, which need separate files. */
function isQuery(text: string): boolean {
  return /^list "/m.test(text);
}

function generates(text: string): boolean {
  return /^import \{\n +provider +=/.test(text);
}

function call(name: string, text: string): string {
  const given = [...text.matchAll(/^variable "(\w+)"/gm)].map(
    ([, variable = '']) => `  ${variable} = ${JSON.stringify(variable === 'recipient_jwk' ? recipientJwk : uid)}\n`,
  );
  return `module "${name}" {\n  source = "./${name}"\n${given.join('')}}\n`;
}

/** Runs a program in an existing stack, unless it creates its own, and returns the result. */
function synthesized(program: string): string {
  const outdir = mkdtempSync(join(tmpdir(), 'reference-'));
  class OwnApp extends App {
    constructor() {
      super({ outdir });
    }
  }
  const { outputText } = ts.transpileModule(program, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const given = {
    require: (name: string): unknown => (name === 'cdktn' ? { App: OwnApp, TerraformStack } : constructs),
    exports: {},
    process: { env: { PARENT_UID: uid, GROUP_UID: uid, RECIPIENT_JWK: recipientJwk } },
  };
  const run = (more: object = {}): void => {
    const all = { ...given, ...more };
    // oxlint-disable-next-line typescript/no-implied-eval -- the examples are ours
    new Function(...Object.keys(all), outputText)(...Object.values(all));
  };
  try {
    if (program.includes('app.synth()')) {
      run();
    } else {
      const app = new OwnApp();
      const stack = new TerraformStack(app, 'org');
      new constructs.PlatformProvider(stack, 'platform', { install: false });
      run({ stack });
      app.synth();
    }
    return readFileSync(join(outdir, 'stacks/org/cdk.tf.json'), 'utf8');
  } finally {
    rmSync(outdir, { recursive: true });
  }
}
