/**
 * `node src/tools/check/package-matrix.mjs [AXIS…]`: packs the package, installs it in new projects, and uses it there. Without
 * arguments: every axis of `package-axes.mjs`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../ensure.mjs';
import { axes } from './package-axes.mjs';
import { pack, tryOut } from './package-leg.mjs';
import { main, Refusal, timed } from '../say.mjs';

await main(async () => {
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(axes);
  const unknown = names.filter((name) => !(name in axes));
  if (unknown.length > 0)
    throw new Refusal(`Cannot test ${unknown.join(', ')}: no such axis. The axes are ${Object.keys(axes).join(', ')}.`);
  await ensureBuilt();
  const scratch = mkdtempSync(join(tmpdir(), 'package-matrix-'));
  try {
    const tarball = await pack(scratch);
    for (const name of names)
      for (const leg of axes[name]) await timed(`${name}: ${leg.title}`, () => tryOut(leg, tarball, scratch));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});
