// @slow
import { createAccessGraph } from '../../../src/access/graph';
import { formatHtml } from '../../../src/review';
import { describePage, goTo, reviewed } from './in-page';

jest.setTimeout(180_000);

describePage('the questions', ({ inPage }) => {
  test('a question can be asked by keyboard, and the address stores it', () =>
    inPage(reviewed('escalation'), async (page) => {
      await page.getByRole('link', { name: 'Access', exact: true }).click();
      const what = page.getByRole('combobox', { name: 'can do what' });
      await what.focus();
      await page.keyboard.type('identity.upd');
      await page.keyboard.press('Enter');
      const where = page.getByRole('combobox', { name: 'where' });
      await where.focus();
      await page.keyboard.type('shop');
      expect(await where.getAttribute('aria-activedescendant')).not.toBeNull();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      expect([await what.inputValue(), await where.inputValue()]).toEqual(['identity.update', 'acme/shop']);
      expect(await page.locator('p.summary').textContent()).toBe('2 identities before, 3 after. 1 row differs.');
      expect(await page.locator('.answer tbody tr').first().textContent()).toMatch(/^\+addedacme\/payments\/cino/);
      expect(new URL(page.url()).hash).toBe('#/ask?what=identity.update&where=acme%2Fshop');
      await page.locator('.reason summary').first().click();
      expect(await page.locator('.chain').first().textContent()).toContain('gives the role acme/helper');
      await where.focus();
      await page.keyboard.press('Escape');
      expect(new URL(page.url()).hash).toBe('#/ask?what=identity.update');
    }));

  test('a name that matches nothing clears the answer, and an exact name is asked when the field loses the focus', () =>
    inPage(reviewed('escalation'), async (page) => {
      await page.getByRole('link', { name: 'Access', exact: true }).click();
      const [who, what] = ['Who', 'can do what'].map((name) => page.getByRole('combobox', { name }));
      await what!.click();
      await page.keyboard.type('role_bindings.create');
      await page.keyboard.press('Tab');
      expect(new URL(page.url()).hash).toBe('#/ask?what=role_bindings.create');
      expect(await page.locator('.answer caption').textContent()).toBe(
        'Access: any identity, role_bindings.create, any group',
      );
      for (const key of ['Enter', 'Tab']) {
        await who!.click();
        await who!.fill('kan');
        await page.keyboard.press(key);
        expect(await page.locator('.result').textContent()).toBe('No identity matches kan.');
        expect([await who!.inputValue(), await page.locator('.answer').count()]).toEqual(['kan', 0]);
        await page.getByRole('button', { name: /clear Who/ }).click();
        expect(await page.locator('.answer').count()).toBe(1);
      }
    }));

  test('the fields offer objects of both sides, and any capability', async () => {
    const acme = { key: 'g', name: 'acme' };
    const before = createAccessGraph({
      groups: [acme, { key: 'h', name: 'shop', parent: 'g' }],
      identities: [{ key: 'old', name: 'leaver', group: 'h' }],
    });
    const after = createAccessGraph({
      groups: [acme, { key: 'h', name: 'store', parent: 'g' }],
      identities: [{ key: 'new', name: 'ci', group: 'h' }],
      roles: [{ key: 'r', name: 'custom', capabilities: ['custom.act'] }],
    });
    await inPage(formatHtml({ before, after, objects: [], unknownRoles: new Set() }), async (page) => {
      await goTo(page, '#/ask');
      const offered = async (name: string, text: string) => {
        const field = page.getByRole('combobox', { name });
        await field.click();
        await field.fill(text);
        const options = await page.getByRole('option').allTextContents();
        await page.keyboard.press('Escape');
        return options;
      };
      expect(await offered('where', 'acme')).toEqual(['acme', 'acme/store']);
      expect(await offered('Who', 'acme')).toEqual(['acme/store/ci', 'acme/shop/leaver removed']);
      expect(await offered('can do what', 'custom')).toEqual(['custom.act']);
      const what = page.getByRole('combobox', { name: 'can do what' });
      await what.fill('newer.act');
      await page.keyboard.press('Enter');
      expect(new URL(page.url()).hash).toBe('#/ask?what=newer.act');
    });
  });

  test('a link with an unknown name shows which one, and the field keeps it', () =>
    inPage(reviewed('escalation'), async (page) => {
      await goTo(page, '#/ask?who=acme%2Fnobody&what=identity.update');
      expect(await page.locator('.result').textContent()).toBe('No identity matches acme/nobody.');
      expect(await page.getByRole('combobox', { name: 'Who' }).inputValue()).toBe('acme/nobody');
      await goTo(page, '#/ask?where=acme%2Fnowhere');
      expect(await page.locator('.result').textContent()).toBe('No group matches acme/nowhere.');
    }));
});
