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
        ...[
          'Owners',
          'External access 1 known, 1 unknown',
          'Unreviewed code',
          'Escalation paths',
          'Undeclared owners unknown',
          'Unused identities',
          'Open invites',
          'Unmanaged grants',
        ],
      ]);
      const row = page.locator('[aria-label="External access"] tbody tr');
      expect(await row.textContent()).toMatch(/^acme\/payments\/ci.*any workflow of any repository on GitHub/);
    });
  });

  test('the count of unmanaged grants that no state decides has its reason and the next step', () => {
    const plans = corpusTexts('outsiders-more').map((plan) => readPlan(plan.text, plan.name));
    const { after, objects, unknownRoles } = createReview(plans);
    const live = objects.map((object) => ({ ...object, isManaged: false }));
    return inPage(formatHtml({ after, objects: live, unknownRoles }), async (page) => {
      const titles = await page.locator('.contents li').allTextContents();
      expect(titles.at(-1)).toBe('Unmanaged grants unknown without a state');
      expect(titles).toContain('External access not evaluated');
      expect(await page.locator('.overview').textContent()).toContain(
        '"terraform state pull > org.json", and pass --state',
      );
    });
  });
});
