import { createHash } from 'node:crypto';

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
