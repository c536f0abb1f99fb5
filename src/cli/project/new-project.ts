/** The files of a new project: those of `examples/new-project`, a pipeline of `examples/pipelines`, and the manifests. */
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { PACKAGE_NAME, VERSION } from '../../model/api';
import { packageRoot } from '../../install/own-package';
import { makeFolder, writeNewFile } from '../whole-file';

export const CDKS = ['cdktn', 'cdktf'] as const;
export const PIPELINES = ['github', 'gitlab', 'none'] as const;

export type Cdk = (typeof CDKS)[number];
export type Pipeline = (typeof PIPELINES)[number];

export interface ProjectFile {
  readonly text: string;
  readonly executable?: boolean;
}

const FILE_GROUPS = ['Edit these files', 'The project', 'The pipeline'] as const;

const EDITED = /^organization\/|^(bootstrap\.ts|review\.config\.json)$|CODEOWNERS$/;

/** The files of a project without a pipeline that a user rarely edits. */
const OF_PROJECT: ReadonlySet<string> = new Set([
  ...['.gitignore', 'AGENTS.md', 'README.md', 'cdktf.json', 'main.ts', 'package.json', 'tsconfig.json'],
]);

/** The files of a project, by their path in it. */
export type ProjectFiles = ReadonlyMap<string, ProjectFile>;

const cdkVersions: Readonly<Record<Cdk, string>> = { cdktn: '^0.24.0', cdktf: '^0.21.0' };

/** Runs the program in one process: the commands npx and tsx are processes of their own. Its errors are sentences. */
export const SYNTHESIZE = `node --require ${PACKAGE_NAME}/plain-errors --import tsx main.ts`;

/** Parts of `examples/pipelines` that a new project does not need, or that only a trial writes. */
const notOfPipeline = /^(README\.md$|organization\.ts$|trial\.sh$|out\/|trial\/|cdktf\.out\/|node_modules\/)/;

/** The organization of the examples. A project has its own name instead. */
const EXAMPLE_NAME = /\bacme\b/g;

/** Returns the name of an organization for a folder, or for its root group: a name that GitHub, paths and files accept. */
export function organizationName(text: string): string {
  const name = basename(resolve(text))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return name === '' ? 'organization' : name;
}

/**
 * Returns the files of a new project. Reads them from the package; needs no network.
 *
 * @param name the name of the organization, from {@link organizationName}
 */
export function projectFiles(cdk: Cdk, pipeline: Pipeline, name: string): ProjectFiles {
  const examples = join(packageRoot(__dirname), 'examples');
  const isOfOther = (path: string) => PIPELINES.some((other) => other !== pipeline && path.includes(other));
  const project = filesIn(join(examples, 'new-project')).filter(([path]) => !isOfOther(path));
  const copied = pipeline === 'none' ? [] : filesIn(join(examples, 'pipelines'));
  const files = new Map<string, ProjectFile>([
    ['package.json', { text: json(manifest(cdk)) }],
    ['tsconfig.json', { text: json(tsconfig) }],
    ['cdktf.json', { text: json(cdktfConfiguration) }],
    ...project,
    ...copied.filter(([path]) => !notOfPipeline.test(path) && !isOfOther(path)),
  ]);
  for (const [path, { text, ...file }] of files) {
    const guide = pipeline === 'none' ? withoutPipeline(text) : text;
    const program = path.endsWith('.ts') ? forCdk(cdk, text) : guide;
    files.set(path, { ...file, text: program.replace(EXAMPLE_NAME, name) });
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the paths in a folder that prevent writing these files: existing files, and links or files instead of folders. */
export function conflictsIn(dir: string, files: ProjectFiles): string[] {
  const conflicts = new Set<string>();
  for (const path of files.keys()) {
    const parts = path.split('/');
    for (let length = 1; length <= parts.length; length++) {
      const part = parts.slice(0, length).join('/');
      const found = lstatSync(join(dir, part), { throwIfNoEntry: false });
      if (found === undefined) break;
      if (length < parts.length && found.isDirectory()) continue;
      conflicts.add(part);
      break;
    }
  }
  return [...conflicts].sort();
}

/** Returns the list of the files in three groups: what a user edits, what belongs to the program, and the pipeline. */
export function listedFiles(files: ProjectFiles): string {
  const groups = new Map<string, string[]>(FILE_GROUPS.map((title) => [title, []]));
  for (const path of files.keys()) groups.get(getGroup(path, files))?.push(`  ${path}\n`);
  return [...groups]
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title}:\n${lines.join('')}`)
    .join('\n');
}

function getGroup(path: string, files: ProjectFiles): (typeof FILE_GROUPS)[number] {
  // GitLab stores the state itself.
  const isBackend = path === 'settings.tf.json' && !files.has('.gitlab-ci.yml');
  if (isBackend || EDITED.test(path)) return 'Edit these files';
  return OF_PROJECT.has(path) ? 'The project' : 'The pipeline';
}

/** Writes the files. Fails if one of them exists. After a failure, for example on a full disk, none of them is left. */
export function writeProject(dir: string, files: ProjectFiles): void {
  const made: string[] = [];
  try {
    for (const [path, { text, executable = false }] of files) {
      const file = join(dir, path);
      made.push(...listMissingFolders(dirname(file)));
      makeFolder(dirname(file));
      writeNewFile(file, text, executable ? 0o777 : 0o666);
      made.push(file);
    }
  } catch (error) {
    for (const path of made.reverse()) rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

/** Returns the folders of a path that do not exist, each before those in it. */
function listMissingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [...listMissingFolders(dirname(folder)), folder];
}

function filesIn(folder: string): [path: string, file: ProjectFile][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ file: join(folder, name), path: name.replaceAll(sep, '/') }))
    .filter(({ file }) => statSync(file).isFile())
    .map(({ file, path }) => [
      // npm does not pack a file with this name, and applies its rules instead.
      path === 'gitignore' ? '.gitignore' : path,
      { text: readFileSync(file, 'utf8'), executable: (statSync(file).mode & 0o100) !== 0 },
    ]);
}

/** Returns a README without its last section, or the instructions for agents of a project that a person applies. */
function withoutPipeline(text: string): string {
  return text
    .replace(/\n## Pipeline\n[^]*$/, '')
    .replace(/A person reviews the pull request\. The pipeline plans/, 'A person reviews the change, plans')
    .replace('Only the pipeline applies.', 'Only a person applies.');
}

/** Returns the code of a program with the imports of a CDK. */
export function forCdk(cdk: Cdk, text: string): string {
  if (cdk === 'cdktf') return text;
  // Only imports: an adopted description can contain the same words.
  return text.replace(/^((?:import\b[^'"\n]*|\} )from )'([^']+)'/gm, (line, start: string, name: string) =>
    name === 'cdktf' ? `${start}'${cdk}'` : name === PACKAGE_NAME ? `${start}'${PACKAGE_NAME}/${cdk}'` : line,
  );
}

function manifest(cdk: Cdk): object {
  return {
    private: true,
    engines: { node: '>=20.18.1' },
    scripts: {
      test: 'node --import tsx --test organization/*.test.ts',
      check: 'tsc',
      synth: SYNTHESIZE,
      plan: 'platform-iac plan',
    },
    dependencies: {
      [cdk]: cdkVersions[cdk],
      [PACKAGE_NAME]: `^${VERSION}`,
      constructs: '~10.7.2',
      tsx: '^4.23.15',
    },
    devDependencies: { '@types/node': '^20.19.43', typescript: '~5.9' },
    // tsx works without it, and npm warns of a script that a project neither allows nor denies.
    allowScripts: { esbuild: false },
  };
}

const tsconfig = {
  compilerOptions: {
    target: 'ES2022',
    module: 'Node16',
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    noImplicitReturns: true,
    noUnusedLocals: true,
    skipLibCheck: true,
    types: ['node'],
  },
};

const cdktfConfiguration = { language: 'typescript', app: SYNTHESIZE, sendCrashReports: 'false' };

function json(value: object): string {
  // Prettier keeps a short list on one line.
  return `${JSON.stringify(value, undefined, 2).replace(/\[\s+("[^"]*")\s+\]/g, '[$1]')}\n`;
}
