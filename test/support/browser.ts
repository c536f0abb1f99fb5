/** A browser for tests of pages: an installed one. None is downloaded. */
import { accessSync, constants, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

/** The first has no user interface: it needs a third of the CPU time of the others. */
const names = [
  ...['chromium-headless-shell', 'chrome-headless-shell'],
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
];
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** CHROME_PATH, else what PATH has. */
function findBrowser(): string | undefined {
  const named = process.env['CHROME_PATH'];
  if (named !== undefined && named !== '') return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...applications].find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const executablePath = findBrowser();

/** `describe` if a browser is installed. Otherwise it reports this and skips its tests. */
export const describeInBrowser: jest.Describe = executablePath === undefined ? leftOut() : describe;

function leftOut(): jest.Describe {
  process.stderr.write(
    'No browser was found (CHROME_PATH, or chromium-headless-shell, chromium or google-chrome on PATH): tests of pages are left out.\n',
  );
  return describe.skip;
}

/** So long may anything in a page take; on a machine that is busy with other things, too. */
const PATIENCE_MS = 30_000;

export async function launchBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    timeout: 2 * PATIENCE_MS,
    args: [
      '--headless=new',
      ...(isRoot ? ['--no-sandbox'] : []),
      ...['--disable-gpu', '--disable-quic', '--disable-dev-shm-usage', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
}

export interface Seen {
  /** Paths that were asked for. */
  readonly requests: readonly string[];
  /** Errors of scripts, what was logged, and what the policy forbids. */
  readonly complaints: readonly string[];
}

export interface OpenPage {
  readonly page: Page;
  readonly seen: Seen;
  readonly close: () => Promise<void>;
}

interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** After the `#`. */
  readonly route?: string;
  /** A script that runs before the page does. */
  readonly before?: string;
}

/** Opens a document as a server would send it, and notes everything that it asks for and complains about. */
export async function openPage(browser: Browser, html: string, options: PageOptions = {}): Promise<OpenPage> {
  const { width = 1280, height = 800, colorScheme = 'light', route = '', before = '' } = options;
  const [requests, complaints]: [string[], string[]] = [[], []];
  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(url === '/' ? html : '');
  });
  const address = await listening(server);
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  page.on('request', (request) => {
    if (!request.url().startsWith(address)) requests.push(request.url());
  });
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(error.message));
  // Code for the page is text here: only the page's own folder knows a browser's types.
  await page.addInitScript({
    content: `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error('forbidden: ' + violatedDirective + ' ' + blockedURI));
      ${before}`,
  });
  await page.goto(`${address}/${route}`);
  const close = async () => {
    await context.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { page, seen: { requests, complaints }, close };
}

function listening(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the violations of accessibility in the current page: rule, and place. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate<string[]>(`axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => id + ': ' + target.join(' ') + ': ' + failureSummary)))`);
}

/** Returns words whose letters stand below each other, the number of overlapping rows, and whether the page or a part of it scrolls sideways. */
export function layoutOf(page: Page) {
  return page.evaluate<{ broken: string[]; overlapping: number; sideways: boolean }>(`(() => {
    const texts = [...document.querySelectorAll('tbody th, tbody td, .card, h1, h2, p')].filter((one) => one.offsetParent !== null);
    const broken = [];
    for (const element of texts) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode;
        for (const { index, 0: word } of node.data.matchAll(/[^\\s/._:=@,-]+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size > 1) broken.push(word);
        }
      }
    }
    // A capability is one word where it fits.
    for (const name of document.querySelectorAll('.capability')) if (name.getBoundingClientRect().height > 30) broken.push(name.textContent);
    const scrolling = [document.documentElement, ...document.querySelectorAll('#panel, .scrolled')];
    const boxes = [...document.querySelectorAll('tbody tr')].map((one) => one.getBoundingClientRect());
    const overlapping = boxes.filter((box, index) => index > 0 && box.top < boxes[index - 1].bottom - 1 && box.top > boxes[index - 1].top).length;
    return { broken, overlapping, sideways: scrolling.some((one) => one.scrollWidth > one.clientWidth) };
  })()`);
}
