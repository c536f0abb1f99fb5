/**
 * A rule of the API as data: its statement, the parts of this project that rely on it, its source, and the cases that show
 * whether a service follows it. The command, the page of the documentation and the tests are derived from these.
 */
import type { Kit } from '../session/kit';

/** A part of this project that relies on a rule. Only the client and the provider decide the exit code. */
export type Reliance = 'client' | 'provider' | 'review';

/** The published contract that confirms rules: protobuf files at one commit. */
export const PUBLISHED = {
  repository: 'chainguard-dev/sdk',
  folder: 'proto/',
  commit: '934f49541d49e541069decb6d06a6b8bc2c4a5fe',
  date: '2026-08-21',
} as const;

export interface ConformanceRule {
  /** The number in `src/model/api/README.md`. */
  readonly id: string;
  readonly says: string;
  /** Empty: nobody relies on it. */
  readonly relies: readonly Reliance[];
  /** The files of the published contract that state the rule. Absent: the rule is assumed. */
  readonly published?: Publication;
  /** The behavior of the client or the provider at a service that differs. */
  readonly ifDifferent: string;
  /** The cases, by their statements. Absent: no request can show whether a service follows the rule. */
  readonly cases?: Readonly<Record<string, Run | Case>>;
  /** The reason why there is no case. */
  readonly invisible?: string;
}

/** Rules by their ids. */
export type RulesById = Readonly<Record<string, Omit<ConformanceRule, 'id'>>>;

export interface Publication {
  /** `all`: the files state every part of the rule that no service may differ from. */
  readonly extent: 'all' | 'part';
  /** Paths beneath the folder of the published contract. */
  readonly files: readonly string[];
  /** The parts that the files do not state, or state differently. */
  readonly note?: string;
}

/** Throws a `Difference` if the service differs, and a `NotTried` or `NotOffered` if it cannot be seen. */
export type Run = (kit: Kit) => Promise<unknown>;

export interface Case {
  readonly run: Run;
  /** The rule is marked (d) in this part: a service may differ. */
  readonly mayDiffer?: true;
  /** @default those of the rule */
  readonly relies?: readonly Reliance[];
  readonly needs?: Precondition;
}

const getCase = (given: Run | Case): Case => (typeof given === 'function' ? { run: given } : given);

/** Returns the case of a part that is marked (d). */
export function mayDiffer(given: Run | Case): Case {
  return { ...getCase(given), mayDiffer: true };
}

/** Returns the case of a part on which only these rely. */
export function relied(relies: readonly Reliance[], given: Run | Case): Case {
  return { ...getCase(given), relies };
}

/** Returns the case of a part on which nobody relies. */
export function unused(given: Run | Case): Case {
  return relied([], given);
}

export function needing(needs: Precondition, given: Run | Case): Case {
  return { ...getCase(given), needs };
}

/** A case with its statement. */
export interface NamedCase extends Case {
  readonly says: string;
}

/** Returns the cases of a rule. */
export function getCases({ cases = {} }: Pick<ConformanceRule, 'cases'>): readonly NamedCase[] {
  return Object.entries(cases).map(([says, given]) => ({ says, ...getCase(given) }));
}

/** A precondition of a case, beyond a group for it. */
export type Precondition = 'throwawayRoot' | 'grpc';

export const reasonsOfNeeds: Readonly<Record<Precondition, string>> = {
  throwawayRoot: 'it needs a root group for tests: pass --throwaway-root',
  grpc: 'it needs gRPC: pass --grpc',
};

/** The source of a rule. `partly`: the published contract confirms some of its statements. */
export type Source = 'confirmed' | 'partly' | 'assumed';

export function getSource({ published }: Pick<ConformanceRule, 'published'>): Source {
  if (published === undefined) return 'assumed';
  return published.extent === 'all' ? 'confirmed' : 'partly';
}
