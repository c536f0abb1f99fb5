// @slow
import { builtInRole, createAccessGraph } from '../../../src/access/graph';
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
      expect(await page.locator('.answer tbody tr').first().textContent()).toMatch(
        /^\+addedacme\/payments\/ciIt is unknown if outsiders can assume it: no owners are declaredno/,
      );
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
      expect(await page.locator('.answer caption').first().textContent()).toBe(
        'Access: any identity, role_bindings.create, any group',
      );
      for (const key of ['Enter', 'Tab']) {
        await who!.click();
        await who!.fill('kan');
        await page.keyboard.press(key);
        expect(await page.locator('.result').textContent()).toBe(
          'Cannot find identity "kan". Known names: acme/deployer, acme/payments/ci, acme/shop/relay.',
        );
        expect([await who!.inputValue(), await page.locator('.answer').count()]).toEqual(['kan', 0]);
        await page.getByRole('button', { name: /clear Who/ }).click();
        expect(await page.locator('.answer').count()).toBe(1);
      }
    }));

  test('the fields offer objects of both sides, and refuse a capability that nothing names', async () => {
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
      expect(await offered('can do what', 'custom.')).toEqual(['custom.act']);
      expect(await offered('can do what', 'edit')).toContain('editor all its capabilities');
      const what = page.getByRole('combobox', { name: 'can do what' });
      await what.fill('newer.act');
      await page.keyboard.press('Enter');
      expect(await page.locator('.result').textContent()).toMatch(
        /^Cannot find capability "newer.act"\. No role has it/,
      );
      expect(new URL(page.url()).hash).toBe('#/ask');
    });
  });

  test('roles, patterns and unknown words get the answers of the command, typed and in a link', async () => {
    const [acme, other] = [
      { key: 'g', name: 'acme' },
      { key: 'h', name: 'shop', parent: 'g' },
    ];
    const organization = {
      groups: [acme, other],
      identities: ['ada', 'linus', 'bill'].map((name) => ({ key: name, name, group: 'g' })),
      roles: [
        ...['owner', 'editor', 'viewer'].map((name) => builtInRole(name)),
        { key: 'one', name: 'auditor', group: 'g', capabilities: ['groups.list'] },
        { key: 'two', name: 'auditor', group: 'h', capabilities: ['repo.list'] },
      ],
      grants: [
        { key: '1', identity: 'ada', role: 'owner', group: 'g' },
        { key: '2', identity: 'bill', role: 'viewer', group: 'g' },
      ],
    };
    const before = createAccessGraph(organization);
    const after = createAccessGraph({
      ...organization,
      grants: [...organization.grants, { key: '3', identity: 'linus', role: 'editor', group: 'h' }],
    });
    await inPage(formatHtml({ before, after, objects: [], unknownRoles: new Set() }), async (page) => {
      await goTo(page, '#/ask');
      const [who, what, where] = ['Who', 'can do what', 'where'].map((name) => page.getByRole('combobox', { name }));
      const type = async (field: typeof what, text: string) => {
        await field!.click();
        await field!.fill(text);
        await page.keyboard.press('Tab');
      };
      const result = () => page.locator('.result .summary').textContent();
      await type(where, 'acme/shop');
      await type(what, 'editor');
      expect(await page.locator('.answer caption').first().textContent()).toBe(
        'Access: any identity, all capabilities of editor, acme/shop',
      );
      expect(await result()).toBe('1 identity before, 2 after. 1 row differs.');
      await type(who, 'acme/linus');
      expect(await result()).toBe('Before: no. After: yes.');
      expect(await page.locator('.answer tbody th').textContent()).toBe('all capabilities of editor');
      await type(who, '');
      for (const [word, problem] of [
        ['ownr', /^Cannot find capability "ownr"\. Did you mean owner\?$/],
        ['zzz', /^Cannot find capability "zzz"\. No role has it\./],
        ['auditor', /^The role name "auditor" is ambiguous: acme\/auditor, acme\/shop\/auditor\./],
      ] as const) {
        await type(what, word);
        expect(await result()).toMatch(problem);
        await goTo(page, '#/tree');
        await goTo(page, `#/ask?what=${word}&where=acme`);
        await page.locator('.result .summary').waitFor();
        expect([await result(), await what!.inputValue()]).toEqual([expect.stringMatching(problem), word]);
      }
      await type(what, 'acme/shop/auditor');
      expect(await result()).toBe('2 identities before, 2 after. No differences.');
      await type(what, 'role_bindings.*');
      expect(await result()).toBe('2 identities before, 2 after. No differences.');
      await type(where, 'acme/shpo');
      expect(await result()).toBe('Cannot find group "acme/shpo". Did you mean acme/shop?');
      await type(where, 'acme');
      await type(who, 'acme/lnius');
      expect(await result()).toBe('Cannot find identity "acme/lnius". Did you mean acme/linus?');
      await what!.fill('zzz');
      await page.getByText('No capability matches.').waitFor({ state: 'visible' });
      const box = await page.getByText('No capability matches.').boundingBox();
      expect(box!.height).toBeGreaterThan(10);
    });
  });

  test('a link with an unknown name shows which one, and the field keeps it', () =>
    inPage(reviewed('escalation'), async (page) => {
      await goTo(page, '#/ask?who=acme%2Fnobody&what=identity.update');
      expect(await page.locator('.result').textContent()).toMatch(
        /^Cannot find identity "acme\/nobody"\. Known names: /,
      );
      expect(await page.getByRole('combobox', { name: 'Who' }).inputValue()).toBe('acme/nobody');
      await goTo(page, '#/ask?where=acme%2Fnowhere');
      expect(await page.locator('.result').textContent()).toMatch(/^Cannot find group "acme\/nowhere"\. Known names: /);
    }));
});
