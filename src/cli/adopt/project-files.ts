/** The files of an adopted project: those of a new project, with the program of the organization. */
import {
  isSynthesized,
  ownersSection,
  undeclaredSection,
  type AdoptedProject,
  type ProjectFormat,
  type TrustedOwner,
  type UndeclaredTrust,
} from '../../adopt';
import { readPackaged } from '../../install/own-package';
import { type Cdk, forCdk, type Pipeline, projectFiles, type ProjectFiles, SYNTHESIZE } from '../project/new-project';

export interface FileOptions {
  readonly format: ProjectFormat;
  readonly cdk: Cdk;
  readonly pipeline: Pipeline;
  /** The name of the organization. */
  readonly name: string;
  /** The name of the root group by its uid, which no state contains. @default none: the group is in an organization */
  readonly names?: Readonly<Record<string, string>>;
}

/** Returns all files by path. */
export function adoptedFiles(
  { files, stacks, owners, undeclared }: AdoptedProject,
  { format, cdk, pipeline, name, names }: FileOptions,
): ProjectFiles {
  if (!isSynthesized(format)) {
    const ignored = ['.gitignore', readPackaged('examples/new-project/gitignore')] as const;
    // The schema is in the package, which a configuration does not install.
    const rules = readPackaged(`examples/new-project/${RULES}`).replace(/^ {2}"\$schema": .*\n/m, '');
    return new Map(
      [ignored, ...files, [RULES, adoptedRules(rules, owners, names)] as const].map(([path, text]) => [path, { text }]),
    );
  }
  const base = [...projectFiles(cdk, pipeline, name)].filter(([path]) => !path.startsWith('organization/'));
  const own = [...files].map(([path, text]): [string, { text: string; executable: boolean }] => [
    path,
    { text: path.endsWith('.ts') ? forCdk(cdk, text) : text, executable: path.endsWith('.sh') },
  ]);
  const all = new Map([...base, ...own]);
  const rules = all.get(RULES);
  if (rules !== undefined) all.set(RULES, { text: adoptedRules(rules.text, owners, names) });
  const readme = all.get('README.md');
  const isOneStack = !files.has(PLAN_SCRIPT);
  const hasImports = [...files.keys()].some((path) => /^imports(\.json$|\/)/.test(path));
  const isApplied = [...files].some(([path, text]) => path.endsWith('.test.ts') && text.includes('applied('));
  const shown = { hasImports, owners, undeclared, names, isApplied };
  if (readme !== undefined)
    all.set('README.md', {
      text: isOneStack ? adoptedReadme(readme.text, shown) : stacksReadme(stacks, shown),
    });
  const instructions = all.get('AGENTS.md');
  const imported = !hasImports ? undefined : isOneStack ? 'imports.json' : 'imports';
  if (instructions !== undefined)
    all.set('AGENTS.md', { text: adoptedInstructions(instructions.text, imported, isApplied) });
  const manifest = all.get('package.json');
  if (manifest !== undefined && !isOneStack) all.set('package.json', { text: withPlanScript(manifest.text) });
  return new Map([...all].sort(([one], [other]) => (one < other ? -1 : 1)));
}

const PLAN_SCRIPT = 'plan.sh';
const RULES = 'review.config.json';

/** The most columns of a line in a generated file. */
const WIDTH = 120;

/**
 * Returns the rules with the name of the root group and the owners of the adopted identities, which a person confirms. Everything
 * else keeps its format.
 */
function adoptedRules(rules: string, owners: readonly TrustedOwner[], names: FileOptions['names'] = {}): string {
  const texts = owners.map(({ entry }) => JSON.stringify(entry));
  const line = `  "unconfirmedOwners": [${texts.join(', ')}],\n`;
  const lines = `  "unconfirmedOwners": [\n${texts.map((text) => `    ${text}`).join(',\n')}\n  ],\n`;
  const unconfirmed = line.trimEnd().length <= WIDTH ? line : lines;
  const text = owners.length === 0 ? '' : `  "owners": [],\n${unconfirmed}`;
  const named = Object.entries(names).map(
    ([uid, name]) => `  "names": { ${JSON.stringify(uid)}: ${JSON.stringify(name)} },\n`,
  );
  return rules.replace(/^ {2}"owners": \[[^\]]*\],\n/m, () => `${text}${named.join('')}`);
}

function withPlanScript(manifest: string): string {
  const parsed = JSON.parse(manifest) as { readonly scripts: Readonly<Record<string, string>> };
  const scripts = { ...parsed.scripts, plan: `${SYNTHESIZE} && ./${PLAN_SCRIPT}` };
  return `${JSON.stringify({ ...parsed, scripts }, undefined, 2)}\n`;
}

const BACKEND = 'Configure a backend of the stack before others apply.';

/** Returns the instructions for agents: the objects to import do not exist in an emulator. */
function adoptedInstructions(text: string, imports: string | undefined, isApplied: boolean): string {
  const lines = text.split('\n').map((line) => {
    if (!isApplied && line.startsWith('2. '))
      return '2. `npm run check` and `npm test` check types and synthesize. They need no account and no network.';
    return imports !== undefined && line.startsWith('3. ')
      ? `${line} It fails while \`${imports}\` exists, because the objects to import do not exist in an emulator. A person deletes it after the first apply. Until then, run \`npm run synth\`.`
      : line;
  });
  return lines.join('\n');
}

/** The part of an adopted organization that its README describes. */
interface Adopted {
  readonly hasImports: boolean;
  readonly owners: readonly TrustedOwner[];
  readonly undeclared: readonly UndeclaredTrust[];
  readonly names: FileOptions['names'];
  /** True if a test applies the organization to an emulator. */
  readonly isApplied: boolean;
}

function readingStep({ owners }: Adopted): string {
  const next =
    owners.length === 0 ? 'list your owners in `review.config.json`' : 'confirm the owners in `review.config.json`';
  return `1. Read \`NOT-ADOPTED.md\`, and ${next}.`;
}

/** An adopted program has no `new Rules`: the organization may violate a rule, and could not be synthesized. */
const RULES_ROW = `| \`${RULES}\` | The owners that you trust, the names of groups, and the rules of the review |`;

/** Returns the row of the command that `adopt` prints. */
function findingsRow({ names = {} }: Adopted): string {
  const roots = Object.keys(names).map((uid) => ` --root ${uid}`);
  return `| \`npx platform-iac review --live${roots.join('')}\` | Lists the findings of the current organization |`;
}

/** Returns the README of a project with several stacks. */
function stacksReadme(stacks: ReadonlyMap<string, number>, adopted: Adopted): string {
  const { hasImports } = adopted;
  const first = [
    '## First apply',
    '',
    readingStep(adopted),
    '2. Select a backend in `organization/new-stack.ts`.',
    '3. Run `npm install`, `npm test` and `npm run plan`. The plans import every object and change nothing.',
    '4. Apply each stack: `terraform -chdir=cdktf.out/stacks/STACK apply`. The order does not matter.',
    '5. Delete the folder `imports`.',
    '',
  ];
  return [
    '# Organization',
    '',
    'This project declares an organization in several stacks. You need Node 20.18.1 or newer, and Terraform or OpenTofu 1.8 or newer.',
    '',
    '| File | Purpose |',
    '| --- | --- |',
    '| `organization/STACK/` | The groups, identities and grants of one stack |',
    '| `organization/organization.ts` | The list of the stacks, with the group that each one refers to |',
    '| `organization/new-stack.ts` | The backend and the provider of every stack |',
    '| `main.ts` | The program that synthesizes all stacks |',
    ...(hasImports
      ? ['| `imports/STACK.json` | The uids of the existing objects, which the first apply imports |']
      : []),
    RULES_ROW,
    '| `NOT-ADOPTED.md` | The objects that the project does not declare, with the reasons |',
    '',
    '| Command | Purpose |',
    '| --- | --- |',
    '| `npm test` | Synthesizes all stacks, and counts the groups |',
    '| `npm run check` | Checks the types |',
    '| `npm run synth` | Writes each stack to `cdktf.out/stacks/STACK` |',
    '| `npm run plan` | Synthesizes, plans all stacks, `PARALLEL` at a time (2), and reports how they change access together |',
    findingsRow(adopted),
    '',
    'Set `PLATFORM_BASE_URL` and `PLATFORM_TOKEN`.',
    '',
    ...ownersSection(adopted.owners),
    ...undeclaredSection(adopted.undeclared),
    ...(hasImports ? first : []),
    '## Stacks',
    '',
    'Each stack has a state of its own. It refers to objects of other stacks by uid, and needs no other state. To move an object, see',
    '[Addresses](node_modules/cdktf-provider-platform/docs/cli.md#addresses).',
    '',
    '| Stack | Objects |',
    '| --- | --- |',
    ...[...stacks].map(([name, count]) => `| \`${name}\` | ${count} |`),
    '',
  ].join('\n');
}

/** Returns the README of a new project with the files and the steps of an adopted one. */
function adoptedReadme(text: string, adopted: Adopted): string {
  const { hasImports, owners, undeclared, isApplied } = adopted;
  const rows = [
    ...(hasImports ? ['| `imports.json` | The uids of the existing objects, which the first apply imports |'] : []),
    '| `NOT-ADOPTED.md` | The objects that the project does not declare, with the reasons |',
  ];
  const first = [
    '## First apply',
    '',
    readingStep(adopted),
    '2. Run `npm install`, `npm test` and `npm run plan`. The plan imports every object and changes nothing.',
    '3. Apply the plan: `terraform -chdir=cdktf.out/stacks/organization apply`.',
    '4. Delete `imports.json`.',
    '',
  ];
  // The adopted owners have ids.
  const filled = owners.length === 0 ? text : text.replace(/ Write the id of your GitHub owner [^]*?prints it\./, '');
  return (
    // The program has the uid of the root group.
    filled
      .replace(
        'For a real service, set `PLATFORM_BASE_URL`, `PLATFORM_TOKEN`, and the uid of the group to manage in `ROOT_GROUP_UID`.',
        'Set `PLATFORM_BASE_URL` and `PLATFORM_TOKEN`.',
      )
      .split('\n')
      // The objects to import do not exist in an emulator.
      .filter((line) => !line.includes('platform-iac emulator'))
      .flatMap((line) => {
        if (line.startsWith('| `npm run plan`')) return [line, findingsRow(adopted)];
        if (line.startsWith(`| \`${RULES}\``)) return [RULES_ROW];
        if (!isApplied && line.startsWith('| `npm test`'))
          return ['| `npm test` | Synthesizes the stack, and counts the groups |'];
        if (line.startsWith('| `main.ts`')) return [line, ...rows];
        if (line.startsWith('The stack has local state'))
          return [
            ...ownersSection(owners),
            ...undeclaredSection(undeclared),
            ...(hasImports ? first : []),
            line,
            BACKEND,
          ];
        return [line];
      })
      .join('\n')
  );
}
