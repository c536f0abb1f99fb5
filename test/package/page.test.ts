/** The page that the installed program writes, in a browser: what is clicked through is what is shipped. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeInBrowser, launchBrowser, openPage } from '../support/browser';
import { installedProject, repository } from './installed-project';

jest.setTimeout(180_000);

const corpus = join(repository, 'test/review/corpus');
const plan = readdirSync(corpus).find((file) => file.startsWith('escalation.terraform-')) ?? '';
const written = (...args: string[]) =>
  execFileSync('npx', ['platform-iac', ...args], { cwd: installedProject(), encoding: 'utf8', timeout: 60_000 });

describeInBrowser('the page of the installed program', () => {
  test.each([
    [
      'review',
      ['review', join(corpus, plan), '--format', 'html'],
      'acme/payments/ci gains identity.update in acme/shop.',
    ],
    ['explore', ['explore', join(corpus, plan)], 'acme'],
  ])('%s', async (_, args, title) => {
    const browser = await launchBrowser();
    try {
      const { page, seen, close } = await openPage(browser, written(...args), { route: '#/ask' });
      expect(await page.locator('h1').textContent()).toBe(title);
      await page.getByRole('combobox', { name: 'can do what' }).fill('identity.update');
      await page.keyboard.press('Enter');
      expect(await page.locator('.answer tbody tr').count()).toBeGreaterThan(2);
      await page.getByRole('checkbox', { name: 'Only changes' }).uncheck();
      await page.getByRole('tree').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.locator('h2', { hasText: 'deployer' }).waitFor();
      expect(seen).toEqual({ requests: ['/'], complaints: [] });
      await close();
    } finally {
      await browser.close();
    }
  });
});
