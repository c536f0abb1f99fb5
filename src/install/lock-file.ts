/** Our entry in a dependency lock file (`.terraform.lock.hcl`). Entries of other providers are left as they are, byte for byte. */
import { createHash } from 'node:crypto';
import { PROVIDER_ADDRESS } from '../api';

export interface LockedProvider {
  readonly version: string;
  /** Every hash that is accepted; one `h1:` covers all platforms, since they share the file. */
  readonly hash: string;
}

/**
 * The text of a lock file with our entry renewed.
 *
 * The constraints of an entry of the same version stay (Terraform wrote there what the configuration says); otherwise they are
 * that version: `cdktf deploy` runs `terraform providers lock`, which asks registries, unless the constraints of the entry
 * admit what the stack requires. The very same text comes back when nothing has to change.
 */
export function withLockEntry(text: string | undefined, locked: LockedProvider): string {
  const previous = text ?? header;
  const found = ourEntry.exec(previous);
  const entry = entryText(locked, found === null ? undefined : constraintsIn(found[0], locked.version));
  if (found !== null) return previous.replace(found[0], () => entry);
  return insert(previous, entry);
}

const ourEntry = new RegExp(`^provider "${PROVIDER_ADDRESS.replaceAll('.', '\\.')}" \\{[^}]*^\\}\\r?\\n?`, 'm');
const header = `# This file is maintained automatically by "terraform init".\n# Manual edits may be lost in future updates.\n`;

function entryText({ version, hash }: LockedProvider, constraints = version): string {
  return [
    `provider "${PROVIDER_ADDRESS}" {`,
    `  version     = "${version}"`,
    `  constraints = "${constraints}"`,
    '  hashes = [',
    `    "${hash}",`,
    '  ]',
    '}\n',
  ].join('\n');
}

function constraintsIn(entry: string, version: string): string | undefined {
  if (/^\s*version\s*=\s*"([^"]*)"/m.exec(entry)?.[1] !== version) return undefined;
  return /^\s*constraints\s*=\s*"([^"]*)"/m.exec(entry)?.[1];
}

/** Terraform sorts entries by address; keeping that order spares the file a rewrite at the next init. */
function insert(text: string, entry: string): string {
  const later = [...text.matchAll(/^provider "([^"]+)"/gm)].find(([, address]) => (address ?? '') > PROVIDER_ADDRESS);
  if (later !== undefined) return `${text.slice(0, later.index)}${entry}\n${text.slice(later.index)}`;
  return `${text.trimEnd()}\n\n${entry}`;
}

/**
 * The hash by which a dependency lock file knows an unpacked provider package: `h1:` and, in base64, the SHA-256 of one line
 * a file (its SHA-256 in hex, two spaces, its name), sorted by name. The same on every platform whose package has the same files.
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
