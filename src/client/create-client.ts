import {
  collectionPath,
  DEFAULT_API_VERSION,
  formatMask,
  LIST_PARAMETERS,
  UPDATE_MASK_PARAMETER,
  type Values,
} from '../model/api';
import { type Declaration, encodeBody, listPath, findParentUid } from '../model/schema';
import { type ApiCall, createCaller } from './calls/call';
import { withVersionCheck } from './responses/version-check';
import type { Client, ClientOptions } from './requests/client';
import { isNotFound } from './errors/api-error';
import { malformedInWords, type MalformedObject } from './errors/malformed-object';
import { malformedList } from './errors/response-shape-error';
import { sentSecrets, shownSecrets } from './errors/secrets';
import { findObject } from './find/find-object';
import { everyPage } from './responses/every-page';
import { searchParams } from './requests/list-query';
import { loadUndici } from './transport/http';
import { checkedBaseUrl } from './transport/option-checks';
import {
  type CheckedRequest,
  invalidRequest,
  requireBatch,
  requireOperation,
  requireParent,
  requireUid,
  requireValues,
} from './requests/request-checks';
import { getUpdateMask } from './requests/update-mask';
import { expectEmpty, shapeError } from './responses/json-response';
import { loadSchemas, readPage, parseResource, getResourceUid } from './responses/objects';
import { readUid, readUidsOfV1 } from './responses/uids';
import { readWhoami } from './responses/whoami';
import { checkedToken, fixedToken, isTokenSource } from './calls/token-source';

/**
 * Creates a client of the API. It sends nothing until the first call. Throws a `TypeError` for invalid options.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://api.example.com', token });
 * for await (const { uid, name } of client.list(group, { childrenOf: rootUid })) console.log(uid, name);
 */
export function createClient(options: ClientOptions): Client {
  const version = options.apiVersion ?? DEFAULT_API_VERSION;
  const caller = createCaller(checkedBaseUrl(options.baseUrl, 'baseUrl'), options);
  const tokens = isTokenSource(options.token) ? options.token : fixedToken(checkedToken(options.token, 'token'));

  const getRequest = (method: ApiCall['method'], declaration: Declaration, uid?: string) => {
    const stem = listPath(declaration, version);
    return { method, declaration, path: uid === undefined ? stem : `${stem}/${uid}` } satisfies CheckedRequest;
  };
  const send = withVersionCheck((call) => caller.call({ ...call, tokens }), version);

  const getUrl = (declaration: Declaration): string => listPath(declaration, version);

  const client: Client = {
    async *list(declaration, query, options) {
      const unreported: MalformedObject[] = [];
      const report = options?.onMalformed ?? ((object) => void unreported.push(object));
      for await (const { items, malformed } of client.pages(declaration, query, options)) {
        yield* items;
        malformed.forEach(report);
      }
      if (unreported.length > 0) throw malformedList(getUrl(declaration), unreported);
    },

    pages(declaration, query = {}, callOptions) {
      return everyPage({
        miscounted: options.miscounted,
        url: getUrl(declaration),
        getUid: (object) => getResourceUid(declaration, object as object),
        page: (pageToken) => client.page(declaration, { ...query, pageToken }, callOptions),
      });
    },

    async page(declaration, query = {}, { signal, graceMs } = {}) {
      const request = getRequest('GET', declaration);
      const response = await send({
        method: 'GET',
        path: request.path,
        query: searchParams(declaration, query),
        signal,
        graceMs,
      });
      return readPage(declaration, response);
    },

    async find(declaration, path, options) {
      return findObject({ ...client, toUrl: getUrl }, declaration, path, options);
    },

    async get(declaration, uid, { signal, graceMs } = {}) {
      const request = getRequest('GET', declaration, uid);
      requireUid(request, uid);
      const response = await send({ method: 'GET', path: request.path, signal, graceMs });
      return parseResource(declaration, response, (found) => found === uid);
    },

    async create(declaration, parentUid, input, { signal, graceMs } = {}) {
      const request = getRequest('POST', declaration, parentUid);
      requireOperation(request, 'create');
      requireParent(request, parentUid);
      const values = input as Values;
      requireValues(request, values, 'create');
      const secrets = sentSecrets(declaration.fields, values);
      const body = encodeBody(declaration, values);
      const response = await send({ method: 'POST', path: request.path, body, secrets, signal, graceMs });
      const hiding = { ...response, secrets: [...response.secrets, ...shownSecrets(declaration, response.text)] };
      return parseResource(declaration, hiding, (found) => findParentUid(declaration, found) === parentUid);
    },

    async createBatch(declaration, parentUid, inputs, { signal, graceMs } = {}) {
      const stem = getRequest('POST', declaration);
      const request = { ...stem, path: `${stem.path}:batchCreate` };
      requireBatch(request, inputs.length);
      requireParent(request, parentUid);
      const key = declaration.kind.charAt(0).toLowerCase() + declaration.kind.slice(1);
      const all = inputs as readonly Values[];
      for (const values of all) requireValues(request, values, 'create');
      const secrets = all.flatMap((values) => sentSecrets(declaration.fields, values));
      const requests = all.map((values) => ({ parent: parentUid, [key]: encodeBody(declaration, values) }));
      const body = { parent: parentUid, requests };
      const response = await send({ method: 'POST', path: request.path, body, secrets, signal, graceMs });
      const { items, malformed } = readPage(declaration, response);
      if (malformed.length > 0) throw shapeError(response, malformedInWords(malformed), malformed);
      if (items.length !== inputs.length) throw shapeError(response, `expected ${inputs.length} objects`);
      return [...items];
    },

    async update(declaration, uid, changes, { signal, graceMs } = {}) {
      const request = getRequest('PATCH', declaration, uid);
      requireOperation(request, 'update');
      requireUid(request, uid);
      const values = changes as Values;
      const names = Object.keys(values);
      // Without a mask, the service uses the fields of the body, so an empty update has no meaning.
      if (names.length === 0) throw invalidRequest(request, [{ field: '', description: 'there is nothing to change' }]);
      requireValues(request, values, 'update');
      const query = new URLSearchParams({
        [UPDATE_MASK_PARAMETER]: formatMask(getUpdateMask(declaration.fields, values)),
      });
      const secrets = sentSecrets(declaration.fields, values);
      const body = encodeBody(declaration, values);
      const response = await send({ method: 'PATCH', path: request.path, query, body, secrets, signal, graceMs });
      return parseResource(declaration, response, (found) => found === uid);
    },

    async delete(declaration, uid, { signal, graceMs } = {}) {
      const request = getRequest('DELETE', declaration, uid);
      requireOperation(request, 'delete');
      requireUid(request, uid);
      // Not found at a second attempt: the first one has deleted it, and its response was lost.
      expectEmpty(await send({ method: 'DELETE', path: request.path, successIf: isNotFound, signal, graceMs }));
    },

    async listUidsInV1(declaration, { childrenOf, descendantsOf, inRoot, name }, { signal, graceMs } = {}) {
      const path = `/${declaration.domain}/v1/${declaration.collection}`;
      const request = { method: 'GET', declaration, path } satisfies CheckedRequest;
      if (childrenOf !== undefined) requireParent(request, childrenOf);
      const query = new URLSearchParams({
        ...(childrenOf !== undefined && { [LIST_PARAMETERS.childrenOf]: childrenOf }),
        ...(descendantsOf !== undefined && { [LIST_PARAMETERS.descendantsOf]: descendantsOf }),
        ...(inRoot === true && { [LIST_PARAMETERS.inRoot]: 'true' }),
        ...(name !== undefined && { name }),
      });
      return readUidsOfV1(await send({ method: 'GET', path, query, signal, graceMs }), name);
    },

    async whoami({ signal, graceMs } = {}) {
      return readWhoami(await send({ method: 'GET', path: '/auth/v1/ok', signal, graceMs }));
    },

    async lookupIdentity(issuer, subject, { signal, graceMs } = {}) {
      const path = `${collectionPath('iam', 'identities', version)}:lookupIdentity`;
      return readUid(
        await send({ method: 'GET', path, query: new URLSearchParams({ issuer, subject }), signal, graceMs }),
      );
    },

    async ping({ signal, graceMs } = {}) {
      expectEmpty(
        await caller.call({
          method: 'GET',
          path: collectionPath('ping', 'ping', version),
          tokens: undefined,
          signal,
          graceMs,
        }),
      );
    },

    async close() {
      await Promise.all([caller.close(), tokens.close?.()]);
    },
  };
  return client;
}

/** Loads the code that the first call of a client loads otherwise, for a process that has to wait anyway. */
export function preloadCalls(): void {
  loadSchemas();
  void loadUndici();
}
