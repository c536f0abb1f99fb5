import { createNewGroups, uidsInUrl } from '../../../src/emulator/faults/new-groups';
import type { FaultTarget } from '../../../src/emulator/faults/fault-target';

const root = 'c0ffee'.repeat(7).slice(0, 40);
const team = `${root}/${'1'.repeat(16)}`;
const inTeam = `${team}/${'2'.repeat(16)}`;

const target = (method: string, path: string, token = 'creator'): FaultTarget => ({
  url: new URL(`http://localhost${path}`),
  request: {
    method,
    url: `http://localhost${path}`,
    headers: new Headers({ authorization: token }),
    body: null,
    signal: new AbortController().signal,
  },
});

function created(uid: string, status = 200) {
  let now = 0;
  const groups = createNewGroups(100, () => new Date(now));
  const response = { status, headers: {}, body: JSON.stringify({ uid }) };
  groups.observe(target('POST', `/iam/v2beta1/groups/${root}`), response);
  const codeFor = (path: string, token?: string) => groups.codeFor(target('GET', path, token));
  return { codeFor, pass: (ms: number) => void (now += ms) };
}

test('calls in a new group are denied for a while, in its path and in a query', () => {
  const { codeFor, pass } = created(team);
  const encoded = encodeURIComponent(inTeam);
  for (const path of [`/iam/v2beta1/groups/${team}`, `/iam/v2beta1/roles/${inTeam}`, `/x?uidp.children_of=${encoded}`])
    expect(codeFor(path)).toBe('PERMISSION_DENIED');
  pass(100);
  expect(codeFor(`/iam/v2beta1/groups/${team}`)).toBeUndefined();
});

test('calls elsewhere are not denied', () => {
  const { codeFor } = created(team);
  expect(codeFor(`/iam/v2beta1/groups/${root}`)).toBeUndefined();
  expect(codeFor(`/iam/v2beta1/groups/${root}/${'3'.repeat(16)}`)).toBeUndefined();
});

test('the token that created a root group never works there, and another one does after the time', () => {
  const { codeFor, pass } = created(root);
  const path = `/iam/v2beta1/groups/${root}`;
  expect(codeFor(path, 'other')).toBe('PERMISSION_DENIED');
  pass(1000);
  expect([codeFor(path, 'creator'), codeFor(path, 'other')]).toEqual(['UNAUTHENTICATED', undefined]);
});

test('a rejected creation makes no group', () => {
  expect(created(team, 409).codeFor(`/iam/v2beta1/groups/${team}`)).toBeUndefined();
});

test('uids are found in any encoding of a URL, and nothing else is', () => {
  expect(uidsInUrl(new URL(`http://h/a/${root}%2F${'1'.repeat(16)}?x=${root}`))).toEqual([team, root]);
  expect(uidsInUrl(new URL(`http://h/a/${'g'.repeat(40)}/abc`))).toEqual([]);
});
