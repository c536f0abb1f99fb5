/** The requests of a run to the API and to the authentication service, and a record of what they created. */
import { collectionPath, isObject, type ApiVersion, type Values } from '../../../model/api';
import type { HttpAnswer } from '../http/answer';
import { createSender, type RawRequest, type SenderOptions } from '../http/sender';
import {
  COLLECTIONS,
  type NamedCaller,
  type KitCollection,
  type Kit,
  type QueryParameters,
  type RequestOptions,
} from './kit';

export interface RequestsOptions extends SenderOptions {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly version: ApiVersion;
  /** Returns a valid token of the caller of the run. */
  readonly token: (signal: AbortSignal) => Promise<string>;
}

export interface Requests {
  readonly exchange: Kit['exchange'];
  /** Sends one request. Repeats it only if the service refuses or fails it. */
  readonly request: (
    method: string,
    target: string,
    options: RequestOptions,
    signal: AbortSignal,
  ) => Promise<HttpAnswer>;
  /** The objects that requests created, in their order. */
  readonly created: readonly (readonly [KitCollection, string])[];
  /** Texts that no report may contain. */
  readonly secrets: readonly string[];
  /** Returns true if the URL names a group that the run created at most so many milliseconds ago. */
  readonly namesNewGroup: (url: string, ageMs: number) => boolean;
  readonly close: () => Promise<void>;
}

const RUN_CALLER: NamedCaller = { name: 'the caller' };

export function createRequests(options: RequestsOptions): Requests {
  const { baseUrl, authUrl, version, clock = Date.now } = options;
  const sender = createSender(options);
  const secrets: string[] = [];
  const created: (readonly [KitCollection, string])[] = [];
  const groupsMadeAt = new Map<string, number>();

  /** A lost object is found by lists. The record finds an object that lists do not show yet. */
  function record(url: string, json: Values): void {
    const [, , , last = ''] = url.split('/');
    const collection = last.replace(/:.*$/, '');
    if (!isCollection(collection)) return;
    const several = json[collection];
    for (const object of [json, ...(Array.isArray(several) ? several.filter(isObject) : [])]) {
      const uid = object['uid'] ?? object['id'] ?? object['group'];
      if (typeof uid !== 'string') continue;
      created.push([collection, uid]);
      if (collection === 'groups') groupsMadeAt.set(uid, clock());
    }
  }

  return {
    created,
    secrets,
    request: async (method, target, { query = {}, body, caller = RUN_CALLER, headers }, signal) => {
      const path = getPath(target, version);
      const token = caller === RUN_CALLER ? await options.token(signal) : caller.token;
      if (token !== undefined && !secrets.includes(token)) secrets.push(token);
      const raw: RawRequest = {
        ...{ address: baseUrl, method, caller: caller.name },
        url: [path, encoded(query)].filter(Boolean).join('?'),
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      };
      const answer = await sender.send(raw, signal);
      if (method === 'POST' && answer.code === 'OK') record(path, answer.json);
      return answer;
    },
    exchange: async (method, parameters, { token, as }) => {
      const isJson = as === 'json';
      const body = isJson ? JSON.stringify(parameters) : encoded(parameters);
      const contentType = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
      secrets.push(token);
      const answer = await sender.send({
        ...{ address: authUrl, method, caller: 'a workload' },
        url: `/sts/exchange${method === 'GET' ? `?${encoded(parameters)}` : ''}`,
        ...(method === 'POST' && { body }),
        headers: { authorization: `Bearer ${token}`, ...(method === 'POST' && { 'content-type': contentType }) },
      });
      if (typeof answer.json['token'] === 'string') secrets.push(answer.json['token']);
      return answer;
    },
    namesNewGroup: (url, ageMs) =>
      [...groupsMadeAt].some(([uid, madeAt]) => clock() - madeAt < ageMs && url.includes(uid)),
    close: () => sender.close(),
  };
}

function encoded(query: QueryParameters): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)]));
  return new URLSearchParams(pairs as [string, string][]).toString();
}

/** `roles/UID` is an object of a collection in the version. Any other text is a path. */
function getPath(target: string, version: ApiVersion): string {
  const [name = ''] = target.split(/[/:]/, 1);
  return isCollection(name) ? collectionPath(COLLECTIONS[name], target, version) : target;
}

function isCollection(name: string): name is KitCollection {
  return Object.hasOwn(COLLECTIONS, name);
}
