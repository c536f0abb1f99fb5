/**
 * Creates the picture of a comment in the README from a plan of the corpus: `npx tsx test/review/picture/make.ts`. It needs Chromium:
 * the one in CHROMIUM, otherwise the one of Debian. The picture contains its text, so that a test detects a changed report.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { chromium } from 'playwright-core';
import { formatMarkdown } from '../../../src/review';
import { shownText, withText } from './png-text';
import { createPictureReport } from './report';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const file = join(__dirname, '../../../src/review/comment.png');

/** The style of a comment on GitHub, with common fonts. Not every machine has a font for colored circles. */
const style = `
  body { margin: 0; background: #fff; color: #1f2328; font: 14px/1.5 'DejaVu Sans', sans-serif; }
  main { width: 840px; padding: 16px 20px 4px; border: 1px solid #d0d7de; border-radius: 8px; }
  h3 { margin: 0 0 12px; font-size: 17px; }
  table { border-collapse: collapse; margin: 0 0 16px; }
  th, td { border: 1px solid #d0d7de; padding: 6px 12px; text-align: left; }
  tr:nth-child(even) td { background: #f6f8fa; }
  code { padding: 2px 5px; border-radius: 5px; background: #eff1f3; font: 12px 'DejaVu Sans Mono', monospace; }
  td:nth-child(2) code, td:first-child { white-space: nowrap; }
  details { margin: 0 0 12px; }
  summary { cursor: pointer; }
  i { display: inline-block; width: 0.8em; height: 0.8em; border-radius: 50%; vertical-align: -0.05em; }`;
const circles: Readonly<Record<string, string>> = {
  '🔴': '#cf222e',
  '🟡': '#d4a72c',
  '🔵': '#0969da',
  '🟢': '#1a7f37',
};

async function make(): Promise<void> {
  const report = createPictureReport();
  const html = new MarkdownIt({ html: true })
    .render(formatMarkdown(report))
    .replace(/🔴|🟡|🔵|🟢/gu, (circle) => `<i style="background:${circles[circle] ?? ''}"></i>`);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 900, height: 600 }, deviceScaleFactor: 1 });
    await page.setContent(`<!doctype html><meta charset="utf-8"><style>${style}</style><main>${html}</main>`);
    const png = await page.locator('main').screenshot({ omitBackground: true });
    writeFileSync(file, withText(png, 'Shown', shownText(report)));
  } finally {
    await browser.close();
  }
  process.stdout.write(`${file}\n`);
}

void make();
