/** The exchange of tokens: T2 to T5, T8 and T10 of the contract. */
import { NotTried, requireCode, requireOffered, requireSame, requireThat } from '../http/difference';
import { type HttpAnswer, textMember } from '../http/answer';
import { findClaims, ISSUER } from '../session/signed-token';
import { mayDiffer, type RulesById, unused } from './rule';
import { createAssumable, MISSING, requireRejected, trust, valueAt } from './requirements';
import { all, part } from './sources';

const HOUR_SECONDS = 3600;

function claimsIn({ json }: HttpAnswer): Readonly<Record<string, unknown>> {
  const claims = findClaims(json['token']);
  if (claims === undefined) throw new NotTried('the token of the service has no readable claims');
  return claims;
}

export const exchange: RulesById = {
  T2: {
    says: "The audience of a token is the API's base address. The registry accepts the same tokens.",
    relies: ['client', 'provider'],
    published: part('The files state that the exchange takes an audience.', 'exchange'),
    ifDifferent: 'The exchange fails, or the API rejects the token.',
    cases: {
      'an exchanged token has the base address as its audience': async (kit) => {
        const answer = await (await createAssumable(kit)).exchange('GET');
        const audiences = [claimsIn(answer)['aud']].flat().map((audience) => String(audience).replace(/\/+$/, ''));
        requireThat(audiences.includes(kit.baseUrl), `the audience is ${kit.baseUrl}`, answer);
      },
      'another audience is rejected': async (kit) => {
        const answer = await (await createAssumable(kit)).exchange('GET', { aud: 'https://another.invalid' });
        requireThat(answer.code !== 'OK', 'an exchange for another audience fails', answer);
      },
      'the registry accepts the token': async (kit) => {
        const answer = await kit.send('GET', 'repos', { query: { page_size: 1 } });
        requireThat(answer.code !== 'UNAUTHENTICATED', 'the registry accepts the token', answer);
      },
    },
  },
  T3: {
    says: 'A workload exchanges an OIDC token at /sts/exchange, by GET or by POST with a form, and cap narrows the token.',
    relies: ['client', 'provider'],
    published: all('exchange'),
    ifDifferent: 'The provider cannot assume an identity. Use a token instead.',
    cases: {
      'GET and POST with a form return a token and its expiry': async (kit) => {
        const identity = await createAssumable(kit);
        for (const method of ['GET', 'POST'] as const) {
          const answer = await identity.exchange(method);
          const hasToken = answer.code === 'OK' && typeof answer.json['token'] === 'string';
          requireThat(hasToken, 'the response has a token', answer);
          const isTime = !('expiry' in answer.json) || !Number.isNaN(Date.parse(textMember(answer, 'expiry')));
          requireThat(isTime, 'the expiry is a time', answer);
        }
      },
      'POST with JSON is rejected': unused(async (kit) => {
        const answer = await (await createAssumable(kit)).exchange('POST', {}, { as: 'json' });
        requireThat(answer.code !== 'OK', 'the exchange of JSON fails', answer);
      }),
      'scopes narrows the token to groups, or is refused': async (kit) => {
        const [group, beneath] = [await kit.subgroup('a'), await kit.subgroup('a/b')];
        const identity = await createAssumable(kit);
        if ((await identity.exchange('GET', { scopes: beneath })).code !== 'OK') return;
        const caller = await identity.narrowed({ scopes: beneath });
        await kit.ok('GET', `groups/${beneath}`, { caller });
        await kit.fails('PERMISSION_DENIED', 'GET', `groups/${group}`, { caller });
      },
      'a value of scopes that is no uid is INVALID_ARGUMENT': mayDiffer(async (kit) =>
        requireCode(await (await createAssumable(kit)).exchange('GET', { scopes: 'no uid' }), 'INVALID_ARGUMENT'),
      ),
      'cap narrows the token to the named capabilities': async (kit) => {
        const group = await kit.subgroup('a');
        const caller = await (await createAssumable(kit)).narrowed({ cap: 'groups.list' });
        await kit.ok('GET', `groups/${group}`, { caller });
        await kit.fails('PERMISSION_DENIED', 'GET', `roles/${group}/${MISSING}`, { caller });
      },
    },
  },
  T4: {
    says: 'An exchanged token is valid for an hour. Its act.sub is the subject of the presented token.',
    relies: ['client'],
    ifDifferent: 'The client uses the expiry of the response or of the token, and renews a token earlier.',
    cases: {
      'the token expires in an hour, and names the workload': unused(async (kit) => {
        const identity = await createAssumable(kit);
        const answer = await identity.exchange('GET');
        const claims = claimsIn(answer);
        const seconds = Number(claims['exp']) - Number(claims['iat']);
        requireThat(Math.abs(seconds - HOUR_SECONDS) <= 60, 'the token is valid for an hour', answer);
        requireSame(valueAt(claims, 'act.sub'), identity.claims['sub'], 'act.sub', answer);
      }),
    },
  },
  T5: {
    says: 'An identity accepts a token whose claims match its trust policy. Others are PERMISSION_DENIED, invalid "<claim>".',
    relies: ['provider', 'review'],
    published: part('The files state the claims and the default audience. They do not state the error.', 'identities'),
    ifDifferent: 'The review assumes exactly this match. At a wider one, its answers are too narrow.',
    cases: {
      'another subject or audience is PERMISSION_DENIED and names the claim': async (kit) => {
        const identity = await createAssumable(kit);
        for (const claims of [{ sub: 'another' }, { aud: 'another.invalid' }]) {
          const answer = await identity.exchange('GET', {}, { claims });
          requireCode(answer, 'PERMISSION_DENIED');
          const text = `invalid "${Object.keys(claims).join()}"`;
          requireThat(String(answer.json['message']).includes(text), `the message contains ${text}`, answer);
        }
      },
      'a trust policy has an issuer and a subject, each exact or as a pattern': async (kit) => {
        const one = [{ issuer: ISSUER }, { subject: 'x' }];
        const three = [{ issuerPattern: '^x$' }, { subjectPattern: '^x$' }].map((more) => ({ ...trust, ...more }));
        for (const claimMatch of [...one, ...three]) await requireRejected(kit, 'identities', { claimMatch });
      },
    },
  },
  T8: {
    says: 'The exchange caches an identity for about five seconds: a new one may be unknown, and a tightened one stays open.',
    relies: ['client', 'provider'],
    ifDifferent: 'After ten seconds, the client reports the denial.',
    cases: {
      'a new identity can be assumed within ten seconds': async (kit) =>
        requireCode(await (await createAssumable(kit)).exchange('GET'), 'OK'),
    },
  },
  T10: {
    says: 'The exchange answers the same for an unknown identity and for one that does not accept the issuer: UNAUTHENTICATED.',
    relies: ['client'],
    ifDifferent: 'The client reports the response. A caller without a matching token may learn which identities exist.',
    cases: {
      'an unknown identity and a foreign issuer get the same response': mayDiffer(async (kit) => {
        const { sign } = await kit.signer();
        const token = sign({ sub: 'x', aud: new URL(kit.authUrl).hostname });
        const claimMatch = { issuer: 'https://other.invalid', subject: 'x' };
        const ask = (identity: string) => kit.exchange('GET', { aud: kit.baseUrl, identity }, { token });
        const known = await ask(await kit.makeUid('identities', { claimMatch }));
        const unknown = await ask(`${kit.group}/${MISSING}`);
        requireOffered(known, 'the token exchange');
        requireCode(known, 'UNAUTHENTICATED');
        const [found, expected] = [unknown, known].map(({ code, json }) => [code, json['message']]);
        requireSame(found, expected, 'the response for an unknown identity', known, unknown);
      }),
    },
  },
};
