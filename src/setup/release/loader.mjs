/** The loader that a Linux executable names: it starts only where the loader exists, so one for musl would not start on Debian. */
import { closeSync, openSync, readSync } from 'node:fs';

const PT_INTERP = 3;
/** The headers of a program and the name of its loader are at the beginning of the file. */
const HEAD_BYTES = 65_536;

/**
 * @param {string} file an executable in the format ELF with 64 bits
 * @returns {string | undefined} the path of the loader; undefined for another format, and for an executable without one
 */
function readLoader(file) {
  const head = Buffer.alloc(HEAD_BYTES);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, head);
  closeSync(descriptor);
  if (head.toString('latin1', 0, 5) !== '\x7fELF\x02') return undefined;
  const start = Number(head.readBigUInt64LE(32));
  const [size, count] = [head.readUInt16LE(54), head.readUInt16LE(56)];
  for (let index = 0; index < count; index++) {
    const header = start + index * size;
    if (head.readUInt32LE(header) !== PT_INTERP) continue;
    const offset = Number(head.readBigUInt64LE(header + 8));
    const length = Number(head.readBigUInt64LE(header + 32));
    return head.toString('latin1', offset, offset + length).replace(/\0+$/, '');
  }
  return undefined;
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
