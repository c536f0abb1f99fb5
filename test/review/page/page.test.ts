// @slow
/** Tests the page as a whole in a browser: its views are tested in the files of their names. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { createReview, formatHtml, readPlan } from '../../../src/review';
import { corpusTexts } from '../corpus';
import { barriers, layoutOf, openPage } from '../../support/browser';
import { describePage, goTo, reviewed } from './in-page';

jest.setTimeout(180_000);

describePage('the page', ({ inPage, browser }) => {
  /** Returns the distances of the header and of the document from the top of the window. */
  const scrolled = (page: Page) =>
    page.evaluate<number[]>(
      `[document.querySelector('header').getBoundingClientRect().top, document.scrollingElement.scrollTop]`,
    );

  test.each([400, 1000, 1400])(
    'scrolling over the header, and links within the page, keep the header (%i px)',
    (width) =>
      inPage(
        reviewed('first-apply'),
        async (page) => {
          expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
          expect(await layoutOf(page)).toEqual({ broken: [], overlapping: 0, sideways: false });
          await page.mouse.move(100, 20);
          await page.mouse.wheel(0, 5000);
          await page.locator('.contents a').last().click();
          await page.waitForFunction(`document.getElementById('panel').scrollTop > 0`);
          expect(await scrolled(page)).toEqual([0, 0]);
          await page.evaluate('scrollTo(0, 5000)');
          expect(await scrolled(page)).toEqual([0, 0]);
        },
        { width },
      ),
  );

  /** Plans with long names, policies, writes and capabilities. */
  const wide = ['example', 'escalation', 'claim-any-branch', 'custom-roles', 'hostile-text'];

  test.each([400, 1000, 1400])(
    'the whole review fits without scrolling sideways, and breaks no word (%i px)',
    async (width) => {
      for (const name of wide)
        await inPage(
          reviewed(name),
          async (page) => {
            await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`);
            expect({ name, ...(await layoutOf(page)) }).toEqual({ name, broken: [], overlapping: 0, sideways: false });
            const height = await page.evaluate<number>(`document.querySelector('main').getBoundingClientRect().top`);
            expect(height).toBeLessThanOrEqual(160);
          },
          { width },
        );
    },
  );

  test.each([400, 1000, 1400])('many writes are compact, with the values of a write in its row (%i px)', (width) => {
    const review = createReview(corpusTexts('first-apply').map((plan) => readPlan(plan.text, plan.name)));
    const { approvedWrites } = review.report;
    const writes = Array.from({ length: 33 }, (_, index) => approvedWrites[index % approvedWrites.length]!);
    return inPage(
      formatHtml({ ...review, report: { ...review.report, approvedWrites: writes } }),
      async (page) => {
        const table = page.getByRole('table', { name: 'Writes', exact: true });
        const rows = table.locator('tbody tr');
        expect(await rows.count()).toBe(33);
        expect((await table.boundingBox())!.height).toBeLessThan(33 * 80);
        const [details] = await rows.locator('details').all();
        await details!.locator('summary').click();
        expect(await details!.locator('p').count()).toBeGreaterThan(0);
        expect(await layoutOf(page)).toEqual({ broken: [], overlapping: 0, sideways: false });
      },
      { width },
    );
  });

  test('a long name in the cause of access is broken between its words only', () => {
    const review = createReview(corpusTexts('example').map((plan) => readPlan(plan.text, plan.name)));
    const name = `platform_role_binding.${'administrators_of_payments_'.repeat(5)}editor`;
    const { access } = review.report;
    const [line] = access.lines.gained;
    const lines = {
      gained: [{ ...line!, cause: `after the update of ${name}` as NonNullable<typeof line>['cause'] }],
      lost: [],
    };
    const report = { ...review.report, access: { ...access, lines } };
    return inPage(
      formatHtml({ ...review, report }),
      async (page) => expect((await layoutOf(page)).broken).toEqual([]),
      { width: 400 },
    );
  });

  test('the sentences about the plan are at the top of the review, with the name of its source', () =>
    inPage(reviewed('example'), async (page) => {
      expect(await page.locator('header p').count()).toBe(0);
      expect(await page.locator('.overview .about').textContent()).toMatch(
        /Findings: .*Source: mainDigest: [0-9a-f]{64}$/,
      );
      await goTo(page, '#/ask');
      await page.locator('.form').waitFor();
      await goTo(page, '#/overview');
      await page.locator('.overview .about p').first().waitFor();
    }));

  test('axe finds no problem in any view: light, dark and narrow', async () => {
    const html = reviewed('escalation');
    const all = ['#/overview', '#/ask?what=identity.update', '#/object/1'];
    const views = [
      { colorScheme: 'light' as const, routes: all },
      { colorScheme: 'dark' as const, routes: all },
      { colorScheme: 'dark' as const, width: 390, routes: ['#/tree', '#/ask?what=identity.update'] },
    ];
    for (const view of views)
      await inPage(
        html,
        async (page) => {
          for (const route of view.routes) {
            await goTo(page, route);
            await page.locator(`body[data-view=${/[a-z]+/.exec(route)?.[0] ?? ''}]`).waitFor();
            expect({ view, route, barriers: await barriers(page) }).toEqual({ view, route, barriers: [] });
          }
        },
        view,
      );
  });

  test('a narrow screen shows one view at a time, and nothing is wider than the screen', () =>
    inPage(
      reviewed('owner-added'),
      async (page) => {
        expect(await page.getByRole('tree').isVisible()).toBe(false);
        await page.getByRole('link', { name: 'Tree' }).click();
        // The page follows an address after the click.
        await page.getByRole('tree').waitFor({ state: 'visible' });
        await page.locator('[role=treeitem]').nth(1).click();
        await page.getByRole('tree').waitFor({ state: 'hidden' });
        await page.locator('h2').waitFor();
        for (const route of ['#/overview', '#/tree', '#/ask']) {
          await goTo(page, route);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
        }
      },
      { width: 390 },
    ));

  test.each([
    ['pair-role-widened', 'Role binding replaced', 'the identity can lack both roles.'],
    ['address-changed', 'Blocks to paste into a .tf file of the stack', 'moved {'],
  ])('of %s, it shows the section "%s", and axe finds no problem', (name, title, text) =>
    inPage(reviewed(name), async (page) => {
      await page.getByRole('heading', { name: title }).waitFor();
      expect(await page.locator('#content').textContent()).toContain(text);
      expect(await barriers(page)).toEqual([]);
    }),
  );

  test('the page works from a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'page-'));
    const file = join(folder, 'review.html');
    writeFileSync(file, reviewed('escalation'));
    const page = await browser().newPage();
    try {
      await page.goto(pathToFileURL(file).href);
      await page.locator('.card').first().waitFor();
    } finally {
      await page.close();
      rmSync(folder, { recursive: true });
    }
  });

  test('a browser that cannot decompress is asked for a newer version', async () => {
    const before = 'delete globalThis.DecompressionStream;';
    const { page, seen, close } = await openPage(browser(), reviewed('escalation'), { before });
    try {
      expect(await page.locator('#content').textContent()).toMatch(/^This page needs a newer browser: .*Firefox 113/);
      expect(seen.complaints).toEqual([]);
    } finally {
      await close();
    }
  });

  test('a print contains everything, unfolded', () =>
    inPage(reviewed('escalation'), async (page) => {
      await page.emulateMedia({ media: 'print' });
      await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
      expect(await page.locator('#panel details:not([open])').count()).toBe(0);
      expect(await page.getByRole('tree').isVisible()).toBe(true);
      expect(await page.locator('#panel').isVisible()).toBe(true);
      expect(await page.locator('nav').isVisible()).toBe(false);
    }));

  test('the tables of access mark strangers', () =>
    inPage(reviewed('open-identity-gains'), async (page) => {
      expect(await page.locator('.places .stranger').allTextContents()).toEqual([' outsiders']);
    }));
});
