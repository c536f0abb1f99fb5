import { Trust, type TrustData } from '../../../constructs';
import { claimMatchOf, trustProblems } from './trusting';

const gitHubActions = { repository: 'acme/shop', branch: 'main', ids: { owner: 1234, repository: 7890 } };

test('plain data describes the same trust as the factory of its platform', () => {
  const data: TrustData = { gitHubActions };
  expect(claimMatchOf(Trust.of(data))).toEqual(claimMatchOf(Trust.gitHubActions(gitHubActions)));
  const fromYaml = { ...gitHubActions, ids: { owner: '1234', repository: '7890' } };
  expect(claimMatchOf(Trust.of({ gitHubActions: fromYaml }))).toEqual(claimMatchOf(Trust.of(data)));
});

test.each<[unknown, RegExp]>([
  [{}, /^Trust\.of: exactly one of gitHubActions,? .*must be given, found none\.$/],
  [{ gitHubActions, gitLab: {} }, /found gitHubActions, gitLab\.$/],
  [{ githubactions: gitHubActions }, /^Trust\.of: unknown platform `githubactions`; did you mean `gitHubActions`\?$/],
  [{ teamCity: {} }, /^Trust\.of: unknown platform `teamCity`; known platforms are gitHubActions/],
  [undefined, /^Trust\.of: its data, the first argument, must be an object; it is undefined\.$/],
  [
    { gitHubActions: 'acme/shop' },
    /^Trust\.gitHubActions: its props, the first argument, must be an object; it is text\.$/,
  ],
  [
    { gitHubActions: { ...gitHubActions, branch: ['main'] } },
    /^Trust\.gitHubActions: branch must be text; it is a list\.$/,
  ],
  [
    { gitHubActions: { ...gitHubActions, ids: 12 } },
    /^Trust\.gitHubActions: ids must be an object; it is the number 12\.$/,
  ],
])('%j is an error immediately', (data, message) => {
  expect(() => Trust.of(data as TrustData)).toThrow(message);
});

test('an absent value is no value, as in YAML', () => {
  const data = { gitHubActions: { ...gitHubActions, tag: null, audience: undefined } };
  expect(trustProblems(Trust.of(data as unknown as TrustData))).toEqual([]);
});
