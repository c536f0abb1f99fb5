/** `npm run docs:build`: the documentation site, with search, in .site/. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { anchor, repository, siteLinks } from './links.mjs';
import { pages, root } from './pages.mjs';
import { writePlainFiles } from './plain-files.mjs';
import { search } from './search.mjs';
import { sidebar } from './sidebar.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

export default defineConfig({
  title: 'cdktf-provider-platform',
  description: 'Manage groups, identities, roles and role bindings as code, and review who gains access.',
  // The address of GitHub Pages ends with the name of the repository.
  base: '/cdktf-provider-platform/',
  lang: 'en',
  srcDir: root,
  srcExclude: ['{src,test,examples,docs/guides}/**'],
  rewrites: pages,
  outDir: join(root, '.site'),
  buildEnd: writePlainFiles,
  cacheDir: join(import.meta.dirname, 'node_modules/.vitepress'),
  // Without an icon, browsers request one from the root of the host.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  // package.json makes Vite use the esbuild of this project, which cannot compile to the older browsers that Vite names.
  vite: { build: { target: 'es2022' } },
  markdown: {
    config: siteLinks,
    anchor: { slugify: anchor },
    // Braces are text, as on GitHub.
    attrs: { disable: true },
  },
  themeConfig: {
    nav: [{ text: version, link: '/changelog' }],
    sidebar,
    outline: [2, 3],
    externalLinkIcon: true,
    socialLinks: [{ icon: 'github', link: repository }],
    search,
  },
});
