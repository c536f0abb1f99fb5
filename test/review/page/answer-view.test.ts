// @slow
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { createAccessGraph, whereCan, whoCan, why, type AccessGraph } from '../../../src/access/graph';
import { isKnownCapability } from '../../../src/model/api';
import { formatHtml, type HtmlInput } from '../../../src/review';
import { askedCapabilities, twoOrganizations } from '../../access/graph/arbitrary-organization';
import { describePage, goTo } from './in-page';

jest.setTimeout(180_000);

describePage('an answer', ({ inPage }) => {
  test('answers equal those of src/access/graph, for a random organization before and after', async () => {
    const [sample] = fc.sample(twoOrganizations(), { numRuns: 40, seed: 7 }).filter(([one, other]) => {
      return Math.min(one.grants.length, other.grants.length) > 5 && one.groups.length > 4;
    });
    const [before, after] = sample!.map((organization) => createAccessGraph(organization)) as [
      AccessGraph,
      AccessGraph,
    ];
    const input: HtmlInput = { before, after, objects: [], unknownRoles: new Set() };
    await inPage(formatHtml(input), async (page) => {
      for (const what of askedCapabilities.filter((name) => isAnswered(name, before, after)))
        for (const path of ['g0', 'g1', 'g2'].filter((name) => after.groups.some((group) => group.path === name))) {
          await ask(page, { what, where: path });
          for (const [side, graph] of [['before', before] as const, ['after', after] as const]) {
            const isThere = graph.groups.some((group) => group.path === path);
            const holders = isThere ? whoCan(graph, what, path).map(({ identity }) => identity.path) : [];
            expect([what, path, side, await saying(page, side)]).toEqual([what, path, side, holders.sort()]);
          }
        }
      for (const { path: who, key } of after.identities.slice(0, 3)) {
        await ask(page, { who, what: 'groups.list' });
        const groups = whereCan(after, key, 'groups.list').map(({ path }) => path);
        expect(await saying(page, 'after')).toEqual(expect.arrayContaining(groups));
        for (const where of groups) {
          await ask(page, { who, what: 'groups.list', where });
          const displayed = await page.locator('td[data-side=after] summary').allTextContents();
          const reasons = why(after, key, 'groups.list', where);
          expect(displayed.map((text) => text.replace(' inherited', '')).sort()).toEqual(
            reasons.map(({ role, grant }) => `${role.path} in ${grant.group.path}`).sort(),
          );
        }
      }
    });
  });
});

/** Returns true for a capability that the table or a role names, in the form that the answer shows. */
function isAnswered(name: string, ...graphs: readonly AccessGraph[]): boolean {
  if (name.startsWith('CAP_')) return false;
  return isKnownCapability(name) || graphs.some(({ roles }) => roles.some((role) => role.capabilities.includes(name)));
}

/** Asks a question by its address, like a link. */
async function ask(page: Page, question: Readonly<Record<string, string>>): Promise<void> {
  const query = new URLSearchParams(question).toString().replaceAll('+', '%20');
  await goTo(page, `#/ask?${query}`);
  const asked = JSON.stringify(['who', 'what', 'where'].map((name) => question[name] ?? ''));
  await page.waitForFunction(
    `JSON.stringify([...document.querySelectorAll('.form input')].map(({ value }) => value)) === ${JSON.stringify(asked)}`,
  );
}

/** Returns the subjects with access on this side. */
async function saying(page: Page, side: string): Promise<string[]> {
  const rows = page.locator('.answer tbody tr', { has: page.locator(`td[data-side=${side}] .reasons`) });
  return (await rows.locator('th').allTextContents()).sort();
}
