import type { ApiVersion } from '../../api';
import type { Create, Declaration, Resource, Update } from '../../schema';
import type { MalformedObject } from '../errors/malformed-object';
import type { Miscount } from '../responses/every-page';
import type { PageQuery, Query } from '../requests/list-query';
import type { TransportOptions } from '../transport/options';
import type { Page } from '../responses/objects';
import type { Whoami } from '../responses/whoami';
import type { TokenSource } from '../calls/tokens';

export interface ClientOptions extends TransportOptions {
  /**
   * The part of every URL before `/iam/…`: `https://api.example.com`. A path is kept; a trailing slash does not matter.
   * Plain http is allowed only to this machine: a token must not travel unencrypted.
   */
  readonly baseUrl: string;
  /** A token, or where to get one. */
  readonly token: string | TokenSource;
  /** The version segment of paths. @default 'v2beta1' */
  readonly apiVersion?: ApiVersion | undefined;
  /** Called for a list that is complete although the service counts more objects. */
  readonly miscounted?: ((miscount: Miscount) => void) | undefined;
}

export interface CallOptions {
  /** Aborts the call: it then throws an `ApiError` with the code `CANCELLED`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Grace period for a request in progress after `signal` is aborted: its response shows the result of the call. The
   * client then sends nothing and ends every wait. Milliseconds. @default 0
   */
  readonly graceMs?: number | undefined;
}

export interface ListOptions extends CallOptions {
  /**
   * Called for every malformed object; the list continues.
   * @default they are kept, and the list throws a `ResponseShapeError` that names them once all others were shown
   */
  readonly onMalformed?: ((object: MalformedObject) => void) | undefined;
}

/** Restricts a list of v1. */
export interface V1Query {
  /** Only objects directly in this group. */
  readonly childrenOf?: string | undefined;
  /** Only objects that are in no group. */
  readonly inRoot?: boolean | undefined;
  /** Only objects of exactly this name; objects whose name the list leaves out are included. */
  readonly name?: string | undefined;
}

/**
 * The API, for every kind that is declared. Every call throws an `ApiError` if it fails and a `ResponseShapeError` if
 * its response cannot be understood; what is surely wrong is refused before anything is sent, as an `ApiError` with the
 * code `INVALID_ARGUMENT` and the outcome `notSent`.
 */
export interface Client {
  /**
   * Every object that matches, each exactly once, fetched page by page on demand. Survives a page token that expires on
   * the way. If the service counts more objects, the list is read again: throws an `ApiError` that says `list
   * incomplete` if no two readings agree (see `miscounted`). One object that is malformed hides no other (see
   * `onMalformed`).
   */
  list<D extends Declaration>(
    declaration: D,
    query?: Query<D>,
    options?: ListOptions,
  ): AsyncGenerator<Resource<D>, void, undefined>;
  /** The same page by page, to decide after each page whether to continue; a page may be empty. */
  pages<D extends Declaration>(
    declaration: D,
    query?: Query<D>,
    options?: CallOptions,
  ): AsyncGenerator<Page<Resource<D>>, void, undefined>;
  /** One page, for random access by `skip` and for following a chain by hand. */
  page<D extends Declaration>(declaration: D, query?: PageQuery<D>, options?: CallOptions): Promise<Page<Resource<D>>>;
  /**
   * One object by the path of names from the root: `find(group, 'acme/payments')`, `find(identity,
   * 'acme/payments/ci')`; a role binding by its group, identity and role, `find(roleBinding,
   * 'acme/payments:ci:viewer')`; a uid is a path too. Throws a `FindError` with the name that was not found, or that
   * several objects share (`matches`).
   */
  find<D extends Declaration>(declaration: D, path: string, options?: CallOptions): Promise<Resource<D>>;
  get<D extends Declaration>(declaration: D, uid: string, options?: CallOptions): Promise<Resource<D>>;
  /** Never sent again unless the first request was surely not executed. Without a parent it is a root group. */
  create<D extends Declaration>(
    declaration: D,
    parentUid: string | undefined,
    input: Create<D>,
    options?: CallOptions,
  ): Promise<Resource<D>>;
  /**
   * All of them or none, in the same order, for kinds that have a `batchSize` and up to as many. Like a create, never
   * sent again unless the first request was surely not executed.
   */
  createBatch<D extends Declaration>(
    declaration: D,
    parentUid: string,
    inputs: readonly Create<D>[],
    options?: CallOptions,
  ): Promise<Resource<D>[]>;
  /** Changes the named fields and no others; `''`, `[]`, `{}` and `undefined` clear one. Messages are replaced whole. */
  update<D extends Declaration>(
    declaration: D,
    uid: string,
    changes: Update<D>,
    options?: CallOptions,
  ): Promise<Resource<D>>;
  /** Throws NOT_FOUND if there was nothing to delete (see `isNotFound`). */
  delete(declaration: Declaration, uid: string, options?: CallOptions): Promise<void>;
  /** Returns the uids of the objects in the list of v1 (contract G2): v2 may have no list (contract L9). */
  listUidsInV1(declaration: Declaration, query: V1Query, options?: CallOptions): Promise<readonly string[]>;
  whoami(options?: CallOptions): Promise<Whoami>;
  /** The uid that a person has, or will have, who signs in with this `iss` and `sub`. */
  lookupIdentity(issuer: string, subject: string, options?: CallOptions): Promise<string>;
  /** Returns true if the service answers at the base URL; needs no token. Throws if it does not. */
  ping(options?: CallOptions): Promise<void>;
  /** Lets go of connections. */
  close(): Promise<void>;
}
