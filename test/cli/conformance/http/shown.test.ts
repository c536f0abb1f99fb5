import { shownText } from '../../../../src/cli/conformance/http/shown';

const token = `eyJ${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`;

test('a text is shown without the secrets of the run, without tokens, and without secret members', () => {
  const text = JSON.stringify({
    token,
    code: 'invite',
    oidc: { clientSecret: 'hidden', clientId: 'shown' },
    list: [{ refresh_token: 'r' }],
  });
  const shown = shownText(text, []);
  expect(shown).toBe(
    '{"token":"(secret)","code":"(secret)","oidc":{"clientSecret":"(secret)","clientId":"shown"},"list":[{"refresh_token":"(secret)"}]}',
  );
  expect(shownText(`Bearer ${token} and own-secret`, ['own-secret'])).not.toMatch(/eyJ|own-secret/);
});

test('the code of an error stays, and a long text is cut', () => {
  expect(shownText('{"code":5,"message":"x"}', [])).toBe('{"code":5,"message":"x"}');
  expect(shownText('x'.repeat(5000), [])).toBe(`${'x'.repeat(1500)}… (5000 characters)`);
});
