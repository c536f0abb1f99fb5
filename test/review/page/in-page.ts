/** Opens pages in a browser that the tests of a file share. */
import type { Browser, Page } from 'playwright-core';
import { createReview, formatHtml, readPlan, type ReviewConfiguration } from '../../../src/review';
import { corpusTexts } from '../corpus';
import { describeInBrowser, launchBrowser, openPage } from '../../support/browser';

interface Opener {
  /** Runs a test, and expects that the page sends no request and logs no error. */
  readonly inPage: (
    html: string,
    use: (page: Page) => Promise<void>,
    options?: Parameters<typeof openPage>[2],
  ) => Promise<void>;
  readonly browser: () => Browser;
}

/** Declares tests of pages. */
export function describePage(title: string, declare: (opener: Opener) => void): void {
  describeInBrowser(title, () => {
    let browser: Browser;
    beforeAll(async () => (browser = await launchBrowser()));
    afterAll(() => browser.close());

    declare({
      browser: () => browser,
      inPage: async (html, use, options = {}) => {
        const { page, seen, close } = await openPage(browser, html, options);
        try {
          // The script decompresses the data after the page is loaded.
          await page.locator('[role=tree]').waitFor({ state: 'attached' });
          await use(page);
          expect(seen).toEqual({ requests: ['/'], complaints: [] });
        } finally {
          await close();
        }
      },
    });
  });
}

/** Returns the page of a review of the corpus. */
export const reviewed = (name: string, configuration: ReviewConfiguration = {}): string =>
  formatHtml(
    createReview(
      corpusTexts(name).map((plan) => readPlan(plan.text, plan.name)),
      { configuration },
    ),
  );

export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
}
