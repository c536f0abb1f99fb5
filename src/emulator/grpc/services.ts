/** All services: those of the kinds, and those about callers: the caller of a token, the token exchange and pings. Contract T9, T3, O7. */
import { API_VERSIONS } from '../../model/api';
import { onceFor } from '../../base/cache/once-for';
import { message, one, repeated, string, type MessageType, type DynamicMessage } from '../../grpc/message';
import { Empty } from '../../grpc/well-known';
import type { Declaration } from '../../model/schema';
import { bearerToken, describeCaller } from '../auth';
import { ROOT_PACKAGE, timestampText } from './messages';
import { type KindService, createServices } from './methods';

/** The package of v1 kinds, whose messages describe a caller. */
const V1_PACKAGE = `${ROOT_PACKAGE}.iam`;
const AUTH_PACKAGE = `${ROOT_PACKAGE}.auth`;
const OIDC_PACKAGE = `${ROOT_PACKAGE}.oidc`;

function messageIn(scope: string, name: string, fields: Parameters<typeof message>[0]): MessageType<DynamicMessage> {
  return message(fields, { name: `${scope}.${name}`, sparse: true });
}

const groupOfCaller = messageIn(V1_PACKAGE, 'Group', { id: string(1), name: string(2) });
const roleOfCaller = messageIn(V1_PACKAGE, 'Role', {
  id: string(1),
  name: string(2),
  capabilities: repeated(4, 'string'),
});
const whoAmI = messageIn(AUTH_PACKAGE, 'WhoAmI', {
  issuer: string(1),
  subject: string(2),
  audience: repeated(3, 'string'),
  expiry: one(4, timestampText),
  issuedAt: one(5, timestampText),
  capabilities: repeated(
    101,
    messageIn(AUTH_PACKAGE, 'WhoAmI.Capability', { group: one(1, groupOfCaller), role: one(2, roleOfCaller) }),
  ),
});

const authService: KindService = {
  name: `${AUTH_PACKAGE}.Auth`,
  methods: [
    {
      name: 'Validate',
      request: Empty,
      response: whoAmI,
      call: (backend, _, caller) => describeCaller(backend, caller),
    },
  ],
};

/** The parameters of the exchange over HTTP. */
const EXCHANGE_PARAMETERS = ['aud', 'scope', 'identity', 'cap', 'scopes'] as const;

const exchangeService: KindService = {
  name: `${OIDC_PACKAGE}.SecurityTokenService`,
  methods: [
    {
      name: 'Exchange',
      request: messageIn(OIDC_PACKAGE, 'ExchangeRequest', {
        aud: repeated(1, 'string'),
        scope: string(2),
        identity: string(4),
        cap: repeated(5, 'string'),
        scopes: repeated(8, 'string'),
      }),
      response: messageIn(OIDC_PACKAGE, 'RawToken', {
        token: string(1),
        refreshToken: string(2),
        expiry: one(3, timestampText),
      }),
      // The exchanged token is not a token of the API. The exchange verifies it.
      isPublic: true,
      call: async ({ exchange, authorization }, input) => {
        const parameters = EXCHANGE_PARAMETERS.flatMap((name) =>
          [(input[name] as string | readonly string[] | undefined) ?? []]
            .flat()
            .map((value): [string, string] => [name, value]),
        );
        return { ...(await exchange(bearerToken(authorization), new URLSearchParams(parameters))) };
      },
    },
  ],
};

const pingServices = API_VERSIONS.map((version): KindService => {
  const scope = `${ROOT_PACKAGE}.ping.${version}`;
  const [request, response] = [
    messageIn(scope, 'PingRequest', {}),
    messageIn(scope, 'PingResponse', { response: string(1) }),
  ];
  return {
    name: `${scope}.PingService`,
    methods: [{ name: 'Ping', request, response, isPublic: true, call: () => ({}) }],
  };
});

export const createAllServices = onceFor((declarations: readonly Declaration[]): readonly KindService[] => [
  ...createServices(declarations),
  ...[authService, exchangeService],
  ...pingServices,
]);
