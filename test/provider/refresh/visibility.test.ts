import { ApiError, type Client, type Whoami } from '../../../src/client';
import { createTokenIdentity } from '../../../src/provider/refresh/token-identity';
import { createVisibility } from '../../../src/provider/refresh/visibility';
import { group, identity } from '../../../src/model/kinds';

const ROOT = 'ac3e'.repeat(10);
const PAYMENTS = `${ROOT}/1111111111111111`;
const CARDS = `${PAYMENTS}/2222222222222222`;
const { signal } = new AbortController();

type Access = Readonly<Record<string, readonly string[]>>;

/** Returns the visibility of a token with this access, one for each request, and the number of requests. */
function visibilityWith(...answers: (Access | Error)[]) {
  const count = { requests: 0 };
  const whoami = (): Promise<Whoami> => {
    const answer = answers[Math.min(count.requests++, answers.length - 1)]!;
    if (answer instanceof Error) return Promise.reject(answer);
    const capabilities = Object.entries(answer).map(([uid, held]) => ({ group: uid, capabilities: held }));
    return Promise.resolve({ subject: ROOT, capabilities });
  };
  const token = createTokenIdentity({ whoami } as Client);
  return { ...createVisibility(token), accessChanged: () => token.accessChanged(), count };
}

const refused = new ApiError({ code: 'INTERNAL', explanation: 'no', method: 'GET', url: '', outcome: 'rejected' });
const [list, create] = ['identity.list', 'identity.create'];

test.each<[string, Access | Error, string]>([
  ['list here', { [PAYMENTS]: [list] }, 'complete'],
  ['list above', { [ROOT]: [list] }, 'complete'],
  ['create here, list above', { [PAYMENTS]: [create], [ROOT]: [list] }, 'complete'],
  ['create here', { [PAYMENTS]: [create] }, 'createOnly'],
  ['create above', { [ROOT]: [create] }, 'createOnly'],
  ['create above, list only beneath', { [ROOT]: [create], [CARDS]: [list] }, 'createOnly'],
  ['create, and list of another kind', { [PAYMENTS]: [create, 'groups.list'] }, 'createOnly'],
  ['create only beneath', { [CARDS]: [create] }, 'unknown'],
  ['nothing of the kind', { [ROOT]: ['groups.list', 'groups.create'] }, 'unknown'],
  ['nothing', {}, 'unknown'],
  ['a failed request', refused, 'unknown'],
])('with %s (%j), lists are %s', async (_, access, expected) => {
  expect((await visibilityWith(access).of(identity, PAYMENTS, signal)).is).toBe(expected);
});

test('an object in the very group proves the list, with and without a readable access', async () => {
  for (const access of [refused, { [PAYMENTS]: [create] }]) {
    const visibility = visibilityWith(access);
    for (const uid of [`${ROOT}/3333333333333333`, `${CARDS}/3333333333333333`, CARDS]) visibility.saw(identity, uid);
    const before = await visibility.of(identity, ROOT, signal);
    expect(before.is).toBe('complete');
    expect((await visibility.of(identity, `${CARDS}/4444444444444444`, signal)).is).not.toBe('complete');
    // A group is no proof for another kind.
    visibility.saw(group, `${CARDS}/5555555555555555`);
    expect((await visibility.of(identity, `${CARDS}/5555555555555555`, signal)).is).not.toBe('complete');
  }
});

test('a group proves the list of its children, and its siblings only if it has no access of its own', async () => {
  const create = { [PAYMENTS]: ['groups.create'] };
  const readable = visibilityWith(create);
  readable.saw(group, PAYMENTS);
  expect((await readable.of(group, PAYMENTS, signal)).is).toBe('complete');
  const mapped = visibilityWith({});
  mapped.saw(group, CARDS);
  expect((await mapped.of(group, PAYMENTS, signal)).is).toBe('complete');
  const elsewhere = visibilityWith({ [`${ROOT}/9999999999999999`]: ['groups.list'] });
  elsewhere.saw(group, CARDS);
  expect((await elsewhere.of(group, PAYMENTS, signal)).is).toBe('complete');
  const ofIdentities = visibilityWith({});
  ofIdentities.saw(identity, `${CARDS}/3333333333333333`);
  expect((await ofIdentities.of(identity, PAYMENTS, signal)).is).toBe('unknown');
  // Access of another kind shows no group.
  const other = visibilityWith({ [CARDS]: ['roles.list'] });
  other.saw(group, `${ROOT}/9999999999999999`);
  expect((await other.of(group, PAYMENTS, signal)).is).toBe('unknown');
  other.saw(group, CARDS);
  expect((await other.of(group, PAYMENTS, signal)).is).toBe('complete');
  for (const access of [{ ...create, [CARDS]: ['groups.list'] }, refused]) {
    const own = visibilityWith(access);
    own.saw(group, CARDS);
    expect((await own.of(group, PAYMENTS, signal)).is).not.toBe('complete');
  }
});

test('without a group, every organization of the token counts', async () => {
  const other = 'beef'.repeat(10);
  const sightOf = async (access: Access) => (await visibilityWith(access).of(identity, undefined, signal)).is;
  expect(await sightOf({ [ROOT]: [list] })).toBe('complete');
  expect(await sightOf({ [ROOT]: [list], [`${other}/1111111111111111`]: [list] })).toBe('unknown');
  expect(await sightOf({ [PAYMENTS]: [list] })).toBe('unknown');
  expect(await sightOf({})).toBe('unknown');
  expect(await sightOf({ [ROOT]: [create] })).toBe('createOnly');
});

test('the access is requested once, and again only if this run has changed it and the create would stop', async () => {
  const visibility = visibilityWith({ [ROOT]: [create] }, { [ROOT]: [create, list] });
  visibility.prepare(signal);
  for (const uid of [PAYMENTS, CARDS]) expect((await visibility.of(identity, uid, signal)).is).toBe('createOnly');
  expect(visibility.count.requests).toBe(1);
  visibility.accessChanged();
  expect((await visibility.of(identity, PAYMENTS, signal)).is).toBe('complete');
  expect((await visibility.of(identity, CARDS, signal)).is).toBe('complete');
  expect(visibility.count.requests).toBe(2);
  // A complete list needs no later access.
  const listing = visibilityWith({ [ROOT]: [list] });
  listing.accessChanged();
  await listing.of(identity, PAYMENTS, signal);
  listing.accessChanged();
  await listing.of(identity, CARDS, signal);
  expect(listing.count.requests).toBe(1);
  // An access that did not help is not requested again either.
  const without = visibilityWith({ [ROOT]: [create] });
  without.accessChanged();
  for (const uid of [PAYMENTS, CARDS]) expect((await without.of(identity, uid, signal)).is).toBe('createOnly');
  expect(without.count.requests).toBe(2);
});

test('a stopped call has no answer', async () => {
  const stopping = new AbortController();
  stopping.abort(new Error('enough'));
  await expect(visibilityWith({}).of(identity, PAYMENTS, stopping.signal)).rejects.toThrow('enough');
});

test('a stopped call stops the request for the access', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const whoami: Client['whoami'] = (options) => {
    signals.push(options?.signal);
    return new Promise(() => undefined);
  };
  const stopping = new AbortController();
  const reading = createTokenIdentity({ whoami } as Client).read(stopping.signal);
  stopping.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
  expect(signals.map((asked) => asked?.aborted)).toEqual([true]);
});

test('the reason names the capabilities, the group and the failed request', async () => {
  expect(await visibilityWith({ [ROOT]: [create] }).of(identity, PAYMENTS, signal)).toEqual({
    is: 'createOnly',
    why: `This token can create identities in ${PAYMENTS} (identity.create), but not list them (identity.list).`,
  });
  expect(await visibilityWith(refused).of(identity, PAYMENTS, signal)).toEqual({
    is: 'unknown',
    why: `It is unknown whether this token can list all identities in ${PAYMENTS}: GET /auth/v1/ok failed (no).`,
  });
  expect(await visibilityWith(refused).of(identity, undefined, signal)).toEqual({
    is: 'unknown',
    why: 'It is unknown whether this token can list all identities: GET /auth/v1/ok failed (no).',
  });
  expect(await visibilityWith({}).of(identity, PAYMENTS, signal)).toEqual({
    is: 'unknown',
    why: `This token may not see all identities in ${PAYMENTS}: its access, as GET /auth/v1/ok shows it, does not contain identity.list there.`,
  });
  expect(await visibilityWith({}).of(identity, undefined, signal)).toEqual({
    is: 'unknown',
    why: 'This token may not see all identities: its access, as GET /auth/v1/ok shows it, contains no group.',
  });
});
