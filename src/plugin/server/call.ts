/**
 * The common parts of all calls' handlers: the session that all calls of one process share, values decoded and encoded,
 * and errors converted to diagnostics. A gRPC error would be shown as a fault of the plugin instead, and Terraform
 * would lose the state of the object.
 */
import { type Cancellable, Cancellation, addSignal } from '../../grpc/cancellation';
import { findIdentity, identityType } from '../core/identity';
import { impliedType, type Schema } from '../schema/schema';
import { linePathToWire } from './to-wire';
import { printable } from '../../base/text/printable';
import type { CallScope, StoredPrivateState } from '../sdk/context';
import type { Log } from '../sdk/log';
import {
  packageError,
  DiagError,
  type Diagnostic,
  Diags,
  type Problem,
  problemsToDiagnostics,
  reportThrown,
} from '../sdk/diagnostics';
import type { Provider } from '../sdk/provider';
import type { Identity } from '../sdk/resource';
import { decodeValue, encodeValue } from '../values/codec';
import { fromJson, parseExactJson } from '../values/json';
import { valuesEqual } from '../values/normal-form';
import { type CtyType, type Values, ValueError } from '../values/types';
import type { CallContext } from '../wire/service';
import {
  type DiagnosticMessage as WireDiagnostic,
  type DynamicValue,
  type ResourceIdentityData,
  DiagnosticSeverity,
} from '../wire/messages';

export interface CallDescription {
  /** For errors that bring no words of their own: "Cannot read demo_server". */
  readonly summary: string;
  readonly typeName: string;
  readonly private?: Uint8Array;
  /** The schema for paths in diagnostics. Undefined if the type is unknown. */
  readonly schema: Schema | undefined;
}

/** The response of `work` with the diagnostics of the call. When `work` throws, the diagnostics alone. */
export async function withDiagnostics<R extends object>(
  session: PluginSession,
  context: CallContext,
  { summary, typeName, private: privateBytes, schema }: CallDescription,
  work: (call: CallScope) => Promise<R> | R,
): Promise<Partial<R> & { diagnostics: WireDiagnostic[] }> {
  const running = beginCall(session, context);
  const call = callScope(session, typeName, running, privateBytes);
  let response: Partial<R> = {};
  try {
    response = await work(call);
  } catch (error) {
    reportThrown(explainedValueError(error), summary, call);
  } finally {
    running.end();
  }
  logDiagnostics(session, call.diags.items);
  return { ...response, diagnostics: encodeDiagnostics(session.provider, call.diags.items, schema) };
}

/** A ValueError that gets here is about a value from Terraform: values from handlers are checked where they return. */
function explainedValueError(error: unknown): unknown {
  if (!(error instanceof ValueError)) return error;
  return new Error(`Terraform sent a value that does not fit the schema: ${error.message}`);
}

function logDiagnostics({ log }: PluginSession, diagnostics: readonly Diagnostic[]): void {
  for (const { severity, summary } of diagnostics) log.debug(`Responding with a diagnostic: ${summary}`, { severity });
}

export interface PluginSession {
  readonly provider: Provider;
  readonly log: Log;
  /** The result of the last `configure`; undefined before it. */
  configured: { readonly providerData: unknown } | undefined;
  /** Aborted by StopProvider. Later calls start with a fresh one. */
  readonly running: Set<Cancellation>;
}

export function createCallSession(provider: Provider, log: Log): PluginSession {
  return { provider, log, configured: undefined, running: new Set() };
}

/** Tells every handler that runs now to stop. */
export function stopRunning(session: PluginSession): void {
  for (const call of session.running) call.abort(new Error('Terraform was interrupted.'));
}

/** One call: aborted by StopProvider, or when the caller no longer waits. */
class RunningCall extends Cancellation {
  readonly #session: PluginSession;
  readonly #caller: Cancellable;
  #stopListening: (() => void) | undefined;

  constructor(session: PluginSession, caller: Cancellable) {
    super();
    this.#session = session;
    this.#caller = caller;
    session.running.add(this);
  }

  override get signal(): AbortSignal {
    if (this.#stopListening === undefined) {
      const { signal } = this.#caller;
      const abort = (): void => this.abort(signal.reason as Error);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort);
      this.#stopListening = () => signal.removeEventListener('abort', abort);
    }
    return super.signal;
  }

  /** To be called when the call is over. */
  end(): void {
    this.#stopListening?.();
    this.#session.running.delete(this);
  }
}

export function beginCall(session: PluginSession, context: CallContext): RunningCall {
  return new RunningCall(session, context);
}

interface Stored {
  readonly notes?: Readonly<Record<string, unknown>>;
  /** The object was imported and not read yet. */
  readonly imported?: true;
}

class StoredNotes implements StoredPrivateState {
  readonly #notes: Map<string, unknown>;
  imported: boolean;

  private constructor({ notes = {}, imported }: Stored) {
    this.#notes = new Map(Object.entries(notes));
    this.imported = imported === true;
  }

  /** Ignores the bytes of another provider that an object was moved from. */
  static decode(bytes: Uint8Array): StoredNotes {
    try {
      const stored: unknown = bytes.length === 0 ? {} : JSON.parse(Buffer.from(bytes).toString());
      return new StoredNotes(typeof stored === 'object' && stored !== null ? stored : {});
    } catch {
      return new StoredNotes({});
    }
  }

  get(key: string): unknown {
    return this.#notes.get(key);
  }

  set(key: string, value: unknown): void {
    if (value === undefined) this.#notes.delete(key);
    else this.#notes.set(key, value);
  }

  encode(): Uint8Array {
    if (this.#notes.size === 0 && !this.imported) return new Uint8Array();
    const notes = Object.fromEntries([...this.#notes.entries()].sort(([a], [b]) => (a < b ? -1 : 1)));
    const stored: Stored = { ...(this.#notes.size > 0 && { notes }), ...(this.imported && { imported: true }) };
    return Buffer.from(JSON.stringify(stored));
  }
}

/** Returns the context for the handler of a call about `typeName`. */
export function callScope(
  session: PluginSession,
  typeName: string,
  running: Cancellable,
  privateBytes?: Uint8Array,
): CallScope {
  const { log } = session;
  const diags = new Diags();
  const notes = StoredNotes.decode(privateBytes ?? new Uint8Array());
  return {
    typeName,
    diags,
    log,
    privateState: notes,
    bare: (own) => addSignal(running, { diags, log, private: notes, ...own }),
    context(own) {
      if (session.configured === undefined) {
        const detail = `${typeName} was used before the provider was configured.`;
        throw new DiagError([packageError('PROVIDER_NOT_CONFIGURED', 'Provider not configured', detail)]);
      }
      return addSignal(running, {
        diags,
        log,
        private: notes,
        providerData: session.configured.providerData,
        ...own,
      });
    },
  };
}

/** The entry for a type name; an unknown name is an error that names it. */
export function lookup<T>(entries: Readonly<Record<string, T>> | undefined, typeName: string, noun: string): T {
  const found = entries !== undefined && Object.hasOwn(entries, typeName) ? entries[typeName] : undefined;
  if (found === undefined) {
    const detail = `This provider has no ${noun} of type "${typeName}".`;
    throw new DiagError([packageError('UNKNOWN_TYPE', `Unknown ${noun}`, detail)]);
  }
  return found;
}

/** An absent value is null. */
export function decodeDynamic(value: DynamicValue | undefined, type: CtyType): unknown {
  if (value === undefined) return null;
  if (value.msgpack.length > 0) return decodeValue(value.msgpack, type);
  return value.json.length > 0 ? fromJson(parseExactJson(Buffer.from(value.json).toString()), type) : null;
}

export function decodeObject(value: DynamicValue | undefined, schema: Schema): Values | null {
  return decodeDynamic(value, impliedType(schema)) as Values | null;
}

export function encodeDynamic(value: unknown, type: CtyType): DynamicValue {
  return { msgpack: encodeValue(value, type), json: new Uint8Array() };
}

/** An object with the bytes that contained it. */
export interface SentObject {
  readonly object: Values | null;
  readonly bytes: DynamicValue | undefined;
}

/** Reuses the bytes of `sent` if the object is equal to it: most objects do not change. */
export function encodeObject(object: Values | null, schema: Schema, sent?: SentObject): DynamicValue {
  const type = impliedType(schema);
  const isAsSent = sent?.bytes !== undefined && sent.bytes.msgpack.length > 0 && valuesEqual(object, sent.object, type);
  return isAsSent ? sent.bytes : encodeDynamic(object, type);
}

/** The code is the last line of the detail: `(NOTES_NOT_FOUND)`. */
export function encodeDiagnostics(
  { name }: Pick<Provider, 'name'>,
  diagnostics: readonly Diagnostic[],
  schema?: Schema,
): WireDiagnostic[] {
  const toLine = (code: string): string => `(${name.replaceAll('-', '_').toUpperCase()}_${code})`;
  return diagnostics.map(({ severity, summary, detail = '', path, code }) => ({
    severity: severity === 'error' ? DiagnosticSeverity.error : DiagnosticSeverity.warning,
    summary: printable(summary),
    detail: [printable(detail), code === undefined ? '' : toLine(code)].filter((text) => text !== '').join('\n'),
    attribute: path === undefined || schema === undefined ? undefined : linePathToWire(path, schema),
  }));
}

/**
 * Returns undefined if the resource declares no identity, or the object does not exist. After an error the object may
 * be known only in part: then the identity is returned if it is known.
 */
export function encodeIdentity(
  identity: Identity<Schema> | undefined,
  state: Values | null,
  call: CallScope,
): ResourceIdentityData | undefined {
  if (identity === undefined || state === null) return undefined;
  const problems: Problem[] = [];
  const known = findIdentity(identity, state, problems);
  if (!call.diags.hasErrors) call.diags.add(...problemsToDiagnostics(problems, `${call.typeName}: identity`));
  return known && { identityData: encodeDynamic(known, identityType(identity)) };
}

export function decodeIdentity(
  identity: Identity<Schema> | undefined,
  data: ResourceIdentityData | undefined,
): Values | undefined {
  if (identity === undefined || data?.identityData === undefined) return undefined;
  return (decodeDynamic(data.identityData, identityType(identity)) as Values | null) ?? undefined;
}
