/** Decisions about single writes: the approved ones pass, and the error for another one shows the difference. */
import type { Values } from '../../../src/model/api';
import { createPlaceholder } from '../../../src/model/approval';
import { hashValue } from '../../../src/model/approval/writes/approved-write';
import type { ReportedWrite } from '../../../src/model/report';
import { group, identity } from '../../../src/model/kinds';
import { DiagError, type Log } from '../../../src/plugin';
import { createApproval, type NamedWrite } from '../../../src/provider/approval/approval';

const { signal } = new AbortController();
const root = 'c0ffee'.repeat(7).slice(0, 40);
const [team, other, third] = ['1', '2', '3'].map((digit) => `${root}/${digit.repeat(16)}`) as [string, string, string];
const placeholder = createPlaceholder(root, 'team');

const listed = (write: Partial<ReportedWrite>): ReportedWrite => ({
  ...{ action: 'update', kind: 'Group', path: 'acme/team', key: {}, fields: {} },
  ...write,
});
const attempt = (write: Partial<NamedWrite>): NamedWrite => ({
  ...{ action: 'update', declaration: group, fields: {}, subject: 'group "team"' },
  ...write,
});
const creating = listed({ action: 'create', uid: placeholder, parent: root, fields: { name: 'team' } });

/** Starts a run with approved writes and existing objects. A value that is an error is the failure to read the object. */
function start(
  writes: readonly ReportedWrite[] | undefined,
  objects: Readonly<Record<string, Values | Error>> = {},
  failed = '',
) {
  const reads: string[] = [];
  const read = (uid: string, given: AbortSignal | undefined): Values | undefined => {
    expect(given).toBe(signal);
    reads.push(uid);
    const object = objects[uid];
    if (object instanceof Error) throw object;
    return object;
  };
  const lines: unknown[] = [];
  const debug: Log['debug'] = (text, fields) =>
    void lines.push([text, typeof fields === 'function' ? fields() : fields]);
  const log = { debug } as Log;
  const service = {
    client: { get: async (_: unknown, uid: string, options: { signal?: AbortSignal }) => read(uid, options.signal) },
    reads: { read: async (_: unknown, uid: string, call: { signal?: AbortSignal }) => read(uid, call.signal) },
    existence: { findAll: async () => [{}] },
  } as unknown as NonNullable<Parameters<typeof createApproval>[1]>;
  const report = writes && { digest: '', writes };
  const approval = createApproval(report, service, (uid) => uid === failed, log);
  /** Returns undefined, or the text of the error. */
  const decide = async (write: Partial<NamedWrite>): Promise<string | undefined> => {
    try {
      await approval.approve(attempt(write), signal);
      return undefined;
    } catch (error) {
      if (error instanceof DiagError) return error.diagnostics[0]?.detail;
      throw error;
    }
  };
  return { approval, decide, reads, lines };
}

/** Returns the text of the error between its first and its last sentence. */
function reasonIn(text: string | undefined): string | undefined {
  return text?.split('\n').slice(1, -1).join('\n');
}

const comparison = (approved: string, attempted: string) =>
  `The nearest approved write is acme/team:\n  approved:\n    ${approved}\n  attempted:\n    ${attempted}`;

test('without a report, every write passes', async () => {
  const { decide, reads } = start(undefined);
  expect([await decide({ uid: team, fields: { name: 'x' } }), reads]).toEqual([undefined, []]);
});

test('a write that the report contains reads nothing', async () => {
  const writes = [creating, listed({ action: 'delete', uid: team }), listed({ uid: other, fields: { name: 'a' } })];
  const { decide, reads } = start(writes);
  expect(await decide({ action: 'create', parent: root, fields: { name: 'team' } })).toBeUndefined();
  expect(await decide({ uid: other, parent: third, fields: { name: 'a' } })).toContain('parent');
  reads.length = 0;
  expect(await decide({ action: 'delete', uid: team, parent: third })).toBeUndefined();
  expect(reads).toEqual([team]);
});

test('the log names the object and the approved write, or the reason', async () => {
  const { decide, lines } = start([creating]);
  for (let count = 0; count < 2; count++) await decide({ action: 'create', parent: root, fields: { name: 'team' } });
  expect(lines).toEqual([
    ['Decision: send', { object: 'group "team"', reason: 'The approved report contains it: acme/team' }],
    ['Decision: refuse', { reason: 'The write is not approved' }],
  ]);
});

describe('an update without an approved field', () => {
  const update = listed({ uid: team, fields: { name: 'team', description: 'new' } });

  test.each<[string, Values | Error, string | undefined]>([
    ['passes if the object has the value', { name: 'old', description: 'new' }, undefined],
    [
      'is rejected if the object has another value',
      { name: 'team', description: 'old' },
      comparison('description: "new"', 'description: (not set)'),
    ],
    [
      'is rejected if the object cannot be read',
      new Error('no network'),
      `${comparison('description: "new"', 'description: (not set)')}\nCannot read the objects that it refers to: no network`,
    ],
  ])('%s', async (_, object, reason) => {
    const { decide, reads } = start([update], { [team]: object });
    expect(reasonIn(await decide({ uid: team, fields: { name: 'team' } }))).toBe(reason);
    expect(reads).toEqual([team]);
  });

  test('passes once, also if two are read together', async () => {
    const { decide } = start([update], { [team]: { name: 'team', description: 'new' } });
    const texts = await Promise.all([1, 2].map(() => decide({ uid: team, fields: { name: 'team' } })));
    expect(texts.filter((text) => text === undefined)).toHaveLength(1);
    expect(texts.join('')).toContain('This run has used the approved write already.');
  });
});

describe('a deletion', () => {
  const deletion = listed({
    ...{ action: 'delete', uid: team, fields: { name: 'team' } },
    hashed: { description: hashValue('acme/team', 'description', 'secret') },
  });

  test('is rejected if the object has another value, and the error names each field that differs', async () => {
    const { decide } = start([deletion], { [team]: { name: 'other', description: 'hidden' } });
    const text = reasonIn(await decide({ action: 'delete', uid: team }));
    expect(text).toBe(
      comparison('description: (sensitive)\n    name: "team"', 'description: (sensitive)\n    name: "other"'),
    );
  });

  test('without sensitive fields is compared, too', async () => {
    const { decide } = start([{ ...deletion, hashed: undefined }], { [team]: { name: 'other' } });
    const text = reasonIn(await decide({ action: 'delete', uid: team }));
    expect(text).toBe(comparison('name: "team"', 'name: "other"'));
  });

  test('of an object with the approved values passes', async () => {
    const { decide } = start([deletion], { [team]: { name: 'team', description: 'secret' } });
    expect(await decide({ action: 'delete', uid: team })).toBeUndefined();
  });

  test('of an object that does not exist passes', async () => {
    expect(await start([deletion]).decide({ action: 'delete', uid: team })).toBeUndefined();
  });

  test('that the report does not contain reads nothing', async () => {
    const { decide, reads } = start([deletion]);
    expect(await decide({ action: 'delete', uid: other })).toContain('does not contain this write');
    expect(reads).toEqual([]);
  });
});

describe('an object of another run that has the place and the fields of an approved create', () => {
  const objects = { [team]: { uid: team, name: 'team' } };
  const inTeam = {
    ...creating,
    action: 'create',
    kind: 'Identity',
    uid: createPlaceholder(placeholder, 'ci'),
  } as const;

  test.each<[string, Partial<ReportedWrite>, Partial<NamedWrite>]>([
    ['as the parent', { parent: placeholder, fields: { name: 'ci' } }, { parent: team, fields: { name: 'ci' } }],
    ['in a field', { parent: root, fields: { name: placeholder } }, { parent: root, fields: { name: team } }],
  ])('is identified if a write refers to it %s', async (_, write, own) => {
    const { decide, reads } = start([creating, { ...inTeam, ...write }], objects);
    expect(await decide({ action: 'create', declaration: identity, ...own })).toBeUndefined();
    expect(reads).toEqual([team]);
    // Then the create is used.
    expect(await decide({ action: 'create', parent: root, fields: { name: 'team' } })).toContain('used the approved');
  });

  test('is not identified as the object of an approved update', async () => {
    const update = listed({ uid: other, parent: root, fields: { name: 'team' } });
    const { decide } = start([update, { ...inTeam, parent: other, fields: { name: 'ci' } }], objects);
    const text = await decide({ action: 'create', declaration: identity, parent: team, fields: { name: 'ci' } });
    expect(reasonIn(text)).toBe(comparison(`parent: ${other}`, `parent: ${team}`));
    expect(await decide({ uid: other, parent: root, fields: { name: 'team' } })).toBeUndefined();
  });
});

test('an error shows the placeholder of an object that this run has created, and no other difference', async () => {
  const inTeam = listed({ action: 'create', parent: placeholder, fields: { name: 'ci', description: placeholder } });
  const { approval, decide } = start([creating, inTeam]);
  const write = await approval.approve(attempt({ action: 'create', parent: root, fields: { name: 'team' } }), signal);
  approval.created?.(group, { uid: team }, { write });
  const text = await decide({ action: 'create', parent: team, fields: { name: 'x', description: team } });
  expect(reasonIn(text)).toBe(comparison('name: "ci"', 'name: "x"'));
});

test('an error without a similar write contains no other reason', async () => {
  expect(reasonIn(await start([creating]).decide({ uid: team, fields: { name: 'x' } }))).toBe(
    'It contains no update of a group.',
  );
});

test.each([
  ['the path of an approved write', other, 'acme/other'],
  ['the uid of another object', third, third],
])('a write after a change that has failed names %s', async (_, failed, name) => {
  const writes = [{ ...creating, after: [other, third] }, listed({ uid: other, path: 'acme/other' })];
  const text = await start(writes, {}, failed).decide({ action: 'create', parent: root, fields: { name: 'team' } });
  expect(text).toContain(`${name} must lose access first`);
});
