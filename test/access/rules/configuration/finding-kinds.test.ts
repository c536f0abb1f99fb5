/** Tests that docs/review.md and the help of SARIF describe each finding with the same words. */
import { readFileSync } from 'node:fs';
import { CONTEXT_FINDINGS, FINDINGS } from '../../../../src/access/rules/configuration/finding-kinds';

test('docs/review.md has a row for each kind of finding, in order, with the same words and an anchor', () => {
  const [, page = ''] = readFileSync('docs/review.md', 'utf8').split('\n## Findings\n');
  const [section = ''] = page.split('\n## ');
  const row = /^\| <a id="finding-([a-z-]+)"><\/a>`\1` \| (.*?) \| (.*?) \|$/gm;
  const rows = [...section.matchAll(row)].map(([, ...cells]) => cells);
  expect(rows).toEqual(
    Object.entries(FINDINGS).map(([id, { severity, severityText, when }]) => [id, severityText ?? severity, when]),
  );
});

test('a digest contains every finding except predictions, changes by others, and facts of a clock or a live read', () => {
  expect([...CONTEXT_FINDINGS].sort()).toEqual([
    ...['drift', 'exists-already', 'grant-refused', 'grant-unneeded', 'invariant-idle', 'invite-open'],
    ...['organization-created', 'outdated-plan', 'owner-held', 'owners-everywhere'],
    ...['static-keys-expire', 'static-keys-open', 'unmanaged-grants'],
  ]);
});
