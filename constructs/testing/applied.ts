/** Applies an organization to an emulator with the real Terraform. */
import { BUILT_IN_ROLES, NAME_PATTERN } from '../../src/model/api';
import {
  builtInRoleUid,
  startEmulator,
  type RunningEmulator,
  type SeedObject,
  type SeedTree,
} from '../../src/emulator';
import { installProvider } from '../../src/install/install-provider';
import { locateProvider } from '../../src/install/own-package';
import { snapshotObjects } from './from-snapshot';
import { toOrganization, type Organization } from './organization';
import { getRootName, type RootOptions } from './root-name';
import { createRunner } from './runner';
import { ROOT_GROUP_UID, writeNamedStacks, type OrganizationSource } from './source';
import { temporaryFolder } from './temporary-folder';

/** The options of `applied`: the organization before the apply, and the environment of Terraform. */
export interface AppliedOptions extends RootOptions {
  /**
   * The objects that exist before the apply, as in a seed of the emulator. The first group is the root group.
   *
   * @default - a root group without contents
   */
  readonly seed?: SeedTree;
  /**
   * Additional environment variables for Terraform, such as `TF_VAR_client_secret`.
   *
   * @default - no additional variables
   */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Additional providers that the stacks may use, such as `hashicorp/aws`. Terraform creates their real resources.
   *
   * @default - this provider, and hashicorp/null, random, time and tls
   */
  readonly providers?: readonly string[];
}

/** An organization that Terraform has applied to an emulator. */
export interface AppliedOrganization extends Organization, AsyncClosing {
  /** The uid of the root group. It is {@link ROOT_GROUP_UID} unless the seed sets another one. */
  readonly rootGroupUid: string;
  /** The emulator that contains the organization, for example to simulate drift or to exchange OIDC tokens. */
  readonly emulator: RunningEmulator;
  /**
   * Plans the stacks again, and returns the planned changes, such as `update platform_group.payments`.
   *
   * @example expect(await org.plan()).toEqual([]);
   */
  plan(): Promise<string[]>;
  /** Stops the emulator and removes the temporary folder. A second call does nothing. */
  close(): Promise<void>;
}

/** `[Symbol.asyncDispose]`, for `await using`, if the compiler knows that symbol. */
type AsyncClosing = {
  readonly [dispose in SymbolConstructor['asyncDispose' & keyof SymbolConstructor] & symbol]: () => Promise<void>;
};

/**
 * Applies an organization to its own emulator, and returns its objects and its access. Uses the Terraform or OpenTofu
 * on this machine, and no network.
 *
 * The result does not contain the administrator of the emulator. All files are in a temporary folder. The function
 * replaces backends and the settings of provider blocks, so a test never changes a real organization.
 *
 * @param source a program that returns its `App`, or a folder with synthesized stacks or HCL
 * @throws Error with the problems of the synthesis or the diagnostics of Terraform. It leaves no files and no process.
 * @example
 * const org = await applied(() => organization(new App()));
 * expect(org.whoHas('viewer', 'acme/payments')).toEqual(['acme/payments/ci']);
 * expect(await org.plan()).toEqual([]);
 * await org.close();
 */
export async function applied(source: OrganizationSource, options: AppliedOptions = {}): Promise<AppliedOrganization> {
  const { seed, env = {}, providers = [] } = options;
  const folder = temporaryFolder();
  let starting: Promise<RunningEmulator> | undefined;
  try {
    const rootGroupUid = uidOfRoot(seed) ?? ROOT_GROUP_UID;
    const { stacks, rootId } = writeNamedStacks(source, folder.path, rootGroupUid);
    const rootName = getRootName(source, rootId, options);
    starting = startEmulator({ thread: true, seed: withRootUid(seed ?? rootOnly(rootName)) });
    // The installation may throw before the emulator has started.
    starting.catch(() => undefined);
    for (const { dir } of stacks) installProvider({ dir, ...locateProvider() });
    const emulator = await starting;
    const variables = { ...env, ROOT_GROUP_UID: rootGroupUid, TF_VAR_root_group_uid: rootGroupUid };
    const runner = createRunner({ stacks, folder: folder.path, connection: emulator, variables, providers });
    await runner.apply();
    return {
      ...(await organizationIn(emulator, seed === undefined ? rootName : undefined)),
      ...{ rootGroupUid, emulator, plan: () => runner.plan() },
      ...closing(async () => {
        await emulator.close();
        folder.remove();
      }),
    };
  } catch (error) {
    folder.remove();
    await starting?.then((emulator) => emulator.close()).catch(() => undefined);
    throw error;
  }
}

function closing(end: () => Promise<void>): Pick<AppliedOrganization, 'close'> & AsyncClosing {
  let ended: Promise<void> | undefined;
  const close = () => (ended ??= end());
  return { close, [Symbol.asyncDispose]: close };
}

function uidOfRoot(seed: SeedTree | undefined): string | undefined {
  const uid = seed?.['groups']?.[0]?.['uid'];
  return typeof uid === 'string' ? uid : undefined;
}

/** The uid of the root group is the same in each test, so that it can be part of a snapshot. */
function withRootUid(seed: SeedTree): SeedTree {
  const [root, ...others] = seed['groups'] ?? [];
  const first: SeedObject = { uid: ROOT_GROUP_UID, ...root };
  return root === undefined ? seed : { ...seed, groups: [first, ...others] };
}

/** Returns a seed with the root group. The service accepts fewer names than the ids of constructs. */
function rootOnly(rootName: string): SeedTree {
  const isAccepted = new RegExp(NAME_PATTERN).test(rootName);
  return { groups: [{ name: isAccepted ? rootName : ROOT_GROUP_UID.slice(0, 8) }] };
}

async function organizationIn(emulator: RunningEmulator, rootName: string | undefined): Promise<Organization> {
  const names = new Map(BUILT_IN_ROLES.map(({ name }) => [builtInRoleUid(name), name]));
  const roleName = (uid: string): string => names.get(uid) ?? uid;
  const objects = snapshotObjects(await emulator.snapshot(), { administratorUid: emulator.administratorUid, roleName });
  return toOrganization(
    objects.map((object) =>
      rootName !== undefined && object.key === ROOT_GROUP_UID ? { ...object, name: rootName } : object,
    ),
  );
}
