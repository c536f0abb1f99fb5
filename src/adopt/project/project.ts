/** The files of a project that depend on the organization. */
import { PROVIDER_ADDRESS, REGISTRY_SOURCE, VERSION } from '../../model/api';
import { hclProgram } from '../formats/hcl/program';
import { ONLY_STACK } from '../formats/typescript/scope';
import { typeScriptProgram } from '../formats/typescript/program';
import { yamlProgram } from '../formats/yaml/program';
import { adoptedObjects, groupsWithin, type AdoptedOrganization } from '../organization/model';
import { getSize, divideIntoStacks } from '../stacks/stacks';
import { createImports } from './imports';
import { hclReadme } from './hcl-files';
import { mainFile } from './main-file';
import { notAdoptedFile } from './not-adopted-file';
import { NEW_STACK_FILE, PLAN_FILE, stacksFile, stacksMainFile, stacksTestFile } from './stack-files';
import { testFile } from './test-file';
import type { TrustedOwner } from '../../access/rules';
import { createTrustFinder, listTrustedOwners } from './adopted-trust';
import { listRootOwners, type RootOwners } from './root-owners';
import { listUndeclaredTrust, type UndeclaredTrust } from './undeclared-trust';

/** Constructs in TypeScript, a YAML file that a program reads, or a configuration in HCL. */
export const PROJECT_FORMATS = ['constructs', 'yaml', 'hcl'] as const;

export type ProjectFormat = (typeof PROJECT_FORMATS)[number];

const FOLDER = ONLY_STACK.folder;

const programs = { constructs: typeScriptProgram, yaml: yamlProgram };

/** Returns true if a program of the format synthesizes the configuration of Terraform. */
export function isSynthesizedFormat(format: ProjectFormat): format is keyof typeof programs {
  return format in programs;
}

export interface ProjectOptions {
  /** The format of the program. @default 'constructs' */
  readonly format?: ProjectFormat | undefined;
  /** True for a release's executable instead of the npm package: a configuration then uses the public address of the provider. */
  readonly isExecutable?: boolean;
  /** `platform-iac` as a shell finds it in a folder without the package. @default 'platform-iac' */
  readonly command?: string;
  /** True if the first apply imports the existing objects. */
  readonly hasImports: boolean;
  /** The most objects of a stack. @default one stack for all */
  readonly stackSize?: number | undefined;
}

/** The files of a project, and what a plan of it needs. */
export interface AdoptedProject {
  /** Texts by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The variables of Terraform for secrets that the API never returns. */
  readonly secrets: readonly string[];
  /** The number of objects of each stack, by name. */
  readonly stacks: ReadonlyMap<string, number>;
  /** The people and identities that own the adopted group. */
  readonly rootOwners: RootOwners;
  /** The owners of the workloads that the identities accept. */
  readonly owners: readonly TrustedOwner[];
  /** The other parties whose tokens the identities accept, for a person to confirm. */
  readonly undeclared: readonly UndeclaredTrust[];
}

/** Returns the program or the configuration, the uids to import, and the list of everything that is not adopted. */
export function adoptedProject(organization: AdoptedOrganization, options: ProjectOptions): AdoptedProject {
  const { format = 'constructs', hasImports, stackSize } = options;
  if (!isSynthesizedFormat(format)) return configurationProject(organization, options);
  if (stackSize !== undefined) return projectOfStacks(organization, { ...options, format, stackSize });
  const { root } = organization;
  const { files, secrets } = programs[format](organization, { toTrust: createTrustFinder(organization) });
  const all = new Map(files);
  all.set('main.ts', mainFile({ rootUid: root.uid, hasImports }));
  all.set('organization/organization.test.ts', testFile(organization, secrets));
  all.set('NOT-ADOPTED.md', notAdoptedFile(organization));
  if (hasImports) all.set('imports.json', importsText(organization));
  const stacks = new Map([[ONLY_STACK.stack, adoptedObjects(organization).length]]);
  return {
    files: all,
    secrets,
    stacks,
    ...listParties(organization),
  };
}

function configurationProject(
  organization: AdoptedOrganization,
  { hasImports, isExecutable = false, command = 'platform-iac' }: ProjectOptions,
): AdoptedProject {
  const provider = { source: isExecutable ? REGISTRY_SOURCE : PROVIDER_ADDRESS, version: VERSION };
  const { files, secrets } = hclProgram(organization, { provider, hasImports });
  const all = new Map(files);
  const parties = listParties(organization);
  all.set('README.md', hclReadme({ ...parties, hasImports: files.has('imports.tf'), isExecutable, command }));
  all.set('NOT-ADOPTED.md', notAdoptedFile(organization));
  const stacks = new Map([[ONLY_STACK.stack, adoptedObjects(organization).length]]);
  return { files: all, secrets, stacks, ...parties };
}

/** Returns a program for each stack, and the files that all stacks share. */
function projectOfStacks(
  organization: AdoptedOrganization,
  {
    hasImports,
    format,
    stackSize,
  }: ProjectOptions & { readonly format: keyof typeof programs; readonly stackSize: number },
): AdoptedProject {
  const trust = createTrustFinder(organization);
  const stacks = divideIntoStacks(organization, stackSize);
  const secrets = new Set<string>();
  const all = new Map<string, string>();
  for (const { name, organization: own } of stacks) {
    const place = { folder: `${FOLDER}/${name}`, stack: name, isOneOfMany: true };
    const program = programs[format](own, { toTrust: trust, place });
    for (const [path, text] of program.files) all.set(path, text);
    for (const secret of program.secrets) secrets.add(secret);
    if (hasImports) all.set(`imports/${name}.json`, importsText(own));
  }
  const groups = groupsWithin(organization.root).length - 1;
  all.set(`${FOLDER}/new-stack.ts`, NEW_STACK_FILE);
  all.set(`${FOLDER}/organization.ts`, stacksFile(stacks));
  all.set(`${FOLDER}/organization.test.ts`, stacksTestFile(stacks, groups));
  all.set('main.ts', stacksMainFile(hasImports));
  all.set('plan.sh', PLAN_FILE);
  all.set('NOT-ADOPTED.md', notAdoptedFile(organization));
  const sizes = new Map(stacks.map((stack) => [stack.name, getSize(stack)]));
  return {
    files: all,
    secrets: [...secrets],
    stacks: sizes,
    ...listParties(organization),
  };
}

function listParties(organization: AdoptedOrganization): Pick<AdoptedProject, 'rootOwners' | 'owners' | 'undeclared'> {
  return {
    rootOwners: listRootOwners(organization),
    owners: listTrustedOwners(organization),
    undeclared: listUndeclaredTrust(organization),
  };
}

function importsText(organization: AdoptedOrganization): string {
  return `${JSON.stringify(createImports(organization), undefined, 2)}\n`;
}
