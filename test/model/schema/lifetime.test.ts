import { getLifetime } from '../../../src/model/schema';

const expiry = { expires: 'expirationTime', once: 'singleUse', lifetime: 'ttl', state: 'state' };
const times = (createTime?: string, expirationTime?: string) => ({ createTime, expirationTime });

test('the lifetime is the time from the creation to the end, in whole seconds', () => {
  expect(getLifetime(expiry, times('2026-11-23T10:00:00Z', '2026-11-24T10:00:00Z'))).toEqual({ ttl: '86400s' });
  expect(getLifetime(expiry, times('2026-11-23T10:00:00.250Z', '2026-11-23T11:00:00Z'))).toEqual({ ttl: '3600s' });
});

test('without both times there is no lifetime', () => {
  const none = [times(), times('2026-11-23T10:00:00Z'), times('2026-11-24T10:00:00Z', '2026-11-23T10:00:00Z')];
  expect(none.map((object) => getLifetime(expiry, object))).toEqual([{}, {}, {}]);
});
