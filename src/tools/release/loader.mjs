/** The loader that a Linux executable names: it starts only where the loader exists, so one for musl would not start on Debian. */
import { closeSync, openSync, readSync } from 'node:fs';

const PT_INTERP = 3;

/**
 * @param {string} file an executable in the format ELF with 64 bits
 * @returns {string | undefined} the path of the loader; undefined for another format, and for an executable without one
 */
function readLoader(file) {
  const descriptor = openSync(file, 'r');
  try {
    const bytesAt = (position, length) => {
      const bytes = Buffer.alloc(length);
      readSync(descriptor, bytes, 0, length, position);
      return bytes;
    };
    const head = bytesAt(0, 64);
    if (head.toString('latin1', 0, 5) !== '\x7fELF\x02') return undefined;
    // A tool that adds data to an executable moves the headers of its segments to the end of the file.
    const [start, size, count] = [Number(head.readBigUInt64LE(32)), head.readUInt16LE(54), head.readUInt16LE(56)];
    for (let index = 0; index < count; index++) {
      const header = bytesAt(start + index * size, size);
      if (header.readUInt32LE(0) !== PT_INTERP) continue;
      const [offset, length] = [header.readBigUInt64LE(8), header.readBigUInt64LE(32)].map(Number);
      return bytesAt(offset, length).toString('latin1').replace(/\0+$/, '');
    }
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * @param {string} file
 * @returns {string | undefined} the reason why the executable does not start on a Linux with glibc
 */
export function loaderProblem(file) {
  const loader = readLoader(file);
  if (/^\/lib(64)?\/ld-linux-[\w-]+\.so\.\d$/.test(loader ?? '')) return undefined;
  return `its loader is ${loader ?? 'missing'}, and Linux with glibc has another one`;
}
