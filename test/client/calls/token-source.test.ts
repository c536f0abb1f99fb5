import { createClient, exchangedToken, givenIdentityToken, identityTokenFile, tokenProblem } from '../../../src/client';
import { group } from '../../../src/model/kinds';
import { cannedFetch, CHILD, TOKEN } from '../canned';

const baseUrl = 'https://api.test';
const messageOf = (make: () => unknown): string => {
  try {
    make();
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('what can be no token', () => {
  it.each([
    ['', 'is empty'],
    [' \n', 'is empty'],
    [`"${TOKEN}"`, 'is in quotes, which are not part of it: remove them'],
    [`'${TOKEN}'\n`, 'is in quotes'],
    [`"${TOKEN}`, 'is in quotes'],
    [`Bearer ${TOKEN}`, 'begins with "Bearer", which is not part of it'],
    [`${TOKEN}\n`, 'contains a character that no token has'],
    [`${TOKEN} ${TOKEN}`, 'contains a character that no token has'],
  ])('%j is described in words that do not repeat it', (token, words) => {
    expect(tokenProblem(token)).toContain(words);
    expect(tokenProblem(token)).not.toContain(TOKEN);
    expect(messageOf(() => createClient({ baseUrl, token }))).toMatch(
      /^token: (expected a token|it (is in|begins|contains)) /,
    );
  });

  it('is no white space around an identity token, which is removed', async () => {
    expect(await givenIdentityToken(` ${TOKEN}\n`).read(AbortSignal.abort())).toBe(TOKEN);
  });

  it('is refused from a source too, before anything is sent', async () => {
    const { fetch, requests } = cannedFetch({});
    const token = { token: () => Promise.resolve(`"${TOKEN}"`), renew: () => undefined };
    const call = createClient({ baseUrl, token, fetch }).get(group, CHILD);
    await expect(call).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      outcome: 'notSent',
      explanation: expect.stringMatching(/^the token is in quotes, .*; nothing was sent$/),
    });
    expect(requests).toEqual([]);
  });
});

describe('an option that is missing', () => {
  const unset = undefined as unknown as string;
  const exchange = { authUrl: baseUrl, audience: baseUrl, identityUid: CHILD, identityToken: identityTokenFile('x') };

  it.each<[string, () => unknown, string]>([
    [
      'a base URL',
      () => createClient({ baseUrl: unset, token: TOKEN }),
      'baseUrl: expected a URL like https://api.example.com, found undefined.',
    ],
    [
      'a token',
      () => createClient({ baseUrl, token: unset }),
      'token: expected a token or a token source, found undefined.',
    ],
    [
      'null for a token',
      () => createClient({ baseUrl, token: null as never }),
      'token: expected a token or a token source, found null.',
    ],
    ['a number for a base URL', () => createClient({ baseUrl: 8080 as never, token: TOKEN }), 'found number.'],
    ['an authentication service', () => exchangedToken({ ...exchange, authUrl: unset }), 'authUrl: expected'],
    [
      'an identity',
      () => exchangedToken({ ...exchange, identityUid: unset }),
      'identityUid: expected the uid of an identity',
    ],
    [
      'an audience',
      () => exchangedToken({ ...exchange, audience: '' }),
      "audience: expected the API's base URL, found an empty text",
    ],
    ['an identity token', () => givenIdentityToken(unset), 'the identity token that was given: expected an OIDC token'],
    ['a path', () => identityTokenFile(''), 'the path of the identity token: expected'],
  ])('such as %s is described in a sentence', (_, make, words) => {
    expect(messageOf(make)).toContain(words);
  });

  it('is distinguished from a variable that is set but empty', () => {
    const variable = 'If it comes from an environment variable, that variable';
    expect(messageOf(() => createClient({ baseUrl, token: unset }))).toContain(`${variable} is not set.`);
    expect(messageOf(() => createClient({ baseUrl, token: '' }))).toContain(`${variable} is set but empty.`);
    expect(messageOf(() => createClient({ baseUrl: '', token: TOKEN }))).toContain(`${variable} is set but empty.`);
  });
});
