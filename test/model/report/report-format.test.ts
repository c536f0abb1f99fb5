/** The schema of the parts that bind refuses every part of another form. */
import { createPlaceholder } from '../../../src/model/approval';
import { malformedPart, type ReportedWrite } from '../../../src/model/report';
import { boundReport } from '../approval/report/bound-report';

const root = 'c0ffee'.repeat(7).slice(0, 40);
const uid = `${root}/${'1'.repeat(16)}`;
const hash = 'a'.repeat(64);

const writes: readonly ReportedWrite[] = [
  {
    ...{ action: 'create', kind: 'Group', uid: createPlaceholder(root, 'shop'), parent: root, path: 'acme/shop' },
    ...{
      key: { name: 'shop' },
      fields: { name: 'shop' },
      hashed: { description: hash },
      unknown: ['verified'],
      after: [uid],
    },
  },
  { action: 'create', kind: 'Group', path: 'acme', key: {}, fields: {} },
  { action: 'update', kind: 'Group', uid, path: 'acme/ci', key: {}, fields: {} },
  { action: 'delete', kind: 'Group', uid, path: 'acme/ci', key: {}, fields: {} },
  { action: 'adopt', kind: 'Group', uid, path: 'acme/ci', key: {}, fields: {} },
];

/** Every member that a part can have. */
const parts = {
  executes: [
    {
      ...{ kind: 'lock', address: 'a', type: 'a', actions: ['create'], sha256: hash, configuration: hash, code: hash },
      ...{ version: '1', hashes: ['h1:a'], isOpen: true, isProgram: true, service: { base_url: 'https://a.example' } },
    },
  ],
  effect: {
    gained: [{ capabilities: ['groups.list'], places: [[uid, root]] }],
    lost: [{ capabilities: ['groups.list'], places: [[uid, root]] }],
    early: [{ capabilities: ['groups.list'], places: [[uid, root]] }],
    access: hash,
    trust: [{ address: 'a', relation: 'wider', outsiders: ['a'], gained: 'a' }],
    escalations: [{ identity: uid, steps: ['grant'], gains: [{ group: root, capabilities: ['groups.list'] }] }],
    findings: [{ id: 'a', severity: 'low', fingerprint: 'a', at: 'a', suppression: hash }],
    unresolved: [{ address: 'a', attribute: 'a', expression: hash }],
    state: [{ action: 'import', address: 'a', uid }],
  },
  proof: { proved: false, places: [{ plan: 'a', place: 'a', why: 'a', isReviewed: true }] },
  leastCapabilities: { capabilities: ['groups.list'], isNarrowable: true, problems: ['a'] },
};
const whole = boundReport(writes, parts) as unknown as Record<string, unknown>;

const OPTIONAL = [
  ...['proof', 'configuration', 'version', 'hashes', 'isOpen', 'isProgram', 'service', 'gained', 'suppression'],
  ...['parent', 'hashed', 'unknown', 'after', 'code', 'early', 'description', 'base_url'],
];

type Path = readonly string[];

/** Returns the report once for each value in it, removed and with another type. */
function* edits(value: unknown, path: Path): Generator<readonly [path: Path, edited: unknown, isRemoved: boolean]> {
  yield [path, typeof value === 'number' ? 'a' : 0, false];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const { [name]: _, ...rest } = value as Record<string, unknown>;
    const at = [...path, name];
    if (!Array.isArray(value)) yield [at, rest, true];
    for (const [place, edited, isRemoved] of edits(inner, at))
      yield [place, Array.isArray(value) ? value.with(Number(name), edited) : { ...rest, [name]: edited }, isRemoved];
  }
}

test('a report with every member has the right form', () => {
  expect(malformedPart(whole)).toBeUndefined();
  const { proof: _, ...unproved } = whole;
  expect(malformedPart(unproved)).toBeUndefined();
});

test.each([...Object.keys(parts), 'approvedWrites'])(
  'a part of %s that is missing or has another type is named',
  (name) => {
    let count = 0;
    for (const [path, edited, isRemoved] of edits(whole[name], [])) {
      const at = path.join('.');
      // The values of fields and keys can have any type, and a root group or an association has no uid.
      if (/^\d\.(fields|key)\../.test(at) || (isRemoved && /^[01]\.uid$/.test(at))) continue;
      // `gained` of a trust policy, not that of the effect.
      const isOptional = OPTIONAL.includes(path.at(-1) ?? '') && at !== 'gained';
      const expected = isRemoved && isOptional ? undefined : name;
      const found = malformedPart({ ...whole, [name]: edited });
      expect([at, isRemoved, found?.replace(/\[\d\]$/, '')]).toEqual([at, isRemoved, expected]);
      count++;
    }
    expect(count).toBeGreaterThan(5);
  },
);

test.each(['digest', 'checksum'])('%s has 64 digits in lower case', (name) => {
  for (const value of [undefined, 1, [hash], 'a', `${hash}a`, `-${hash}`, hash.toUpperCase()])
    expect([value, malformedPart({ ...whole, [name]: value })]).toEqual([value, name]);
});

test('a malformed write is named by its index', () => {
  const wrong = { ...writes[2]!, uid: createPlaceholder(root, 'shop') };
  expect(malformedPart({ ...whole, approvedWrites: [...writes, wrong] })).toBe('approvedWrites[5]');
  const created = { ...writes[0]!, uid };
  expect(malformedPart({ ...whole, approvedWrites: [created] })).toBe('approvedWrites[0]');
});

test.each(['low', 'medium', 'high'] as const)('a finding can be %s, and an object forgotten', (severity) => {
  const findings = [{ ...parts.effect.findings[0]!, severity }];
  const state = [{ ...parts.effect.state[0]!, action: 'forget' }];
  expect(malformedPart({ ...whole, effect: { ...parts.effect, findings, state } })).toBeUndefined();
});

test.each([
  ['severity', { ...parts.effect, findings: [{ ...parts.effect.findings[0]!, severity: 'none' }] }],
  ['action', { ...parts.effect, state: [{ ...parts.effect.state[0]!, action: 'create' }] }],
])('another %s is no word of the format', (_, effect) => {
  expect(malformedPart({ ...whole, effect })).toBe('effect');
});
