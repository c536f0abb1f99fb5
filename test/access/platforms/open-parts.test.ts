/** A trust policy that leaves one part of a subject open: the users who can obtain its token, on platforms with a table alone. */
import { ISSUERS, obtainableTokens } from '../../../src/access/trust';
import { filled, namesIn, walkedOf } from './strangers';

const quoted = (text: string) => text.replace(/[.?+]/g, '\\$&');

const FORK = 'anyone who can open a pull request from a fork, if the pipeline builds forks';
const PULL_REQUEST = 'anyone who can open a pull request that the pipeline builds';
const CONNECTION = [
  'any pipeline that may use the service connection',
  'anyone who can push a branch, or open a pull request, that a pipeline with the service connection builds',
];
const PROPOSED = 'anyone who can open a pull request that the stack plans';
const TASK = 'anyone who can start a task of the stack, or a test of the module';

describe.each<[id: string, shape: string, reaches: Readonly<Record<string, readonly string[]>>]>([
  [
    'azure-devops',
    'branch',
    {
      '': [],
      organizationId: ['any project of any organization on Azure DevOps'],
      project: ['any other project of the organization', 'anyone who can create a project of the organization'],
      pipeline: ['any other pipeline of the project'],
      branch: ['anyone who can push a matching branch to the repository'],
    },
  ],
  ['azure-devops', 'tag', { '': [], tag: ['anyone who can push such a tag to the repository'] }],
  ['azure-devops', 'pullRequest', { '': [FORK, PULL_REQUEST] }],
  [
    'azure-devops',
    'connection',
    { '': CONNECTION, project: ['any other project of the organization', ...CONNECTION], connection: CONNECTION },
  ],
  [
    'harness',
    'pipeline',
    {
      '': [],
      account: ['any project of any account on Harness'],
      organization: ['any other project of the account'],
      project: ['any other project of the account'],
      pipeline: ['any other pipeline of the project'],
    },
  ],
  ['harness', 'project', { '': [], organization: ['any other project of the account'] }],
  ['spacelift', 'proposed', { '': [PROPOSED], caller: [PROPOSED, 'any other stack of the account'] }],
  [
    'spacelift',
    'other',
    {
      '': [],
      account: ['any stack of any account on Spacelift'],
      space: ['any other stack of the account'],
      caller: ['any other stack of the account'],
      type: [PROPOSED, TASK],
    },
  ],
  ['spacelift', 'unreviewed', { '': [TASK] }],
])('%s: %s', (id, name, reaches) => {
  const issuer = ISSUERS.find((one) => one.id === id)!;
  const { ours } = walkedOf(issuer);

  it.each(Object.entries(reaches))('with the open part "%s"', (open, who) => {
    const match = Object.entries(issuer.shapes[name]!).map(([claim, text]) => {
      if (!namesIn(text).includes(open)) return [claim, { exact: filled(text, ours) }];
      const parts = text.split(`{${open}}`).map((part) => quoted(filled(part, ours)));
      return [claim, { pattern: `^${parts.join('.+')}$` }];
    });
    const { obtainable } = obtainableTokens(Object.fromEntries(match), { issuers: [issuer] });
    expect(obtainable.map(({ whoInGeneral }) => whoInGeneral)).toEqual(who);
  });
});
