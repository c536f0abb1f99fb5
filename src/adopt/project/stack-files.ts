/** The files that the stacks of a project share: their list, the function that creates them, the program, its test, and a script. */
import { quoted } from '../../base/text/typescript';
import { counted } from '../../base/text/words';
import { call, code, toRecord, text } from '../code/expressions';
import { printedStatement } from '../code/printer';
import { importLine } from '../formats/typescript/source-file';
import { Identifiers } from '../naming/identifiers';
import type { ProjectStack } from '../stacks/stacks';

/** `new-stack.ts`: the place to select a backend. */
export const NEW_STACK_FILE = [
  importLine(['join'], 'node:path'),
  importLine(['LocalBackend', 'TerraformStack', 'type App'], 'cdktf'),
  importLine(['PlatformProvider'], 'cdktf-provider-platform'),
  '',
  '/** Returns a stack with a state of its own. */',
  'export function newStack(app: App, name: string): TerraformStack {',
  `  const stack = new TerraformStack(app, name);
  // This state belongs to one machine. Before others apply the stack, use a backend with a lock, for example PostgreSQL:
  // new PgBackend(stack, { connStr: 'postgres:///organization', schemaName: name });
  new LocalBackend(stack, { path: join(process.cwd(), \`terraform.\${name}.tfstate\`) });
  // Without props, the API and the identity come from the environment when Terraform runs.
  new PlatformProvider(stack, 'platform');
  return stack;
}
`,
].join('\n');

/** `plan.sh`: plans all stacks, and reviews the plans in one report. */
export const PLAN_FILE = `#!/bin/sh
# Plans every synthesized stack, PARALLEL at a time (2), and reports how all plans together change access. The arguments are those of
# "platform-iac review". Plans contain secrets in plain text: they are in a private folder, and deleted at the end.
set -eu
PATH="$PWD/node_modules/.bin:$PATH"
PLANS=$(mktemp -d)
export PLANS
trap 'rm -rf "$PLANS"' EXIT
ls cdktf.out/stacks | xargs -P "\${PARALLEL:-2}" -I STACK sh -c '{
  cd cdktf.out/stacks/STACK && "\${TERRAFORM_BINARY_NAME:-terraform}" init -input=false &&
    platform-iac plan --no-synth --json-out "$PLANS/STACK"
} > "$PLANS/STACK.log" 2>&1 || { cat "$PLANS/STACK.log" >&2; exit 1; }'
platform-iac review "$PLANS"/*/*.json "$@"
`;

/** Returns the list of all stacks, with the group that each refers to. */
export function stacksFile(stacks: readonly ProjectStack[]): string {
  const names = new Identifiers();
  const functions = stacks.map(({ name }) => names.name([name], 'stack'));
  const imports = stacks.map(({ name }, index) =>
    importLine([`organization as ${functions[index] ?? ''}`], `./${name}/organization`),
  );
  const entries = stacks.map(({ name, organization }, index) => ({
    key: name,
    value: call(functions[index] ?? '', code('app'), text(organization.root.uid)),
  }));
  return [
    ["import type { App } from 'cdktf';", ...imports].join('\n'),
    '\n\n/**\n',
    ' * Declares all stacks. Each one manages everything in an existing group, or a part of it. Returns these groups by the names of the\n',
    ' * stacks.\n',
    ' */\n',
    'export function organization(app: App) {\n',
    `${printedStatement('return ', toRecord(entries), 2)}\n`,
    '}\n',
  ].join('');
}

/** Returns `main.ts`. Each stack has a file with its imports, which users delete after the first apply. */
export function stacksMainFile(hasImports: boolean): string {
  const head = '/** Synthesizes all stacks: `npm run synth` runs this program. */';
  const [app, own] = [importLine(['App'], 'cdktf'), importLine(['organization'], './organization/organization')];
  if (!hasImports)
    return `${[head, app, own].join('\n')}\n\nconst app = new App();\norganization(app);\napp.synth();\n`;
  return [
    head,
    importLine(['existsSync', 'readFileSync'], 'node:fs'),
    importLine(['join'], 'node:path'),
    app,
    importLine(['importExisting', 'type Imports'], 'cdktf-provider-platform'),
    own,
    `
const app = new App();
const stacks = organization(app);
// The first apply imports the existing objects. Delete the folder imports after it.
for (const [name, group] of Object.entries(stacks)) {
  const file = join(__dirname, 'imports', \`\${name}.json\`);
  if (existsSync(file)) importExisting(group, JSON.parse(readFileSync(file, 'utf8')) as Imports);
}
app.synth();
`,
  ].join('\n');
}

/** Returns the test of the stacks. */
export function stacksTestFile(stacks: readonly ProjectStack[], groups: number): string {
  const own = stacks.length;
  const title = `${counted(own, 'stack')} ${own === 1 ? 'declares' : 'declare'} at least ${counted(groups, 'group')}`;
  return [
    "import assert from 'node:assert/strict';",
    importLine(['test'], 'node:test'),
    importLine(['App'], 'cdktf'),
    importLine(['synthesized'], 'cdktf-provider-platform/testing'),
    importLine(['organization'], './organization'),
    `
const program = () => {
  const app = new App();
  organization(app);
  return app;
};

test(${quoted(title)}, () => {
  const org = synthesized(program);
  assert.ok(Object.keys(org.groups).length >= ${groups});
});
`,
  ].join('\n');
}
