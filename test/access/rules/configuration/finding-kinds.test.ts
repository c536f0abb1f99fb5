/** Tests that the page of findings and the help of SARIF describe each finding with the same words. */
import { readFileSync } from 'node:fs';
import { CONTEXT_FINDINGS, FINDING_IDS } from '../../../../src/access/rules/configuration/finding-kinds';
import { FINDING_GROUPS, getNextStep } from '../../../../src/access/rules/configuration/finding-steps';
import { findingsPage } from '../../../../src/cli/reference/findings-page';

test('docs/findings.md is up to date; otherwise run `npm run docs`', () => {
  expect(readFileSync('docs/findings.md', 'utf8')).toBe(findingsPage());
});

test('each kind of finding is in one group, with an anchor and one sentence or more as its next step', () => {
  const grouped = Object.values(FINDING_GROUPS).flatMap((steps) => Object.keys(steps));
  expect(grouped.sort()).toEqual([...FINDING_IDS].sort());
  for (const id of FINDING_IDS) {
    expect(findingsPage()).toContain(`<a id="finding-${id}"></a>**\`${id}\`**`);
    expect(getNextStep(id)).toMatch(/^[A-Z].*\.$/);
  }
});

test('a digest contains every finding except predictions, changes by others, and facts of a clock or a live read', () => {
  expect([...CONTEXT_FINDINGS].sort()).toEqual([
    ...['drift', 'exists-already', 'grant-refused', 'grant-unneeded', 'invariant-idle', 'invite-open'],
    ...['organization-created', 'outdated-plan', 'owner-held', 'owners-everywhere'],
    ...['static-keys-expire', 'static-keys-open', 'undeclared-owner', 'unmanaged-grants'],
  ]);
});
