/** `docs/compatibility.md`: the rules of the API, their sources, and the effect of a service that differs. */
import { getCases, confirmedLine, PUBLISHED, type ConformanceRule, getSource } from '../conformance';
import { VERSION } from '../../model/api';
import { bullets, inlineCode, fencedCode, page, withoutElements, markdownTable } from './markdown';

const REPOSITORY = 'https://github.com/platform-iac/cdktf-provider-platform';

const sections: Readonly<Record<string, string>> = {
  O: 'Operations',
  U: 'Uids',
  V: 'Values',
  L: 'Lists',
  C: 'Creating',
  M: 'Changing with field masks',
  D: 'Deleting',
  E: 'Errors',
  T: 'Tokens',
  A: 'Access',
  K: 'Kinds',
  F: 'Time and failure',
  G: 'v1 and gRPC',
};

export function compatibilityPage(rules: readonly ConformanceRule[]): string {
  return page(
    '# Compatibility',
    `${confirmedLine(countConfirmed(rules))} The provider was not run against a live service yet. The tests run against [the emulator](emulator.md), which follows these rules.`,
    `The published contract of an API of this shape is the folder \`${PUBLISHED.folder}\` of [${PUBLISHED.repository}](https://github.com/${PUBLISHED.repository}/tree/${PUBLISHED.commit}/${PUBLISHED.folder}), at the commit ${inlineCode(PUBLISHED.commit.slice(0, 7))} of ${PUBLISHED.date}. Each rule is *confirmed* by these files, *confirmed in part*, or *assumed*. The [page of the rules](${REPOSITORY}/blob/main/src/model/api/README.md) has their full text.`,
    '## Test your service',
    'Run the conformance kit with a token of an owner. Name a group for tests as the parent. Until our first release, [pack the package](../README.md#quick-start), and run the command in the folder of the packed file:',
    fencedCode(
      'sh',
      [
        'export PLATFORM_TOKEN=…',
        `npx -p ./cdktf-provider-platform-${VERSION}.tgz platform-iac conformance --base-url https://api.example.com --parent "$GROUP_UID"`,
      ].join('\n'),
    ),
    'It tries each rule that a request can show, in a group of its own beneath the parent. It ends within two minutes and removes the group, also after Ctrl-C. The next run removes what a killed run has left. It changes nothing else, and keeps to the rate limit of the service.',
    markdownTable(
      ['Verdict', 'Meaning'],
      [
        ['holds', 'The service follows the rule.'],
        ['differs', 'The report contains the request and the response, without secrets.'],
        ['allowed to differ', 'The service differs where we chose the stricter behavior. Nobody relies on it.'],
        ['not offered', 'The service does not have the operation.'],
        ['not tried', 'The run lacks a capability or an option, or no request can show the rule.'],
      ],
    ),
    bullets([
      '`--throwaway-root UID` names a root group for tests. Only with it does the kit create identity providers, mappings of external groups and a root group. It deletes them at the end.',
      '`--grpc` also calls gRPC. `--grpc PACKAGE` names the package before domain and version.',
      '`--auth-url URL` is the address of the token exchange. The default is `PLATFORM_AUTH_URL`, or the address of the API.',
      '`--api-version v2` tests that version. `--format json` writes the result for programs.',
      'The exit code is 1 only if a rule differs on which the client or the provider relies. It is 3 if the run is incomplete.',
    ]),
    `Report a difference as [an issue](${REPOSITORY}/issues/new). Add the output of the kit: it contains the address of your service and uids, and no token.`,
    '## Rules',
    '"May differ" means that a part of the rule is our choice, so that tests find mistakes. A service may differ there.',
    ...Object.entries(sections).flatMap(([letter, title]) => [
      `### ${title}`,
      ruleTable(rules.filter(({ id }) => id.startsWith(letter))),
    ]),
  );
}

function countConfirmed(rules: readonly ConformanceRule[]): { readonly confirmed: number; readonly total: number } {
  return { confirmed: rules.filter((rule) => getSource(rule) === 'confirmed').length, total: rules.length };
}

function ruleTable(rules: readonly ConformanceRule[]): string {
  const rows = rules.map((rule) => [
    rule.id,
    withoutElements(rule.says),
    sourceText(rule),
    rule.relies.length === 0 ? 'nobody' : rule.relies.join(', '),
    withoutElements(rule.ifDifferent),
  ]);
  return markdownTable(['Rule', 'Statement', 'Source', 'Relied on by', 'If a service differs'], rows);
}

function sourceText(rule: ConformanceRule): string {
  const { published, invisible } = rule;
  const source = { confirmed: 'Confirmed', partly: 'Confirmed in part', assumed: 'Assumed' }[getSource(rule)];
  const files = published === undefined ? '' : `: ${published.files.map(getLink).join(', ')}`;
  return [
    `${source}${files}.`,
    ...(published?.note === undefined ? [] : [withoutElements(published.note)]),
    ...(getCases(rule).some(({ mayDiffer }) => mayDiffer === true) ? ['May differ.'] : []),
    ...(invisible === undefined ? [] : [`Not tried: ${withoutElements(invisible)}.`]),
  ].join(' ');
}

function getLink(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return `[${name}](https://github.com/${PUBLISHED.repository}/blob/${PUBLISHED.commit}/${PUBLISHED.folder}${file})`;
}
