/** Reads the files of a zip archive: stored or deflated, without encryption. */
import { inflateRawSync } from 'node:zlib';

/** Signatures of the records of an archive. */
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const FILE = 0x04034b50;

const END_BYTES = 22;
const ENTRY_BYTES = 46;
const FILE_BYTES = 30;

/** The most bytes of all files together. */
const MAX_BYTES = 256 * 1024 * 1024;

const STORED = 0;
const DEFLATED = 8;

/**
 * Returns the wanted files of an archive by name, or `undefined` for anything that is no readable archive. A name that occurs
 * twice makes the archive unreadable: readers choose different files.
 */
export function readZip(bytes: Buffer, isWanted: (name: string) => boolean): ReadonlyMap<string, Buffer> | undefined {
  try {
    return readFiles(bytes, isWanted);
  } catch {
    // Node throws for a read beyond the end, and for damaged contents.
    return undefined;
  }
}

function readFiles(bytes: Buffer, isWanted: (name: string) => boolean): ReadonlyMap<string, Buffer> | undefined {
  let end = bytes.length - END_BYTES;
  while (end >= 0 && bytes.readUInt32LE(end) !== END) end--;
  if (end < 0) return undefined;
  const files = new Map<string, Buffer>();
  const names = new Set<string>();
  let left = MAX_BYTES;
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    if (bytes.readUInt32LE(at) !== ENTRY) return undefined;
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const next = at + ENTRY_BYTES + (nameLength ?? 0);
    const name = bytes.toString('utf8', at + ENTRY_BYTES, next);
    if (names.has(name)) return undefined;
    names.add(name);
    if (isWanted(name)) {
      const contents = readContents(bytes, at, left);
      if (contents === undefined) return undefined;
      left -= contents.length;
      files.set(name, contents);
    }
    at = next + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}

/** Returns the contents of the file with the entry at `at`. */
function readContents(bytes: Buffer, at: number, maxOutputLength: number): Buffer | undefined {
  const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1;
  const method = bytes.readUInt16LE(at + 10);
  const [packed, size, file] = [20, 24, 42].map((offset) => bytes.readUInt32LE(at + offset)) as [
    number,
    number,
    number,
  ];
  if (isEncrypted || bytes.readUInt32LE(file) !== FILE) return undefined;
  const start = file + FILE_BYTES + bytes.readUInt16LE(file + 26) + bytes.readUInt16LE(file + 28);
  if (start + packed > bytes.length || size > maxOutputLength) return undefined;
  const data = bytes.subarray(start, start + packed);
  const contents =
    method === STORED ? data : method === DEFLATED ? inflateRawSync(data, { maxOutputLength }) : undefined;
  return contents?.length === size ? contents : undefined;
}
