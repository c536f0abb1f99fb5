// @slow
/** The documentation site: built as for a release, then read and searched in a browser. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describeInBrowser, launchBrowser } from '../support/browser';

jest.setTimeout(180_000);

const base = '/cdktf-provider-platform/';
const repository = 'https://github.com/platform-iac/cdktf-provider-platform/blob/main/';
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
};

test('a link to a missing file fails the build, and a link to a source leads to the repository', () => {
  const program = `import { siteLink } from ${JSON.stringify(resolve('docs/.vitepress/links.mjs'))};
    const link = (...args) => { try { return siteLink(...args); } catch ({ message }) { return message; } };
    console.log(JSON.stringify([['README.md', 'docs/review.md#findings'], ['docs/index.md', 'provider.md'],
      ['docs/client.md', '../src/model/api/README.md'], ['docs/client.md', 'missing.md'], ['docs/client.md', '#top']]
      .map((args) => link(...args))));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual([
    '/review.md#findings',
    '/provider.md',
    `${repository}src/model/api/README.md`,
    'docs/client.md links to missing.md, which does not exist.',
    '#top',
  ]);
});

describeInBrowser('the site', () => {
  const site = mkdtempSync(join(tmpdir(), 'site-test-'));
  let server: Server;
  let browser: Browser;
  let origin: string;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    execFileSync('npm', ['run', '--silent', 'docs:build', '--', 'build', '--outDir', site], { stdio: 'pipe' });
    server = createServer(({ url = '' }, response) => {
      const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
      const file = join(site, path.endsWith('/') ? `${path}index.html` : path).replace(
        join(site, base),
        join(site, '/'),
      );
      if (!path.startsWith(base) || !existsSync(file)) return response.writeHead(404).end();
      return response.writeHead(200, { 'Content-Type': types[extname(file)] }).end(readFileSync(file));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
    rmSync(site, { recursive: true });
  });

  async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<void> {
    context = await browser.newContext(options);
    page = await context.newPage();
    complaints = [];
    page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin}${base}`)) complaints.push(`request: ${request.url()}`);
    });
    await page.goto(origin + base);
  }
  afterEach(async () => {
    await context.close();
    // The site loads nothing from other hosts.
    expect(complaints).toEqual([]);
  });

  test('the start page leads to every page, and every link to a page, a heading or a file', async () => {
    await open({ javaScriptEnabled: false });
    const anchors = new Map<string, ReadonlySet<string>>();
    const links: { from: string; to: URL }[] = [];
    const unread = [origin + base];
    for (let next = unread.pop(); next !== undefined; next = unread.pop()) {
      if (anchors.has(next)) continue;
      const response = await page.goto(next);
      expect({ next, status: response?.status() }).toEqual({ next, status: 200 });
      const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }: { id: string }) => id));
      anchors.set(next, new Set(ids));
      const found = await page
        .locator('a[href]')
        .evaluateAll((elements) => elements.map(({ href }: { href: string }) => href));
      const targets = found.map((href) => new URL(href));
      links.push(...targets.map((to) => ({ from: next, to })));
      unread.push(...targets.filter((to) => to.origin === origin).map((to) => to.origin + to.pathname));
      expect(await page.locator('main').textContent()).not.toMatch(/page_title|subcategory/);
    }
    const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!404)\.html$/.test(file),
    );
    expect(anchors.size).toBe(pages.length);
    expect(pages.length).toBeGreaterThan(60);
    const dead = links.filter(({ to }) => {
      if (to.href.startsWith(repository)) return !existsSync(to.href.slice(repository.length).replace(/#.*/, ''));
      if (to.origin !== origin || to.hash === '') return false;
      return !anchors.get(to.origin + to.pathname)!.has(decodeURIComponent(to.hash.slice(1)));
    });
    expect(dead.map(({ from, to }) => `${from} → ${to.href}`)).toEqual([]);
  });

  test('llms.txt lists the Markdown of each page, its links lead to files of the site, and the schemas have their addresses', () => {
    const inSite = (path: string) => join(site, path.slice(base.length));
    const listed = [...readFileSync(join(site, 'llms.txt'), 'utf8').matchAll(/^- \[.+\]\((.+)\)$/gm)].map(
      ([, path]) => path!,
    );
    const isPage = (file: string) => file.endsWith('.html') && !/^(404|index)\.html$/.test(file);
    const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(isPage);
    expect(listed.map((path) => path.slice(base.length)).sort()).toEqual(
      ['index.md', ...pages.map((file) => file.replace(/html$/, 'md'))].sort(),
    );
    const linked = listed.flatMap((path) =>
      [...readFileSync(inSite(path), 'utf8').matchAll(/\]\((\/[^)#]*)/g)].map(([, target]) => target!),
    );
    expect(linked.length).toBeGreaterThan(100);
    expect([...listed, ...linked].filter((path) => !existsSync(inSite(path)))).toEqual([]);
    for (const name of readdirSync('dist').filter((file) => file.endsWith('.schema.json'))) {
      const { $id } = JSON.parse(readFileSync(join(site, name), 'utf8')) as { $id: string };
      expect(new URL($id).pathname).toBe(base + name);
    }
  });

  test.each([
    ['privilege escalation', 'Review', /privilege escalation/i],
    ['on_existing', 'Provider', /on_existing/],
  ])('the search for %s leads to %s', async (query, title, text) => {
    await open();
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click();
    await page.getByRole('searchbox').fill(query);
    const result = page.locator('.result', { hasText: new RegExp(`^[#\\s]*${title}`) }).first();
    await result.click();
    // A text ignores case, and the first page has the word in its title.
    await page.locator('h1', { hasText: new RegExp(title) }).waitFor();
    expect(await page.locator('main').textContent()).toMatch(text);
  });

  test('the navigation of a phone leads to a page', async () => {
    await open({ viewport: { width: 400, height: 800 } });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('link', { name: 'Pipelines', exact: true }).first().click();
    await page.locator('h1', { hasText: 'Pipelines' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
