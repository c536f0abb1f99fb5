import type { ApiVersion } from '../../model/api';
import type { Create, Declaration, Resource, Update } from '../../model/schema';
import type { MalformedObject } from '../errors/malformed-object';
import type { Miscount } from '../responses/every-page';
import type { PageQuery, Query } from './list-query';
import type { TransportOptions } from '../transport/options';
import type { Page } from '../responses/objects';
import type { Whoami } from '../responses/whoami';
import type { TokenSource } from '../calls/token-source';

export interface ClientOptions extends TransportOptions {
  /**
   * The part of every URL before `/iam/…`: `https://api.example.com`. It can contain a path, and a trailing slash does
   * not matter. Plain http is accepted only for this machine, because the network could read the token.
   */
  readonly baseUrl: string;
  /** A token or a source of tokens. */
  readonly token: string | TokenSource;
  /** The version segment of paths. @default 'v2beta1' */
  readonly apiVersion?: ApiVersion | undefined;
  /** Called for a list that is complete although the service counts more objects. */
  readonly miscounted?: ((miscount: Miscount) => void) | undefined;
}

export interface CallOptions {
  /** Aborts the call, which then throws an `ApiError` with the code `CANCELLED`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Grace period for a request in progress after `signal` is aborted: its response shows the result of the call. The
   * client then sends nothing and ends every wait. Milliseconds. @default 0
   */
  readonly graceMs?: number | undefined;
}

export interface ListOptions extends CallOptions {
  /**
   * Called for every malformed object, and the list continues.
   * @default the list yields all other objects, and then
   * throws a `ResponseShapeError` that names the malformed ones
   */
  readonly onMalformed?: ((object: MalformedObject) => void) | undefined;
}

/** The filters of a list of v1. */
export interface V1Query {
  /** Only objects directly in this group. */
  readonly childrenOf?: string | undefined;
  /** Only objects in this group and beneath. */
  readonly descendantsOf?: string | undefined;
  /** Only objects without a group. */
  readonly inRoot?: boolean | undefined;
  /** Only objects with exactly this name, including objects that the list omits by default. */
  readonly name?: string | undefined;
}

/**
 * The API, for every declared kind. A failed call throws an `ApiError`, and an invalid response a `ResponseShapeError`.
 * An invalid request is rejected before anything is sent, as an `ApiError` with the code `INVALID_ARGUMENT` and the
 * outcome `notSent`.
 */
export interface Client {
  /**
   * Yields every matching object exactly once, and requests pages on demand. Continues after an expired page token. If the
   * service counts more objects, the list is read again, and throws an `ApiError` (`list incomplete`) if no two readings
   * agree (see `miscounted`). A malformed object does not hide the others (see `onMalformed`).
   */
  list<D extends Declaration>(
    declaration: D,
    query?: Query<D>,
    options?: ListOptions,
  ): AsyncGenerator<Resource<D>, void, undefined>;
  /** Yields the matching objects page by page, to decide after each page whether to continue. A page can be empty. */
  pages<D extends Declaration>(
    declaration: D,
    query?: Query<D>,
    options?: CallOptions,
  ): AsyncGenerator<Page<Resource<D>>, void, undefined>;
  /** Returns one page, for access by `skip` or by page token. */
  page<D extends Declaration>(declaration: D, query?: PageQuery<D>, options?: CallOptions): Promise<Page<Resource<D>>>;
  /**
   * Returns an object by its path of names from the root, or by its uid. A role binding has the path of its group, and the
   * names of its identity and its role. Throws a `FindError` with the name that was not found, or that several objects
   * have (`matches`).
   *
   * @example
   * await client.find(identity, 'acme/payments/ci');
   * await client.find(roleBinding, 'acme/payments:ci:viewer');
   */
  find<D extends Declaration>(declaration: D, path: string, options?: CallOptions): Promise<Resource<D>>;
  /** Returns an object by its uid. Throws NOT_FOUND if it does not exist (see `isNotFound`). */
  get<D extends Declaration>(declaration: D, uid: string, options?: CallOptions): Promise<Resource<D>>;
  /**
   * Creates an object. Without a parent, it creates a root group. A create that may have been executed is never sent
   * again.
   */
  create<D extends Declaration>(
    declaration: D,
    parentUid: string | undefined,
    input: Create<D>,
    options?: CallOptions,
  ): Promise<Resource<D>>;
  /**
   * Creates all objects or none, and returns them in the same order. Only for kinds with a `batchSize`, which is the
   * maximum number. A batch that may have been executed is never sent again.
   */
  createBatch<D extends Declaration>(
    declaration: D,
    parentUid: string,
    inputs: readonly Create<D>[],
    options?: CallOptions,
  ): Promise<Resource<D>[]>;
  /**
   * Changes only the given fields. `''`, `[]`, `{}` and `undefined` clear a field. A nested object is replaced as a
   * whole.
   */
  update<D extends Declaration>(
    declaration: D,
    uid: string,
    changes: Update<D>,
    options?: CallOptions,
  ): Promise<Resource<D>>;
  /** Deletes an object. Throws NOT_FOUND if it does not exist (see `isNotFound`). */
  delete(declaration: Declaration, uid: string, options?: CallOptions): Promise<void>;
  /** Returns the uids of the objects in the list of v1 (contract G2), for kinds without a list in v2 (contract L9). */
  listUidsInV1(declaration: Declaration, query: V1Query, options?: CallOptions): Promise<readonly string[]>;
  /** Returns the subject of the token and its permissions. */
  whoami(options?: CallOptions): Promise<Whoami>;
  /** Returns the uid of the person who signs in with this issuer and subject, also before their first sign-in. */
  lookupIdentity(issuer: string, subject: string, options?: CallOptions): Promise<string>;
  /** Checks that the service responds at the base URL. Needs no token. Throws if it does not respond. */
  ping(options?: CallOptions): Promise<void>;
  /** Closes the connections. */
  close(): Promise<void>;
}
