// @slow
import { barriers } from '../../support/browser';
import { createReview, formatHtml, readPlan } from '../../../src/review';
import { corpusTexts } from '../corpus';
import { describePage, reviewed } from './in-page';

jest.setTimeout(180_000);

/** Returns the page of a change that makes nine people owners. */
function alikePage(): string {
  const review = createReview(corpusTexts('owner-added').map((plan) => readPlan(plan.text, plan.name)));
  const [finding] = review.report.findings.filter(({ id }) => id === 'owner-gained');
  if (finding === undefined) throw new Error('Nobody becomes an owner.');
  const findings = Array.from({ length: 9 }, (_, index) => {
    const [identity, group] = [`person-${index}@acme.example`, 'acme/payments'];
    const reason = `${identity} becomes an owner of ${group}: it can grant and revoke access there.`;
    return { ...finding, cause: undefined, identity, group, subject: `${identity} in ${group}`, reason };
  });
  return formatHtml({ ...review, report: { ...review.report, findings } });
}

/** Returns the page of a change that opens the trust policies of three identities alike. */
function alikeCausesPage(): string {
  const review = createReview(corpusTexts('owner-added').map((plan) => readPlan(plan.text, plan.name)));
  const [finding] = review.report.findings;
  if (finding === undefined) throw new Error('No finding.');
  const ids = ['outsider-can-assume', 'pull-request-can-write'] as const;
  const findings = ['payments', 'shop', 'search'].flatMap((team) => {
    const identity = `acme/${team}/ci`;
    const cause = { key: identity, text: `The trust policy of ${identity} changes` };
    return ids.map((id) => ({
      ...finding,
      id,
      cause,
      identity,
      subject: identity,
      reason: `Anyone can use ${identity}.`,
    }));
  });
  return formatHtml({ ...review, report: { ...review.report, findings } });
}

describePage('a finding', ({ inPage }) => {
  test('causes that differ only in their objects share a card, with one line for each that opens its findings', () =>
    inPage(alikeCausesPage(), async (page) => {
      expect(await page.locator('.card').count()).toBe(1);
      const lines = page.locator('.card .alike > li');
      expect(await lines.count()).toBe(3);
      expect(await page.locator('.card > p:not(.more)').allTextContents()).toEqual([
        '▲ high outsider-can-assume, pull-request-can-write',
        expect.stringMatching(/^3 workloads can be assumed by outsiders\. For example: /),
        expect.stringMatching(/^3 workloads with write access can be assumed by unreviewed code\. For example: /),
      ]);
      await lines.nth(1).locator('summary').first().click();
      expect(await lines.nth(1).locator('.card-head').allTextContents()).toEqual([
        ...['outsider-can-assume', 'pull-request-can-write'],
      ]);
    }));

  test('a long list of objects shows the first ones, and the rest on request', () =>
    inPage(alikePage(), async (page) => {
      const lines = page.locator('.card .alike > li');
      expect(await lines.count()).toBe(6);
      await page.getByRole('button', { name: 'Show all 9' }).click();
      expect(await lines.count()).toBe(9);
    }));

  test('a finding links to its object in the tree', () =>
    inPage(reviewed('escalation'), async (page) => {
      await expect(page.locator('h1').textContent()).resolves.toMatch(
        /^acme\/payments\/ci gains identity\.update in acme\/shop\./,
      );
      const cards = page.locator('.card');
      expect(await cards.count()).toBe(1);
      // Two findings share the card and its cause: the heading and the summary count the cause once.
      expect(await page.locator('#findings small').textContent()).toBe('1');
      expect(await cards.locator('.place').count()).toBe(2);
      await cards.getByRole('link').first().click();
      const selected = page.locator('[role=treeitem][aria-selected=true]');
      await selected.waitFor();
      expect(await selected.textContent()).toContain('helper ← ci from acme/payments');
      expect(await page.locator('h2').textContent()).toContain('role binding');
      expect(await page.evaluate('document.activeElement.id')).toBe('view-title');
      expect(await page.locator('#panel').textContent()).toContain('platform_role_binding.ci_helps');
      await page.goBack();
      await cards.first().waitFor();
    }));

  test('names are elements in the sentences of findings and of the headline', () =>
    inPage(reviewed('owner-added'), async (page) => {
      for (const sentence of ['h1', '.card > p'])
        expect(await page.locator(`${sentence} code bdi`).allTextContents()).toContain('acme/payments/ci');
    }));

  test('badges have the color of their severity', () =>
    inPage(reviewed('example'), async (page) => {
      const colors = await page.evaluate<string[]>(
        `[...document.querySelectorAll('.card .severity')].map((badge) => getComputedStyle(badge).backgroundColor)`,
      );
      expect(new Set(colors).size).toBe(2);
      expect(colors).not.toContain('rgba(0, 0, 0, 0)');
    }));

  test('buttons hide and show the findings of a severity', () =>
    inPage(reviewed('example'), async (page) => {
      const shown = () => page.locator('.card:visible .severity').allTextContents();
      const all = ['▲ high', '▲ high', '◆ medium'];
      expect(await shown()).toEqual(all);
      const high = page.locator('.severities').getByRole('button', { name: 'high 2' });
      await high.click();
      expect(await shown()).toEqual(['◆ medium']);
      expect(await high.getAttribute('aria-pressed')).toBe('false');
      expect(await barriers(page)).toEqual([]);
      await high.click();
      expect(await shown()).toEqual(all);
    }));

  test('a title has the last two segments of each path, and the whole on hover', () =>
    inPage(reviewed('binding-moved'), async (page) => {
      const title = page.locator('.card-head .name').first();
      expect(await title.textContent()).toBe('…/payments/ci is viewer in acme/payments');
      expect(await title.getAttribute('title')).toBe('acme/payments/ci is viewer in acme/payments');
    }));

  test('new access of severity low has no card and no flag', () =>
    inPage(reviewed('first-apply'), async (page) => {
      expect(await page.locator('.card').count()).toBe(1);
      expect(await page.locator('.card').textContent()).toContain('nobody-can-assume');
      const rows = page.locator('[aria-label="Access gained"] tbody tr');
      expect(await rows.first().locator('th').first().textContent()).toBe('editor');
    }));

  test('shows the member of the configuration that declares the cause', () =>
    inPage(reviewed('issuer-swapped'), async (page) => {
      const text = await page.locator('.card .declare').first().textContent();
      expect(text).toMatch(/^To declare it, add to review\.config\.json:"trusted(?:Issuers|Audiences)": \[".+"\]$/);
    }));

  test('findings that differ only in their objects are one card, as in the text, and each opens its facts', () =>
    inPage(alikePage(), async (page) => {
      expect(await page.locator('.card').count()).toBe(1);
      expect(await page.locator('.card').textContent()).toContain('9 people gain the role owner.');
      expect(await page.locator('#findings small').textContent()).toBe('9');
      const lines = page.locator('.card .alike > li > details > summary');
      expect(await lines.allTextContents()).toContain('person-3@acme.example → acme/payments');
      await lines.nth(3).click();
      expect(await page.locator('.card .alike li').nth(3).locator('.accept').isVisible()).toBe(true);
      expect(await page.locator('.about').textContent()).toMatch(/Digest: [0-9a-f]{64}/);
      expect(await barriers(page)).toEqual([]);
    }));

  test('one cause is one card, and each object that it affects is a link', () =>
    inPage(reviewed('one-cause', { owners: ['github:acme'] }), async (page) => {
      expect(await page.locator('.card').count()).toBe(1);
      await page.getByRole('button', { name: 'Show all 14' }).click();
      expect(await page.locator('.card .affected a').count()).toBe(14);
      await page.locator('.card .affected a').first().click();
      await page.locator('h2', { hasText: 'deployer ← ci 0' }).waitFor();
      expect(await page.locator('.card').textContent()).toContain('acme/team 0/ci 0 gains role_bindings.create');
    }));
});
