import { decode, encode } from '../../src/grpc/codec';
import { HealthCheckRequest, HealthCheckResponse, healthFile, healthRoutes } from '../../src/grpc/health';
import { getScope } from '../../src/grpc/proto-file';
import type { GrpcRoute } from '../../src/grpc/server';

const routes = new Map(healthRoutes(['acme.Groups']));
const request = (service: string) => encode(HealthCheckRequest, { service });

function routeOf<K extends GrpcRoute['kind']>(method: string, kind: K): Extract<GrpcRoute, { kind: K }> {
  const route = routes.get(`/grpc.health.v1.Health/${method}`);
  if (route?.kind !== kind) throw new Error(`${method} is no ${kind} route`);
  return route as Extract<GrpcRoute, { kind: K }>;
}
const check = (bytes: Uint8Array) => routeOf('Check', 'unary').respond(bytes, {} as never);
const watch = (bytes: Uint8Array) => decode(HealthCheckResponse, routeOf('Watch', 'watch').first(bytes));

test('the server and each of its services are serving', async () => {
  for (const service of ['', 'acme.Groups'])
    expect(decode(HealthCheckResponse, await check(request(service)))).toEqual({ status: 1 });
});

test('a check of another service is not found, and a watch of it reports its status', async () => {
  await expect(check(request('acme.groups'))).rejects.toMatchObject({
    status: 5,
    message: 'unknown service "acme.groups"',
  });
  expect(watch(request('acme.groups'))).toEqual({ status: 3 });
  expect(watch(request('acme.Groups'))).toEqual({ status: 1 });
});

test('what is no request is an invalid argument', async () => {
  const malformed = Buffer.from([0xff]);
  await expect(check(malformed)).rejects.toMatchObject({ status: 3 });
  expect(() => watch(malformed)).toThrow('the request is not a HealthCheckRequest');
});

test('the file declares a stream of responses for a watch alone', () => {
  const methods = healthFile.services?.flatMap(({ methods }) => methods.map(({ name, streams }) => [name, streams]));
  expect(methods).toEqual([
    ['Check', undefined],
    ['Watch', 'server'],
  ]);
});

test('the file declares the statuses within the response, as the protocol has them', () => {
  const response = getScope(healthFile).messages.find(({ type }) => type === HealthCheckResponse);
  expect(response?.enums.map(({ values }) => values)).toEqual([
    { UNKNOWN: 0, SERVING: 1, NOT_SERVING: 2, SERVICE_UNKNOWN: 3 },
  ]);
});
