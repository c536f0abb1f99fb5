/**
 * Our entry in a dependency lock file (`.terraform.lock.hcl`). Entries of other providers are unchanged, byte for byte.
 */
import { createHash } from 'node:crypto';
import { PROVIDER_ADDRESS } from '../model/api';
import { type LockBlock, lockBlocks } from './lock-blocks';

export interface LockedProvider {
  readonly version: string;
  /** The only accepted hash: one `h1:` covers all platforms, because they share the file. */
  readonly hash: string;
}

/**
 * Returns the text of a lock file with our entry renewed.
 *
 * Keeps the constraints of an entry of the same version, because Terraform wrote them from the configuration. Otherwise the
 * constraint is the new version: if it did not admit what the stack requires, `terraform providers lock`, which `cdktf deploy` runs,
 * would ask registries. Returns the same text if nothing changes. Throws an `Error` for a text that Terraform cannot read.
 */
export function withLockEntry(text: string | undefined, locked: LockedProvider): string {
  const previous = text === undefined || text.trim() === '' ? header : text;
  const blocks = lockBlocks(previous);
  requireNoDuplicates(blocks);
  const ours = blocks.find(({ address }) => address === PROVIDER_ADDRESS);
  if (ours === undefined) return insert(previous, blocks, entryText(locked));
  const entry = entryText(locked, constraintsIn(ours, locked.version));
  return previous.slice(0, ours.start) + entry + previous.slice(ours.end);
}

/** Like Terraform, does not choose between two entries: a person has to decide. */
function requireNoDuplicates(blocks: readonly LockBlock[]): void {
  for (const [index, { address, line }] of blocks.entries()) {
    const first = blocks.slice(0, index).find((other) => other.address === address);
    if (first !== undefined)
      throw new Error(
        `it has two entries for the provider ${address}, in the lines ${first.line} and ${line}, which Terraform rejects. Remove one or both: the entry is then written again.`,
      );
  }
}

const header = `# This file is maintained automatically by "terraform init".\n# Manual edits may be lost in future updates.\n`;

function entryText({ version, hash }: LockedProvider, constraints = version): string {
  return [
    `provider "${PROVIDER_ADDRESS}" {`,
    `  version     = "${version}"`,
    `  constraints = "${constraints}"`,
    '  hashes = [',
    `    "${hash}",`,
    '  ]',
    '}',
  ].join('\n');
}

function constraintsIn(entry: LockBlock, version: string): string | undefined {
  return entry.attribute('version') === version ? entry.attribute('constraints') : undefined;
}

/** Terraform sorts entries by address; keeping that order spares the file a rewrite at the next init. */
function insert(text: string, blocks: readonly LockBlock[], entry: string): string {
  const later = blocks.find(({ address }) => address > PROVIDER_ADDRESS);
  if (later !== undefined) return `${text.slice(0, later.start)}${entry}\n\n${text.slice(later.start)}`;
  return `${text.trimEnd()}\n\n${entry}\n`;
}

/**
 * Returns the hash of an unpacked provider package in a dependency lock file: `h1:` and, in base64, the SHA-256 of one
 * line a file (its SHA-256 in hex, two spaces, its name), sorted by name. The same on every platform whose package has
 * the same files.
 */
export function packageHash(files: Readonly<Record<string, Uint8Array>>): string {
  const lines = Object.keys(files)
    .sort()
    .map((name) => `${sha256(files[name] ?? new Uint8Array()).digest('hex')}  ${name}\n`);
  return `h1:${sha256(lines.join('')).digest('base64')}`;
}

function sha256(data: string | Uint8Array): ReturnType<typeof createHash> {
  return createHash('sha256').update(data);
}
