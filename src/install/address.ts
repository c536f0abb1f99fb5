/**
 * Where Terraform looks for the provider (DESIGN §4): a private host name, so that a missing copy is reported as missing
 * and never sought in a public registry.
 */
import { join } from 'node:path';

export const providerAddress = 'platform-iac.internal/npm/platform';
export const executableName = 'terraform-provider-platform';

/** One file serves all of them: it is a script, and Node is what differs. */
export const platforms = ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64'] as const;

/** The executable's path in a mirror, for one platform. */
export function leafPath(mirror: string, version: string, platform: string): string {
  return join(mirror, ...providerAddress.split('/'), version, platform, executableName);
}
