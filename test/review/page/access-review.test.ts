/** The page of an access review, in a browser: three widths, both color schemes, and paper. */
import type { Browser, Page } from 'playwright-core';
import { formatAccessReviewHtml, type AccessReview } from '../../../src/review';
import { barriers, describeInBrowser, launchBrowser, layoutOf, openPage } from '../../support/browser';

jest.setTimeout(120_000);

type Row = AccessReview['access']['rows'][number];

const rowOf = (index: number, own: Partial<Row> = {}): Row => ({
  identity: `acme/platform-engineering/payments-and-billing/deployer-${index}`,
  ...{ role: 'registry.pull_token_creator', roleUid: 'f'.repeat(40), rights: 'writes', capabilities: [] },
  ...{ group: 'acme/platform-engineering/payments-and-billing', groupUid: 'a'.repeat(40), beneath: 3 },
  ...{ by: 'role_binding', grant: `${'a'.repeat(40)}/${String(index).padStart(16, '0')}`, isManaged: true },
  ...{ address: `platform_role_binding.payments_${index}`, plan: 'organization' },
  ...{ construct: `organization/payments/deployer-${index}`, source: { file: 'src/teams/payments.ts', line: index } },
  ...{ granted: '2025-11-03T10:11:12.000Z', lastUse: 'never', ...own },
});

const owner = {
  ...{ identity: 'acme/zoe', email: 'zoe@platform-engineering.acme.example' },
  role: 'owner',
  rights: 'owns',
  assumedBy: 'the person who signs in',
  group: 'acme',
} as const;
const rows = Array.from({ length: 40 }, (_, index) => rowOf(index));
rows[5] = rowOf(5, { address: 'platform_external_group_role_mapping.administrators_of_payments_editor' });
rows[6] = rowOf(6, { isManaged: false, source: undefined, construct: undefined, address: undefined });
rows.push(rowOf(40, { identity: '<b>x</b>\u202E', role: 'viewer', rights: 'reads', lastUse: '2026-10-01T00:00:00Z' }));
rows.push(rowOf(41, owner));
const review: AccessReview = {
  access: {
    rows,
    problems: ['The invites of acme cannot be read: denied.', `Cannot read /var/lib/${'organization'.repeat(6)}.json.`],
  } as unknown as AccessReview['access'],
  proposals: [3, 7].map((index) => ({
    row: rows[index]!,
    evidence: [
      { reason: 'redundant', fact: `The identity is also viewer in acme (${rows[index]!.grant}).`, clause: '' },
    ],
  })),
  undecided: [],
  dangers: [],
  notes: ['review.config.json declares no owners: <b>"github:1"</b>.'],
  time: '2026-11-27T04:00:00.000Z',
};
const html = formatAccessReviewHtml(review);

const whoIn = (page: Page) => page.locator('table >> nth=1').locator('tbody tr:visible th').allTextContents();

describeInBrowser('the page of an access review', () => {
  let browser: Browser;
  beforeAll(async () => (browser = await launchBrowser()));
  afterAll(() => browser.close());

  const inPage = async (use: (page: Page) => Promise<void>, options: Parameters<typeof openPage>[2] = {}) => {
    const { page, seen, close } = await openPage(browser, html, options);
    try {
      await use(page);
      expect(seen).toEqual({ requests: ['/'], complaints: [] });
    } finally {
      await close();
    }
  };

  it.each([
    [400, 'light'],
    [1000, 'light'],
    [1400, 'light'],
    [400, 'dark'],
    [1400, 'dark'],
  ] as const)(
    'at %d px, %s: no word is broken, nothing overlaps, and everybody can use it',
    async (width, colorScheme) => {
      await inPage(
        async (page) => {
          expect(await layoutOf(page)).toEqual({ broken: [], overlapping: 0, sideways: false });
          expect(await barriers(page)).toEqual([]);
        },
        { width, colorScheme },
      );
    },
  );

  it('has a column for each decision, next to each other', async () => {
    await inPage(
      async (page) => {
        const headings = await page.locator('table >> nth=0').locator('thead th').allInnerTexts();
        expect(headings.slice(-4)).toEqual(['Declared', 'Keep', 'Remove', 'Until']);
        const cells = await page.locator('table >> nth=0').locator('tbody tr >> nth=0').locator('.decision').all();
        expect(new Set(await Promise.all(cells.map(async (cell) => (await cell.boundingBox())!.y))).size).toBe(1);
      },
      { width: 1600 },
    );
  });

  it('hides sections without a match, and prints headings as text, which a browser repeats on each page', async () => {
    await inPage(async (page) => {
      await page.locator('#filter').fill('nosuchword');
      expect(await page.locator('section:visible').count()).toBe(0);
      await page.locator('#filter').fill('');
      expect(await page.locator('section:visible').count()).toBeGreaterThan(0);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('thead button:visible').count()).toBe(0);
      expect((await page.locator('table >> nth=0').locator('thead th').allInnerTexts())[0]).toBe('Who');
      await page.emulateMedia({ media: 'screen' });
    });
  });

  it('shows the day of a time and the end of a uid, and the rest on hover', async () => {
    await inPage(async (page) => {
      const uid = page.locator('table >> nth=0').locator('abbr >> nth=0');
      expect(await uid.textContent()).toBe('…/0000000000000003');
      expect(await uid.getAttribute('title')).toBe(rows[3]!.grant);
      const since = page.locator('table >> nth=1').locator('tbody tr >> nth=0').locator('time');
      expect(await since.allTextContents()).toEqual(['2025-11-03']);
      expect(await since.getAttribute('title')).toBe('2025-11-03T10:11:12.000Z');
    });
  });

  it.each([400, 700, 850, 920, 1000, 1190, 1400])(
    'at %d px, the decisions of each grant are in one line',
    async (width) => {
      await inPage(
        async (page) => {
          const tops = `[...document.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('.decision input')].map((input) => Math.round(input.getBoundingClientRect().top / 12)))`;
          const lines: number[][] = await page.evaluate(tops);
          for (const line of lines) expect(Math.max(...line) - Math.min(...line)).toBeLessThanOrEqual(1);
        },
        { width },
      );
    },
  );

  it.each([400, 1000, 1400])('at %d px, a grant has few lines, and everything else unfolds', async (width) => {
    await inPage(
      async (page) => {
        const row = page.locator('table >> nth=1').locator('tbody tr >> nth=0');
        // Two lines of text, one line of controls, and the padding. At 400 px, who assumes the identity has a line of its own, too.
        expect((await row.boundingBox())!.height).toBeLessThan(width === 400 ? 140 : 100);
        const declared = row.locator('[data-label=Declared]');
        expect(await declared.isVisible()).toBe(width > 400);
        const boxes = await Promise.all((await row.locator('.decision').all()).map((cell) => cell.boundingBox()));
        const group = await row.locator('.group').boundingBox();
        // The cells of the decision are next to each other, and on a small screen on a line of their own.
        expect(Math.max(...boxes.map((box) => box!.y))).toBeLessThan(
          Math.min(...boxes.map((box) => box!.y + box!.height)),
        );
        if (width === 400) expect(boxes[0]!.y).toBeGreaterThan(group!.y + group!.height - 1);
        const labels = `[...document.querySelectorAll('.decision[data-label]')].map((cell) => getComputedStyle(cell, '::before').content)`;
        const shown = new Set<string>(await page.evaluate(labels));
        expect(shown).toEqual(new Set(['"Keep "', '"Remove "', '"Until "']));
        if (width === 400) await row.getByRole('button', { name: /^Details of/ }).click();
        expect(await declared.isVisible()).toBe(true);
      },
      { width },
    );
  });

  it('lists owners first, with who can assume them and the line of the declaration', async () => {
    await inPage(async (page) => {
      const row = page.locator('table >> nth=1').locator('tbody tr >> nth=0');
      expect(await row.locator('th').textContent()).toBe('acme/zoe zoe@platform-engineering.acme.example');
      expect(await row.locator('[data-label="Can be assumed by"]').textContent()).toBe('the person who signs in');
      const declared = row.locator('[data-label=Declared]');
      expect(await declared.textContent()).toBe('src/teams/payments.ts:41');
      expect(await declared.getAttribute('title')).toBe(
        'src/teams/payments.ts:41, organization/payments/deployer-41, platform_role_binding.payments_41 (organization)',
      );
    });
  });

  it('prints with a filter that the rows are partial, and which words select them', async () => {
    await inPage(async (page) => {
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('#filtered').isVisible()).toBe(false);
      await page.emulateMedia({ media: 'screen' });
      await page.locator('#filter').fill('acme/zoe');
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('#filtered').textContent()).toBe(
        'Partial: this page shows 1 of 42 rows, those with the words "acme/zoe". The totals are of all rows.',
      );
      expect(await page.locator('#filtered').isVisible()).toBe(true);
      await page.emulateMedia({ media: 'screen' });
      await page.locator('#filter').fill('');
      expect(await page.locator('#filtered').isVisible()).toBe(false);
    });
  });

  it('at 400 px, shows who can assume an identity that is open to others, and marks the row', async () => {
    const exposure = { to: 'outsiders', text: 'Outsiders can assume it: the owner evilcorp', names: [] } as const;
    const open = {
      ...review,
      access: { ...review.access, rows: [rowOf(1, { exposure, isManaged: false }), rowOf(2)] },
      proposals: [],
    };
    const { page, close } = await openPage(browser, formatAccessReviewHtml(open), { width: 400 });
    const cells = page.locator('[data-label="Can be assumed by"]');
    expect(await Promise.all((await cells.all()).map((cell) => cell.isVisible()))).toEqual([true, true]);
    expect(await cells.first().textContent()).toBe('Outsiders can assume it: the owner evilcorp. Unknown');
    const colors = await page.evaluate<string[]>(
      `[...document.querySelectorAll('[data-label="Can be assumed by"]')].map((cell) => getComputedStyle(cell).color)`,
    );
    expect(new Set(colors).size).toBe(2);
    const declared = await page.locator('[data-label=Declared]').all();
    expect(await Promise.all(declared.map((cell) => cell.isVisible()))).toEqual([true, false]);
    expect(await declared[0]!.textContent()).toContain('not managed: ');
    expect(await layoutOf(page)).toEqual({ broken: [], overlapping: 0, sideways: false });
    await close();
  });

  it('sorts identities that others can assume before all others', async () => {
    const exposure = { to: 'outsiders', text: 'Outsiders can assume it: the owner evilcorp', names: [] } as const;
    const all = [rowOf(1, { assumedBy: 'any workflow' }), rowOf(2, { exposure, rights: 'reads' })];
    const open = { ...review, access: { ...review.access, rows: all }, proposals: [] };
    const { page, close } = await openPage(browser, formatAccessReviewHtml(open));
    const first = page.locator('tbody tr >> nth=0').locator('th');
    expect(await first.textContent()).toContain('deployer-2');
    await page.getByRole('button', { name: 'Who' }).click();
    expect(await first.textContent()).toContain('deployer-1');
    await page.getByRole('button', { name: 'Can be assumed by' }).click();
    expect(await first.textContent()).toContain('deployer-2');
    await close();
  });

  it('lists the widest owners first', async () => {
    const narrow = { ...owner, identity: 'acme/amy', group: 'acme/shop', beneath: 0 };
    const owners = [narrow, { ...narrow, identity: 'acme/zoe', role: 'administrator', group: 'acme', beneath: 9 }];
    const access = { ...review.access, rows: owners.map((own, index) => rowOf(index, own)) };
    const text = formatAccessReviewHtml({ ...review, access, proposals: [] });
    expect(text.indexOf('<bdi>acme/<wbr>zoe')).toBeLessThan(text.indexOf('<bdi>acme/<wbr>amy'));
  });

  it.each([true, false])('marks who can assume the grants of unusual owners: %s', async (isUnusual) => {
    const row = rowOf(50, { exposure: { to: 'unknown', text: 'Unknown', names: [] } });
    const danger = { heading: 'Grants', rows: [row], next: 'Decide.', isUnusual };
    const access = { ...review.access, rows: [row] };
    const text = formatAccessReviewHtml({ ...review, access, proposals: [], dangers: [danger] });
    expect(/class="can-be-assumed-by exposed"/.test(text)).toBe(isUnusual);
  });

  it('has a line for the reviewer and the signature on paper', async () => {
    await inPage(async (page) => {
      const line = page.locator('.signature');
      expect(await line.isVisible()).toBe(false);
      await page.emulateMedia({ media: 'print' });
      expect(await line.isVisible()).toBe(true);
      expect(await line.textContent()).toBe('Reviewer:Date:Signature:');
    });
  });

  it('fits on A4', async () => {
    await inPage(async (page) => {
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 1030, height: 700 });
      expect(await layoutOf(page)).toEqual({ broken: [], overlapping: 0, sideways: false });
      expect(await page.locator('.tools').isVisible()).toBe(false);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect([.../\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)!].slice(1).map(Number).map(Math.round)).toEqual([
        842, 595,
      ]);
    });
  });

  it('shows the text of names as text', async () => {
    await inPage(async (page) => {
      expect(await whoIn(page)).toContain('<b>x</b>\\u202e');
      expect(await page.locator('main b').count()).toBe(0);
    });
  });

  it.each([400, 1400])('sorts by a column in both directions, at %d px', async (width) => {
    await inPage(
      async (page) => {
        const button = page.locator('table >> nth=1').getByRole('button', { name: 'Who' });
        await button.click();
        const ascending = await whoIn(page);
        expect(ascending.slice(0, 3).map((name) => name.split('/').at(-1))).toEqual([
          'b>\\u202e',
          'deployer-0',
          'deployer-1',
        ]);
        await button.click();
        expect(await whoIn(page)).toEqual(ascending.reverse());
        expect(await page.locator('[aria-sort=descending]').count()).toBe(1);
      },
      { width },
    );
  });

  it('filters by words, and counts', async () => {
    await inPage(async (page) => {
      await page.getByRole('searchbox').fill('DEPLOYER-1 can write');
      expect((await whoIn(page)).map((name) => name.split('/').at(-1))).toEqual(
        [1, ...Array.from({ length: 10 }, (_, index) => 10 + index)].map((index) => `deployer-${index}`),
      );
      expect(await page.getByRole('status').textContent()).toBe('11 of 42');
      await page.keyboard.press('Enter');
      expect(await page.locator('h1').textContent()).toBe('Access review of acme');
    });
  });

  it('counts what to keep and to remove', async () => {
    await inPage(async (page) => {
      const total = page.locator('#total');
      expect(await total.textContent()).toBe('Total: 42 grants of 42 identities. Keep 0, remove 0, open 42.');
      await page.getByRole('radio', { name: /^Remove .*deployer-3, / }).check();
      await page.getByRole('radio', { name: /^Keep .*deployer-7, / }).check();
      await page.getByRole('radio', { name: /^Keep .*deployer-3, / }).check();
      await page.getByLabel(/^Keep until, .*deployer-3, /).fill('2027-01-31');
      expect(await total.textContent()).toBe('Total: 42 grants of 42 identities. Keep 2, remove 0, open 40.');
    });
  });
});

test('without a script, the page contains every grant once', () => {
  for (const { identity } of rows.slice(0, 40))
    expect(html.split(`${identity.replaceAll('/', '/<wbr>')}</bdi>`)).toHaveLength(2);
  expect(html).toContain('<form class="tools" role="search" hidden>');
  expect(html).toContain('The invites of acme cannot be read: denied.');
});
