/** The result of the provider block and the environment. */
import type { ApprovedWrites } from '../../model/approval';
import type { Client, Runtime } from '../../client';
import type { DiagError, Diagnostic, Diags, Log } from '../../plugin';
import type { OnExisting } from '../../model/kinds';
import { CodedError } from '../messages/severity';
import type { IdentityChanges } from './identity-changes';

export interface Configured {
  /** Absent while an attribute that it needs is unknown (only while planning). */
  readonly client?: Client | undefined;
  /** Returns a valid token. Absent if the client is absent. */
  readonly token?: ((signal: AbortSignal) => Promise<string>) | undefined;
  /** The attributes of the provider block that are unknown, for example `token`. */
  readonly unknown: readonly string[];
  readonly onExisting: OnExisting;
  readonly bulkRefresh: boolean;
  /** Age at which "not found" means that an object is deleted. Milliseconds. */
  readonly propagationMs: number;
  readonly log: Log;
  /** Warnings that no call has reported yet. */
  readonly warnings: Diagnostic[];
  /** The writes of the approved report (`PLATFORM_APPROVED_REPORT`). Absent: every write is approved. */
  readonly approved?: ApprovedWrites | undefined;
  /** The seed of the placeholders of a review plan, and the service that they are for. Absent: plans are applied. */
  readonly reviewSeed?: { readonly seed: string; readonly service: string } | undefined;
  /** Records the identities that this run changes. Absent if the client is absent. */
  readonly identityChanges?: IdentityChanges | undefined;
  /** The service's clock, as its responses report it; before the first response, our clock. Milliseconds since 1970. */
  readonly serviceClock: () => number;
}

/** The environment of the provider. Tests replace it. */
export interface ProviderRuntime extends Runtime {
  /** Environment variables. @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** @default the temporary folder of the system */
  readonly temporaryFolder?: string | undefined;
  /** Put before our own name in the User-Agent. @default the version of Terraform */
  readonly userAgent?: string | undefined;
}

export function reportWarnings({ warnings }: Configured, diags: Diags): void {
  diags.add(...warnings.splice(0));
}

/** Returns the result of `work`, and reports the warnings that no call has reported yet, also if it fails. */
export async function reporting<T>(
  { providerData, diags }: { readonly providerData: Configured; readonly diags: Diags },
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } finally {
    reportWarnings(providerData, diags);
  }
}

export function notConfigured(configured: Configured): DiagError {
  const detail = unknownConfiguration(configured);
  return new CodedError('PROVIDER_NOT_CONFIGURED', 'The provider is not configured yet', detail);
}

/** Returns the reason why there is no client, and the next step. */
export function unknownConfiguration({ unknown }: Configured): string {
  const names = unknown.join(', ');
  return [
    `The value of ${names} in the provider block is unknown until other resources are applied.`,
    `Apply those first (terraform apply -target=…), or set ${names} from a variable or the environment.`,
  ].join('\n');
}
