/** The files that add objects to an existing project. No file of the project changes. */
import type { AdoptedOrganization } from '../organization/model';
import { hclAddition } from '../formats/hcl/program';
import type { ExistingConfiguration } from '../formats/hcl/configuration';
import { importLine } from '../formats/typescript/source-file';
import { typeScriptAddition } from '../formats/typescript/addition';
import { createTrustFinder } from './adopted-trust';

/** An addition to a project. */
export interface Addition {
  /** Texts by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The name of the function that the program calls; absent for HCL. */
  readonly call?: { readonly name: string; readonly from: string };
  /** The variables of Terraform for secrets that the API never returns. */
  readonly secrets: readonly string[];
}

const PATH = 'organization/unmanaged';

/** Returns a file with a function, which the program calls. `number`: 2 for the second file of the project. */
export function programAddition(organization: AdoptedOrganization, number: number): Addition {
  const [suffix, file] = number === 1 ? ['', PATH] : [String(number), `${PATH}-${number}`];
  const name = `addUnmanaged${suffix}`;
  const id = number === 1 ? 'unmanaged' : `unmanaged-${number}`;
  const { text, secrets } = typeScriptAddition(organization, { toTrust: createTrustFinder(organization), name, id });
  return { files: new Map([[`${file}.ts`, text]]), call: { name, from: `./${file}` }, secrets };
}

/** Returns a program with nothing but the addition: its plan imports exactly these objects. */
export function additionProgram(number: number): string {
  const suffix = number === 1 ? '' : `-${number}`;
  const name = `addUnmanaged${number === 1 ? '' : number}`;
  return [
    `import { App, TerraformStack } from 'cdktf';`,
    `import { PlatformProvider } from 'cdktf-provider-platform';`,
    importLine([name], `./${PATH}${suffix}`),
    '',
    'const app = new App();',
    `const stack = new TerraformStack(app, 'organization');`,
    `new PlatformProvider(stack, 'platform');`,
    `${name}(stack);`,
    'app.synth();',
    '',
  ].join('\n');
}

/** Returns files with resources and import blocks, which refer to resources of the configuration. */
export function configurationAddition(
  organization: AdoptedOrganization,
  number: number,
  existing: ExistingConfiguration,
): Addition {
  const { resources, imports, secrets } = hclAddition(organization, existing);
  const file = number === 1 ? 'unmanaged' : `unmanaged_${number}`;
  const files = new Map([
    [`${file}.tf`, resources],
    [`${file}_imports.tf`, imports],
  ]);
  return { files, secrets };
}
