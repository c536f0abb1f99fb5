// @slow
import { createAccessGraph } from '../../../src/access/graph';
import { formatHtml } from '../../../src/review';
import { describePage } from './in-page';

jest.setTimeout(180_000);

describePage('the elements of the page', ({ inPage }) => {
  test('names with markup or right-to-left characters are shown as text', async () => {
    const name = '<img src=x onerror=alert(1)></script>\u202e\u2066evil';
    const organization = createAccessGraph({
      groups: [{ key: 'g', name }],
      identities: [{ key: 'i', name, group: 'g' }],
    });
    await inPage(formatHtml({ after: organization, objects: [], unknownRoles: new Set() }), async (page) => {
      const shown = '<img src=x onerror=alert(1)></script>\\u202e\\u2066evil';
      expect(await page.locator('h1').textContent()).toBe(shown);
      expect(await page.locator('[role=treeitem] .label').first().textContent()).toBe(shown);
      expect(await page.locator('img').count()).toBe(0);
      await page.locator('[role=treeitem]').nth(1).click();
      // The address changes immediately, and the view with the next event.
      await page.locator('h2', { hasText: shown }).waitFor();
      expect(
        await page.evaluate(
          String.raw`/[\u202e\u2066]/.test(document.documentElement.outerHTML.replace(/<script[^]*?<.script>/g, ''))`,
        ),
      ).toBe(false);
    });
  });
});
