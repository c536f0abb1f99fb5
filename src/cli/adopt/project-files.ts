/** The files of an adopted project: those of a new project, with the program of the organization. */
import { isSynthesizedFormat, type AdoptedProject, type ProjectFormat, type TrustedOwner } from '../../adopt';
import { readPackaged } from '../../install/own-package';
import { type Cdk, forCdk, type Pipeline, projectFiles, type ProjectFiles, SYNTHESIZE } from '../project/new-project';
import { adoptedPipelineFile, type ManagedGroup } from './adopted-pipeline';
import { adoptedReadme, SNAPSHOT_SECTION, type DescribedProject } from './readme';

export interface FileOptions {
  readonly format: ProjectFormat;
  readonly cdk: Cdk;
  readonly pipeline: Pipeline;
  /** The name of the organization. */
  readonly name: string;
  /** The name of the root group by its uid, which no state contains. @default none: the group is in an organization */
  readonly names?: Readonly<Record<string, string>>;
  /** The adopted group, which a pipeline manages. */
  readonly managed?: ManagedGroup;
}

/** Returns all files by path. */
export function adoptedFiles(
  { files, stacks, rootOwners, owners, undeclared }: AdoptedProject,
  { format, cdk, pipeline, name, names, managed }: FileOptions,
): ProjectFiles {
  if (!isSynthesizedFormat(format)) {
    const ignored = ['.gitignore', readPackaged('examples/new-project/gitignore')] as const;
    // The schema is in the package, which a configuration does not install.
    const rules = readPackaged(`examples/new-project/${RULES}`).replace(/^ {2}"\$schema": .*\n/m, '');
    return new Map(
      [ignored, ...files, [RULES, adoptedRules(rules, owners, names)] as const].map(([path, text]) => [path, { text }]),
    );
  }
  const base = [...projectFiles(cdk, pipeline, name)]
    .filter(([path]) => !path.startsWith('organization/'))
    .map(([path, file]) => [path, managed === undefined ? file : adoptedPipelineFile(path, file, managed)] as const);
  const own = [...files].map(([path, text]): [string, { text: string; executable: boolean }] => [
    path,
    { text: path.endsWith('.ts') ? forCdk(cdk, text) : text, executable: path.endsWith('.sh') },
  ]);
  const all = new Map([...base, ...own]);
  const rules = all.get(RULES);
  if (rules !== undefined) all.set(RULES, { text: adoptedRules(rules.text, owners, names) });
  const isOneStack = !files.has(PLAN_SCRIPT);
  const described: DescribedProject = {
    ...{ cdk, rootOwners, owners, undeclared, names, stacks: isOneStack ? undefined : stacks },
    hasImports: [...files.keys()].some((path) => /^imports(\.json$|\/)/.test(path)),
    isApplied: [...files].some(([path, text]) => path.endsWith('.test.ts') && text.includes('applied(')),
  };
  const [ofPipeline = ''] = /\n## Pipeline\n[^]*$/.exec(all.get('README.md')?.text ?? '') ?? [];
  all.set('README.md', { text: adoptedReadme(described, ofPipeline) });
  const instructions = all.get('AGENTS.md');
  if (instructions !== undefined) all.set('AGENTS.md', { text: adoptedInstructions(instructions.text, described) });
  const manifest = all.get('package.json');
  if (manifest !== undefined && !isOneStack) all.set('package.json', { text: withPlanScript(manifest.text) });
  return new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
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

/** Returns the instructions for agents. An emulator contains none of the adopted objects, so they plan against a snapshot. */
function adoptedInstructions(
  text: string,
  { hasImports, isApplied, stacks }: Pick<DescribedProject, 'hasImports' | 'isApplied' | 'stacks'>,
): string {
  const steps: Readonly<Record<string, string>> = {
    '1. ': 'Edit the files in `organization/`, and its test. Change nothing else without being asked.',
    '2. ': `Run \`npm install\` once. \`npm run check\` and \`npm test\` check types and ${isApplied ? 'tests. Tests apply the organization to an emulator: they' : 'synthesize. They'} need no account and no network.`,
    '3. ':
      stacks === undefined
        ? `\`npm run synth && npx platform-iac plan --snapshot organization.snapshot --snapshot-key snapshot.pub\` synthesizes, plans, and reports who gains or loses access, without a token.`
        : 'Ask the person to run `npm run plan`, and to give you the report: it shows who gains or loses access, and needs a token.',
  };
  const otherwise = [
    '',
    `   Without \`organization.snapshot\`, or if it is too old: ask the person to write it, as "${SNAPSHOT_SECTION}" in \`README.md\` describes.`,
    ...(hasImports
      ? [
          '   Before the first apply (`imports.json` exists), ask the person to follow "First apply" in `README.md` first: no state contains the objects yet.',
        ]
      : []),
    '',
  ];
  // The folder contains the hashes of the written files, which a second run needs.
  return text
    .replace('plans or the folder `.platform-iac`', 'plans or snapshots')
    .split('\n')
    .filter((line) => !line.startsWith('   ')) // The notes of a new project are about its emulator.
    .flatMap((line) => {
      const step = steps[line.slice(0, 3)];
      if (step === undefined) return [line];
      return [`${line.slice(0, 3)}${step}`, ...(line.startsWith('3. ') && stacks === undefined ? otherwise : [])];
    })
    .join('\n');
}
