/** Tests the page in a browser, by pointer and by keyboard, and compares its answers with `src/access`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { createAccessGraph, whereCan, whoCan, why, type AccessGraph } from '../../src/access';
import { createReview, formatHtml, readPlan, type HtmlInput } from '../../src/review';
import { askedCapabilities, twoOrganizations } from '../access/arbitrary-organization';
import { corpusTexts } from '../review/corpus';
import { largeInput } from './large-organization';
import { barriers, describeInBrowser, launchBrowser, openPage, type OpenPage } from '../support/browser';

jest.setTimeout(180_000);

const reviewed = (name: string) =>
  formatHtml(createReview(corpusTexts(name).map((plan) => readPlan(plan.text, plan.name))));

describeInBrowser('the page', () => {
  let browser: Browser;
  beforeAll(async () => (browser = await launchBrowser()));
  afterAll(() => browser.close());

  /** Runs a test, and expects that the page sends no request and logs no error. */
  async function inPage(
    html: string,
    use: (page: Page) => Promise<void>,
    options: Parameters<typeof openPage>[2] = {},
  ): Promise<void> {
    const { page, seen, close }: OpenPage = await openPage(browser, html, options);
    try {
      // The script decompresses the data after the page is loaded.
      await page.locator('[role=tree]').waitFor({ state: 'attached' });
      await use(page);
      expect(seen).toEqual({ requests: ['/'], complaints: [] });
    } finally {
      await close();
    }
  }

  test('a finding links to its object in the tree', () =>
    inPage(reviewed('escalation'), async (page) => {
      await expect(page.locator('h1').textContent()).resolves.toMatch(
        /^acme\/payments\/ci gains identity\.update in acme\/shop\./,
      );
      const cards = page.locator('.card');
      expect(await cards.count()).toBe(1);
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
      expect(await press('End')).toBe('in no group false');
      expect(await press('*', 'Home', 'PageDown')).toMatch(/ leaf$/);
      expect(await press('Home', 'ArrowDown', 'Enter')).toBe('deployer leaf');
      await page.locator('h2', { hasText: 'deployer' }).waitFor();
      expect(await page.evaluate(`document.activeElement.getAttribute('role')`)).toBe('tree');
      expect(await page.locator('#status').textContent()).toBe('identity deployer is shown.');
    }));

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

  test('the tree shows only changes first, a role binding with its role first', () =>
    inPage(reviewed('owner-added'), async (page) => {
      const labels = () => page.locator('[role=treeitem] .label').allTextContents();
      expect(await labels()).toEqual(['acme', 'payments', 'owner ← ci']);
      await page.getByRole('checkbox', { name: 'Only changes' }).uncheck();
      expect(await labels()).toContain('editor ← deployer');
    }));

  test('badges have the color of their severity', () =>
    inPage(reviewed('example'), async (page) => {
      const colors = await page.evaluate<string[]>(
        `[...document.querySelectorAll('.card .severity')].map((badge) => getComputedStyle(badge).backgroundColor)`,
      );
      expect(new Set(colors).size).toBe(2);
      expect(colors).not.toContain('rgba(0, 0, 0, 0)');
    }));

  test('one cause is one card, and each object that it affects is a link', () =>
    inPage(reviewed('one-cause'), async (page) => {
      expect(await page.locator('.card').count()).toBe(1);
      expect(await page.locator('.card .affected a').count()).toBe(14);
      await page.locator('.card .affected a').first().click();
      await page.locator('h2', { hasText: 'deployer ← ci 0' }).waitFor();
      expect(await page.locator('.card').textContent()).toContain('acme/team 0/ci 0 gains role_bindings.create');
    }));

  test('explore opens with owners, external access, unused identities, invites and unmanaged grants', () => {
    const plans = corpusTexts('outsiders-more').map((plan) => readPlan(plan.text, plan.name));
    const { after, objects, unknownRoles, external } = createReview(plans);
    return inPage(formatHtml({ after, objects, unknownRoles, external }), async (page) => {
      const titles = (await page.locator('.contents li').allTextContents()).map((text) => text.replace(/ \d+$/, ''));
      expect(titles).toEqual(['Owners', 'External access', 'Unused identities', 'Open invites', 'Unmanaged grants']);
      const row = page.locator('[aria-label="External access"] tbody tr');
      expect(await row.textContent()).toMatch(/^acme\/payments\/ciany workflow of any repository on GitHub/);
    });
  });

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

  test('answers equal those of src/access, for a random organization before and after', async () => {
    const [sample] = fc.sample(twoOrganizations(), { numRuns: 40, seed: 7 }).filter(([one, other]) => {
      return Math.min(one.grants.length, other.grants.length) > 5 && one.groups.length > 4;
    });
    const [before, after] = sample!.map((one) => createAccessGraph(one)) as [AccessGraph, AccessGraph];
    const input: HtmlInput = { before, after, objects: [], unknownRoles: new Set() };
    await inPage(formatHtml(input), async (page) => {
      for (const what of askedCapabilities.filter((name) => !name.startsWith('CAP_')))
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

  /** Asks a question by its address, like a link. */
  async function ask(page: Page, question: Readonly<Record<string, string>>): Promise<void> {
    const query = new URLSearchParams(question).toString().replaceAll('+', '%20');
    await goTo(page, `#/ask?${query}`);
    const asked = JSON.stringify(['who', 'what', 'where'].map((name) => question[name] ?? ''));
    await page.waitForFunction(
      `JSON.stringify([...document.querySelectorAll('.form input')].map(({ value }) => value)) === ${JSON.stringify(asked)}`,
    );
  }

  async function goTo(page: Page, hash: string): Promise<void> {
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  }

  /** Returns the subjects with access on this side. */
  async function saying(page: Page, side: string): Promise<string[]> {
    const rows = page.locator('.answer tbody tr', { has: page.locator(`td[data-side=${side}] .reasons`) });
    return (await rows.locator('th').allTextContents()).sort();
  }

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
        expect(await page.getByRole('tree').isVisible()).toBe(true);
        await page.locator('[role=treeitem]').nth(1).click();
        await page.locator('h2').waitFor();
        expect(await page.getByRole('tree').isVisible()).toBe(false);
        for (const route of ['#/overview', '#/tree', '#/ask']) {
          await goTo(page, route);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
        }
      },
      { width: 390 },
    ));

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
      expect(await page.locator('h2').textContent()).toContain(shown);
      expect(
        await page.evaluate(
          String.raw`/[\u202e\u2066]/.test(document.documentElement.outerHTML.replace(/<script[^]*?<.script>/g, ''))`,
        ),
      ).toBe(false);
    });
  });

  test('the page works from a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'page-'));
    const file = join(folder, 'review.html');
    writeFileSync(file, reviewed('escalation'));
    const page = await browser.newPage();
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
    const { page, seen, close } = await openPage(browser, reviewed('escalation'), { before });
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
