// @slow
import { formatHtml } from '../../../src/review';
import { describePage, reviewed } from './in-page';
import { largeInput } from './large-organization';

jest.setTimeout(180_000);

describePage('the tree', ({ inPage }) => {
  test('the keyboard moves through the tree', () =>
    inPage(reviewed('escalation'), async (page) => {
      await page.getByRole('checkbox', { name: 'Only changes' }).uncheck();
      const tree = page.getByRole('tree');
      await tree.focus();
      const at = () =>
        page.evaluate<string>(`(() => {
          const row = document.getElementById(document.querySelector('[role=tree]').getAttribute('aria-activedescendant'));
          return row.querySelector('.label').textContent + ' ' + (row.getAttribute('aria-expanded') ?? 'leaf');
        })()`);
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key);
        return at();
      };
      expect(await at()).toBe('acme true');
      expect(await press('ArrowLeft')).toBe('acme false');
      expect(await page.locator('[role=treeitem]').count()).toBe(2);
      expect(await press('ArrowRight')).toBe('acme true');
      expect(await press('ArrowRight')).toBe('deployer leaf');
      expect(await press('ArrowDown', 'ArrowUp', 'ArrowLeft')).toBe('acme true');
      expect(await press('p')).toBe('payments false');
      expect(await press('ArrowRight', 'ArrowDown')).toBe('ci leaf');
      expect(await press('ArrowLeft')).toBe('payments true');
      expect(await press('End')).toBe('Built-in roles false');
      expect(await press('*', 'Home', 'PageDown')).toMatch(/ leaf$/);
      expect(await press('Home', 'ArrowDown', 'Enter')).toBe('deployer leaf');
      await page.locator('h2', { hasText: 'deployer' }).waitFor();
      expect(await page.evaluate(`document.activeElement.getAttribute('role')`)).toBe('tree');
      expect(await page.locator('#status').textContent()).toBe('identity deployer is shown.');
    }));

  test('the tree shows only changes first, a role binding with its role first', () =>
    inPage(reviewed('owner-added'), async (page) => {
      const labels = () => page.locator('[role=treeitem] .label').allTextContents();
      expect(await labels()).toEqual(['acme', 'payments', 'owner ← ci']);
      await page.getByRole('checkbox', { name: 'Only changes' }).uncheck();
      expect(await labels()).toContain('editor ← deployer');
    }));

  test('the fields of a role binding lead to its identity, its role and its group', () =>
    inPage(reviewed('example'), async (page) => {
      await page.getByRole('treeitem', { name: 'owner ← ci' }).click();
      // The uid of a review plan is a placeholder.
      expect(await page.locator('.facts').textContent()).toContain('assigned on creation');
      const fields = page.getByRole('table', { name: 'Fields' });
      for (const [field, path, title] of [
        ['identity', 'acme/payments/ci', 'identity ci'],
        ['role', 'owner', 'role owner'],
        ['group', 'acme/payments', 'group payments'],
      ]) {
        await fields.getByRole('row', { name: field }).getByRole('link', { name: path, exact: true }).click();
        await page.locator('h2', { hasText: title }).waitFor();
        await page.goBack();
        await page.locator('h2', { hasText: 'role binding' }).waitFor();
      }
    }));

  test('a search shows its matches and their number', () =>
    inPage(reviewed('first-apply'), async (page) => {
      const search = page.getByRole('searchbox');
      const rows = page.locator('[role=treeitem]');
      await search.fill('platform_group.team');
      const found = /^(\d+) objects? found\.$/;
      await expect(page.locator('#status').textContent()).resolves.toMatch(found);
      await search.fill('no such thing');
      expect(await rows.count()).toBe(0);
      expect(await page.locator('#status').textContent()).toBe('No change matches.');
      await search.fill('');
      expect(await rows.count()).toBeGreaterThan(1);
    }));

  test('five thousand objects need few elements', async () => {
    await inPage(formatHtml(largeInput(5000)), async (page) => {
      await page.getByRole('button', { name: 'Unfold all' }).click();
      await page.getByRole('tree').focus();
      await page.keyboard.press('End');
      expect(await page.locator('[role=treeitem]').count()).toBeLessThan(100);
      expect(await page.evaluate(`document.querySelectorAll('*').length`)).toBeLessThan(3000);
      await page.getByRole('searchbox').fill('ci identity 834');
      expect(await page.locator('#status').textContent()).toBe('No change matches.');
      await page.getByRole('checkbox').uncheck();
      expect(await page.locator('#status').textContent()).toMatch(/^\d objects found\.$/);
    });
  });
});
