/** The files of a project that depend on the organization. */
import type { Values } from '../../api';
import { trustDataOf } from '../../trust';
import type { TrustOf } from '../formats/typescript/scope';
import { typeScriptProgram } from '../formats/typescript/program';
import { yamlProgram } from '../formats/yaml/program';
import { adoptedObjects, type Organization } from '../organization/model';
import { importsOf } from './imports';
import { mainFile } from './main-file';
import { notAdoptedFile } from './not-adopted-file';
import { testFile } from './test-file';

/** The formats of a program: constructs in TypeScript, or a YAML file that a program reads. */
export const FORMATS = ['constructs', 'yaml'] as const;

export type Format = (typeof FORMATS)[number];

const programs = { constructs: typeScriptProgram, yaml: yamlProgram };

export interface ProjectOptions {
  /** The format of the program. @default 'constructs' */
  readonly format?: Format | undefined;
  /** True if the first apply imports the existing objects. */
  readonly hasImports: boolean;
}

/** The files of a project, and what a plan of it needs. */
export interface AdoptedProject {
  /** Texts by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The variables of Terraform for secrets that the API never returns. */
  readonly secrets: readonly string[];
}

/** Returns the program, its test, the uids to import, and the list of everything that is not adopted. */
export function adoptedProject(
  organization: Organization,
  { hasImports, format = 'constructs' }: ProjectOptions,
): AdoptedProject {
  const { root } = organization;
  const { files, secrets, rootVariable } = programs[format](organization, { trustOf: trustOf(organization) });
  const all = new Map(files);
  all.set('main.ts', mainFile({ rootUid: root.uid, variable: rootVariable, hasImports }));
  all.set('organization/organization.test.ts', testFile(organization, secrets));
  all.set('NOT-ADOPTED.md', notAdoptedFile(organization));
  if (hasImports) all.set('imports.json', `${JSON.stringify(importsOf(organization), undefined, 2)}\n`);
  return { files: all, secrets };
}

/** Finds the trust of identities. People sign in with the issuers of the identity providers, and of the people with roles. */
function trustOf(organization: Organization): TrustOf {
  const objects = adoptedObjects(organization);
  const issuers = objects.flatMap(({ values, references }) => [
    ...Object.values(references).flatMap((target) => (target.is === 'person' ? [target.issuer] : [])),
    ...('oidc' in values ? [String((values['oidc'] as Values)['issuer'])] : []),
  ]);
  const signInIssuers = [...new Set(issuers)];
  return ({ values }) => {
    const data = trustDataOf(values, { signInIssuers });
    const [entry] = Object.entries<unknown>(data ?? {});
    return entry === undefined ? undefined : { platform: entry[0], props: entry[1] as Values };
  };
}
