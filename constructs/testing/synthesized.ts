/** The declared organization, read from synthesized stacks without Terraform. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredObjects, type StackJson } from '../../src/access/rules';
import { toOrganization, type Organization } from './organization';
import { getRootName, type RootOptions } from './root-name';
import { ROOT_GROUP_UID, writeNamedStacks, type OrganizationSource } from './source';
import { temporaryFolder } from './temporary-folder';

/**
 * Synthesizes an organization in a temporary folder and returns the declared objects and their access. Takes
 * milliseconds and needs no Terraform.
 *
 * Finders such as `Group.named` are references to existing objects. An object with `count` or `forEach` counts as one
 * object.
 *
 * @param source a program that returns its `App`, or a folder with synthesized stacks
 * @throws Error with the problems of the synthesis
 * @throws TypeError if the program returns a promise
 * @example
 * const org = synthesized(() => organization(new App()));
 * expect(org.grants).toEqual(['acme/payments/ci → viewer → acme/payments']);
 * expect(org.identities['acme/payments/ci']).toMatchObject({ claimMatch: { audience: 'platform' } });
 */
export function synthesized(source: OrganizationSource, options: RootOptions = {}): Organization {
  const folder = temporaryFolder();
  try {
    const { stacks, rootId } = writeNamedStacks(source, folder.path, ROOT_GROUP_UID);
    const root = { uid: ROOT_GROUP_UID, name: getRootName(source, rootId, options) };
    return toOrganization(
      declaredObjects(
        stacks.map(({ name, dir }) => readStack(name, dir)),
        root,
      ),
    );
  } finally {
    folder.remove();
  }
}

function readStack(name: string, dir: string): StackJson {
  const file = join(dir, 'cdk.tf.json');
  if (!existsSync(file))
    throw new Error(
      `Cannot read the stack ${name}: it contains no cdk.tf.json. Use applied() for HCL, and synthesize without hclOutput.`,
    );
  return { name, json: JSON.parse(readFileSync(file, 'utf8')) as StackJson['json'] };
}
