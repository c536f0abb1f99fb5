/** The exchange of tokens: T2 to T5, T8 and T10 of the contract. */
import { type Values } from '../../api';
import { NotTried, requireOffered, requireSame, requireThat } from '../http/difference';
import { textIn } from '../http/answer';
import type { Rule } from './rule';
import { createAssumable } from './assumable';
import { claimsOf, ISSUER } from '../session/signed-token';
import { requireCode, requireRejected } from './requirements';
import { all, part } from './sources';

const HOUR_SECONDS = 3600;
const trust = { issuer: ISSUER, subject: 'nobody' };

export const exchange: readonly Rule[] = [
  {
    id: 'T2',
    says: "The audience of a token is the API's base address. The registry accepts the same tokens.",
    relies: ['client', 'provider'],
    published: part('The files state that the exchange takes an audience.', 'exchange'),
    ifDifferent: 'The exchange fails, or the API rejects the token.',
    cases: [
      {
        says: 'an exchanged token has the base address as its audience',
        run: async (kit) => {
          const answer = await (await createAssumable(kit)).exchange('GET');
          const claims = claimsOf(answer.json['token']);
          if (claims === undefined) throw new NotTried('the token of the service has no readable claims');
          const audiences = [claims['aud']].flat().map((audience) => String(audience).replace(/\/+$/, ''));
          requireThat(audiences.includes(kit.baseUrl), `the audience is ${kit.baseUrl}`, answer);
        },
      },
      {
        says: 'another audience is rejected',
        run: async (kit) => {
          const { uid, claims } = await createAssumable(kit);
          const { sign } = await kit.signer();
          const answer = await kit.exchange(
            'GET',
            [
              ['aud', 'https://another.invalid'],
              ['identity', uid],
            ],
            { token: sign(claims) },
          );
          requireThat(answer.code !== 'OK', 'an exchange for another audience fails', answer);
        },
      },
      {
        says: 'the registry accepts the token',
        run: async (kit) => {
          const answer = await kit.send('GET', kit.path('repos'), { query: [['page_size', '1']] });
          requireThat(answer.code !== 'UNAUTHENTICATED', 'the registry accepts the token', answer);
        },
      },
    ],
  },
  {
    id: 'T3',
    says: 'A workload exchanges an OIDC token at /sts/exchange, by GET or by POST with a form, and cap narrows the token.',
    relies: ['client', 'provider'],
    published: all('exchange'),
    ifDifferent: 'The provider cannot assume an identity. Use a token instead.',
    cases: [
      {
        says: 'GET and POST with a form return a token and its expiry',
        run: async (kit) => {
          const identity = await createAssumable(kit);
          for (const method of ['GET', 'POST'] as const) {
            const answer = await identity.exchange(method);
            requireThat(
              answer.code === 'OK' && typeof answer.json['token'] === 'string',
              'the response has a token',
              answer,
            );
            const isTime = !('expiry' in answer.json) || !Number.isNaN(Date.parse(textIn(answer, 'expiry')));
            requireThat(isTime, 'the expiry is a time', answer);
          }
        },
      },
      {
        says: 'POST with JSON is rejected',
        relies: [],
        run: async (kit) => {
          const answer = await (await createAssumable(kit)).exchange('POST', [], { as: 'json' });
          requireThat(answer.code !== 'OK', 'the exchange of JSON fails', answer);
        },
      },
      {
        says: 'scopes narrows the token to groups, or is refused',
        run: async (kit) => {
          const [group, beneath] = [await kit.subgroup('a'), await kit.subgroup('a/b')];
          const exchanged = await (await createAssumable(kit)).exchange('GET', [['scopes', beneath]]);
          if (exchanged.code !== 'OK') return;
          const caller = { name: 'a narrowed token', token: String(exchanged.json['token']) };
          await kit.ok('GET', kit.path('groups', beneath), { caller });
          requireCode(await kit.send('GET', kit.path('groups', group), { caller }), 'PERMISSION_DENIED');
        },
      },
      {
        says: 'a value of scopes that is no uid is INVALID_ARGUMENT',
        mayDiffer: true,
        run: async (kit) => {
          const answer = await (await createAssumable(kit)).exchange('GET', [['scopes', 'no uid']]);
          requireCode(answer, 'INVALID_ARGUMENT');
        },
      },
      {
        says: 'cap narrows the token to the named capabilities',
        run: async (kit) => {
          const group = await kit.subgroup('a');
          const exchanged = await (await createAssumable(kit)).exchange('GET', [['cap', 'groups.list']]);
          const caller = { name: 'a narrowed token', token: String(exchanged.json['token']) };
          await kit.ok('GET', kit.path('groups', group), { caller });
          requireCode(
            await kit.send('GET', kit.path('roles', `${group}/0123456789abcdef`), { caller }),
            'PERMISSION_DENIED',
          );
        },
      },
    ],
  },
  {
    id: 'T4',
    says: 'An exchanged token is valid for an hour. Its act.sub is the subject of the presented token.',
    relies: ['client'],
    ifDifferent: 'The client uses the expiry of the response or of the token, and renews a token earlier.',
    cases: [
      {
        says: 'the token expires in an hour, and names the workload',
        relies: [],
        run: async (kit) => {
          const identity = await createAssumable(kit);
          const answer = await identity.exchange('GET');
          const claims = claimsOf(answer.json['token']);
          if (claims === undefined) throw new NotTried('the token of the service has no readable claims');
          const seconds = Number(claims['exp']) - Number(claims['iat']);
          requireThat(Math.abs(seconds - HOUR_SECONDS) <= 60, 'the token is valid for an hour', answer);
          requireSame((claims['act'] as Values | undefined)?.['sub'], identity.claims['sub'], 'act.sub', answer);
        },
      },
    ],
  },
  {
    id: 'T5',
    says: 'An identity accepts a token whose claims match its trust policy. Others are PERMISSION_DENIED, invalid "<claim>".',
    relies: ['provider', 'review'],
    published: part('The files state the claims and the default audience. They do not state the error.', 'identities'),
    ifDifferent:
      'The review assumes that only matching tokens are accepted. With a wider match, its answers are too narrow.',
    cases: [
      {
        says: 'another subject or audience is PERMISSION_DENIED and names the claim',
        run: async (kit) => {
          const { uid, claims } = await createAssumable(kit);
          const { sign } = await kit.signer();
          const parameters = [
            ['aud', kit.baseUrl],
            ['identity', uid],
          ] as const;
          for (const [wrong, claim] of [
            [{ sub: 'another' }, 'sub'],
            [{ aud: 'another.invalid' }, 'aud'],
          ] as const) {
            const answer = await kit.exchange('GET', parameters, { token: sign({ ...claims, ...wrong }) });
            requireOffered(answer, 'the token exchange');
            requireCode(answer, 'PERMISSION_DENIED');
            requireThat(
              String(answer.json['message']).includes(`invalid "${claim}"`),
              `the message contains invalid "${claim}"`,
              answer,
            );
          }
        },
      },
      {
        says: 'a trust policy has an issuer and a subject, each exact or as a pattern',
        run: async (kit) => {
          for (const claimMatch of [
            { issuer: ISSUER },
            { subject: 'x' },
            { ...trust, issuerPattern: '^x$' },
            { ...trust, subjectPattern: '^x$' },
          ])
            await requireRejected(kit, 'identities', { name: kit.name(), claimMatch });
        },
      },
    ],
  },
  {
    id: 'T8',
    says: 'The exchange caches an identity for about five seconds: a new one may be unknown, and a tightened one stays open.',
    relies: ['client', 'provider'],
    ifDifferent: 'After ten seconds, the client reports the denial.',
    cases: [
      {
        says: 'a new identity can be assumed within ten seconds',
        run: async (kit) => {
          const answer = await (await createAssumable(kit)).exchange('GET');
          requireThat(answer.code === 'OK', 'the exchange succeeds', answer);
        },
      },
    ],
  },
  {
    id: 'T10',
    says: 'The exchange answers the same for an unknown identity and for one that does not accept the issuer: UNAUTHENTICATED.',
    relies: ['client'],
    ifDifferent: 'The client reports the response. A caller without a matching token may learn which identities exist.',
    cases: [
      {
        says: 'an unknown identity and a foreign issuer get the same response',
        mayDiffer: true,
        run: async (kit) => {
          const { sign } = await kit.signer();
          const { uid } = await kit.make('identities', {
            claimMatch: { issuer: 'https://other.invalid', subject: 'x' },
          });
          const ask = (identity: string) =>
            kit.exchange(
              'GET',
              [
                ['aud', kit.baseUrl],
                ['identity', identity],
              ],
              { token: sign({ sub: 'x', aud: new URL(kit.authUrl).hostname }) },
            );
          const [known, unknown] = [await ask(String(uid)), await ask(`${kit.group}/0123456789abcdef`)];
          requireOffered(known, 'the token exchange');
          requireCode(known, 'UNAUTHENTICATED');
          requireSame(
            [unknown.code, unknown.json['message']],
            [known.code, known.json['message']],
            'the response for an unknown identity',
            known,
            unknown,
          );
        },
      },
    ],
  },
];
