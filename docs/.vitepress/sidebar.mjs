/** The navigation, in the order of use. */
import { pages, titleOf } from './pages.mjs';

const page = (file, text = titleOf(file)) => ({ text, link: `/${pages[file].replace(/index\.md$/, '')}` });

/** @returns an item for each page of a generated folder */
function pagesIn(folder) {
  const files = Object.keys(pages).filter((file) => file.startsWith(`docs/${folder}/`) && !file.endsWith('README.md'));
  // The headings of the provider's pages contain the name of their folder: platform_group (Resource).
  return files.map((file) => page(file, titleOf(file).replace(/ \(.*\)$/, '')));
}

const folder = (text, name) => ({ text, collapsed: true, items: pagesIn(name) });

export const sidebar = [
  {
    text: 'Guide',
    items: [
      page('README.md', 'Quick start'),
      page('docs/constructs.md'),
      page('docs/trust.md'),
      page('docs/teams.md'),
      page('docs/changes.md'),
      page('docs/testing.md'),
      page('docs/everyday-changes.md'),
      page('docs/adopt.md'),
      page('docs/review.md'),
      page('docs/read-report.md'),
      page('docs/findings.md'),
      page('docs/review-configuration.md'),
      page('docs/unreviewed-code.md'),
      page('docs/pipelines.md'),
      page('docs/approval.md'),
      page('docs/review-plans.md'),
      page('docs/drift.md'),
      page('docs/integrations.md'),
    ],
  },
  {
    text: 'Terraform',
    items: [
      page('docs/provider.md'),
      page('docs/move-from-go-provider.md'),
      page('docs/index.md', 'Reference'),
      folder('Resources', 'resources'),
      folder('Data sources', 'data-sources'),
      folder('List resources', 'list-resources'),
      folder('Ephemeral resources', 'ephemeral-resources'),
      folder('Functions', 'functions'),
    ],
  },
  {
    text: 'Tools',
    items: [
      page('docs/access.md'),
      page('docs/access-program.md'),
      page('docs/client.md'),
      page('docs/review-program.md'),
      page('docs/emulator.md'),
      page('docs/cli.md'),
      page('docs/data-stacks.md'),
      page('docs/kinds.md'),
      page('docs/capabilities.md'),
      page('docs/plugin.md'),
    ],
  },
  {
    text: 'Operation',
    items: [
      page('docs/operating.md'),
      page('docs/errors.md'),
      page('docs/compatibility.md'),
      page('docs/versions.md'),
      page('docs/security.md'),
    ],
  },
  {
    text: 'Project',
    items: [page('docs/contributing.md'), page('CHANGELOG.md')],
  },
  { ...page('docs/api/README.md'), collapsed: true, items: pagesIn('api') },
];
