/** Names of owners without a platform. */
import { findingsOfTrust, type ClaimMatch } from './trust-plans';

const gitHub: ClaimMatch = {
  issuer: 'https://token.actions.githubusercontent.com',
  subject: 'repo:acme/shop:ref:refs/heads/main',
};
const gitLab: ClaimMatch = {
  issuer: 'https://gitlab.com',
  subject: 'project_path:acme/shop:ref_type:branch:ref:main',
  claims: { project_id: '7', ref_protected: 'true' },
};
const owners = { configuration: { owners: ['acme'] } };

test('a name that no trust policy used before counts everywhere, and the report shows the entries once', () => {
  const [finding, ...others] = findingsOfTrust('owners-everywhere', gitLab, owners);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ severity: 'low', reason: expect.stringContaining('This change uses "gitlab:acme"') });
  expect(findingsOfTrust('outsider-can-assume', gitLab, owners)).toEqual([]);
});

test('a name keeps its meaning on the platforms where a trust policy used it before', () => {
  const changed = { before: gitHub, ...owners };
  expect(findingsOfTrust('owners-everywhere', gitLab, changed)).toEqual([]);
  const [finding] = findingsOfTrust('outsider-can-assume', gitLab, changed);
  expect(finding?.witness).toContain('sub=project_path:acme/shop');
  const both = { before: gitHub, configuration: { owners: ['acme', 'gitlab:acme'] } };
  expect(findingsOfTrust('outsider-can-assume', gitLab, both)).toEqual([]);
});
