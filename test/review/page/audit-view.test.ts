// @slow
import { createReview, formatHtml, readPlan } from '../../../src/review';
import { corpusTexts } from '../corpus';
import { describePage } from './in-page';

jest.setTimeout(180_000);

describePage('the audit', ({ inPage }) => {
  test('explore opens with owners, external access, unused identities, invites and unmanaged grants', () => {
    const plans = corpusTexts('outsiders-more').map((plan) => readPlan(plan.text, plan.name));
    const { after, objects, unknownRoles, external } = createReview(plans);
    return inPage(formatHtml({ after, objects, unknownRoles, external }), async (page) => {
      const titles = (await page.locator('.contents li').allTextContents()).map((text) => text.replace(/ \d+$/, ''));
      expect(titles).toEqual([
        ...['Owners', 'External access', 'Undeclared owners', 'Unused identities', 'Open invites', 'Unmanaged grants'],
      ]);
      const row = page.locator('[aria-label="External access"] tbody tr');
      expect(await row.textContent()).toMatch(/^acme\/payments\/ci.*any workflow of any repository on GitHub/);
    });
  });
});
