import { UNKNOWN } from '../../../src/plugin';
import { group, identity } from '../../../src/model/kinds';
import type { Declaration } from '../../../src/model/schema';
import { switchedChoices } from '../../../src/provider/convert/replacements';

const kind = identity as unknown as Declaration;
const claims = { issuer: 'https://a', subject: 's' };

test('another relationship replaces the former one', () => {
  const prior = { claim_match: claims, service_principal: null };
  expect(switchedChoices(kind, prior, { claim_match: null, service_principal: 'SERVICE_PRINCIPAL_X' })).toEqual([
    ['claim_match'],
    ['service_principal'],
  ]);
});

test('a change within the same relationship is not another choice', () => {
  expect(switchedChoices(kind, { claim_match: claims }, { claim_match: { ...claims, subject: 't' } })).toEqual([]);
});

test('an unknown choice counts only without another choice', () => {
  expect(switchedChoices(kind, { claim_match: claims }, { claim_match: claims, static_keys: UNKNOWN })).toEqual([]);
  expect(switchedChoices(kind, { claim_match: claims }, { claim_match: null, static_keys: UNKNOWN })).toEqual([
    ['claim_match'],
    ['static_keys'],
  ]);
});

test('kinds without such a choice never switch', () => {
  expect(switchedChoices(group as unknown as Declaration, { name: 'a' }, { name: 'b' })).toEqual([]);
});
