/** The loader of an executable, read from the file itself. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runModule } from '../child';

const folder = mkdtempSync(join(tmpdir(), 'loader-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns a file in the format ELF with 64 bits that names a loader. The headers of its segments are at `start`. */
function elf(name: string, loader: string, start = 64): string {
  const head = Buffer.alloc(start + 512);
  head.write('\x7fELF\x02', 'latin1');
  head.writeBigUInt64LE(BigInt(start), 32);
  head.writeUInt16LE(56, 54);
  head.writeUInt16LE(2, 56);
  head.writeUInt32LE(1, start);
  head.writeUInt32LE(3, start + 56);
  head.writeBigUInt64LE(BigInt(start + 256), start + 56 + 8);
  head.writeBigUInt64LE(BigInt(loader.length + 1), start + 56 + 32);
  head.write(loader, start + 256, 'latin1');
  const file = join(folder, name);
  writeFileSync(file, head);
  return file;
}

const cases = [
  ['x64', '/lib64/ld-linux-x86-64.so.2', null],
  ['arm64', '/lib/ld-linux-aarch64.so.1', null],
  ['with headers at the end', '/lib64/ld-linux-x86-64.so.2', null, 1_000_000],
  ['musl', '/lib/ld-musl-x86_64.so.1', 'its loader is /lib/ld-musl-x86_64.so.1, and Linux with glibc has another one'],
] as const;

test('an executable names a loader of glibc, and any other one is a problem', async () => {
  const text = join(folder, 'text');
  writeFileSync(text, '#!/bin/sh');
  const files = [...cases.map(([name, loader, , start]) => elf(name, loader, start)), process.execPath, text];
  const { stdout, stderr } = await runModule(
    `import { loaderProblem } from ${JSON.stringify(resolve('src/tools/release/loader.mjs'))};
    console.log(JSON.stringify(${JSON.stringify(files)}.map((file) => loaderProblem(file) ?? null)));`,
  );
  expect(stderr).toBe('');
  const missing = 'its loader is missing, and Linux with glibc has another one';
  // The tests run in a Node for glibc, on macOS in one of another format.
  const ofNode = process.platform === 'linux' ? null : missing;
  expect(JSON.parse(stdout)).toEqual([...cases.map(([, , problem]) => problem), ofNode, missing]);
});
