/** What a user is told: errors and warnings, each on the place in the configuration that it is about. */

/**
 * The way to a place in an object: attribute and block names, map keys, list indexes:
 * `['claim_match', 'issuer']`, `['tags', 'team']`, `['rule', 0, 'port']`. Inside a set it ends at the set.
 */
export type Path = readonly (string | number)[];

/** An error or a warning, as Terraform shows it to the user. */
export interface Diagnostic {
  /** An error makes the call fail; a warning does not. */
  readonly severity: 'error' | 'warning';
  /** One line. */
  readonly summary: string;
  /** What happened, to which object, why, and what to do next. Plain text, may have several lines. */
  readonly detail?: string;
  /** The attribute that it is about: Terraform prints its file and line. */
  readonly path?: Path;
}

/** Collects the diagnostics of one call. With an error among them the call fails; warnings alone are only shown. */
export class Diags {
  readonly #items: Diagnostic[] = [];

  /** Adds an error and goes on; throw a {@link DiagError} to end the handler at once. */
  error(summary: string, detail?: string, path?: Path): void {
    this.add({ severity: 'error', summary, detail, path });
  }

  /** Adds a warning. */
  warning(summary: string, detail?: string, path?: Path): void {
    this.add({ severity: 'warning', summary, detail, path });
  }

  /** Adds diagnostics that exist already, such as those of a {@link DiagError}. */
  add(...diagnostics: readonly Diagnostic[]): void {
    this.#items.push(...diagnostics);
  }

  /** All diagnostics so far, in their order. */
  get items(): readonly Diagnostic[] {
    return this.#items;
  }

  /** Whether the call will fail. */
  get hasErrors(): boolean {
    return this.#items.some((item) => item.severity === 'error');
  }
}

/**
 * An error with a summary, a detail and a path of its own: throw it from any handler. Of any other error Terraform shows
 * the message under a general summary; its stack goes to the log.
 *
 * @example throw new DiagError('Group not found', `No group "acme" (uid 42) exists.`, ['parent_uid']);
 */
export class DiagError extends Error {
  /** What Terraform will show. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(summary: string, detail?: string, path?: Path);
  constructor(diagnostics: readonly Diagnostic[]);
  constructor(first: string | readonly Diagnostic[], detail?: string, path?: Path) {
    const diagnostics: readonly Diagnostic[] =
      typeof first === 'string' ? [{ severity: 'error', summary: first, detail, path }] : first;
    super(diagnostics.map((item) => item.summary).join('; '));
    this.name = 'DiagError';
    this.diagnostics = diagnostics;
  }
}
