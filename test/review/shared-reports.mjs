/** Before the tests of one run: creates the folder of the reports of the corpus, which all tests share. The end of the run removes it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'corpus-reports-'));
  process.env.CORPUS_REPORTS = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
