/** What a user is told: errors and warnings, each on the place in the configuration that it is about. */

/**
 * The way to a place in an object: attribute and block names, map keys, list indexes:
 * `['claim_match', 'issuer']`, `['tags', 'team']`, `['rule', 0, 'port']`. Inside a set it ends at the set.
 */
export type Path = readonly (string | number)[];

export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** One line. */
  readonly summary: string;
  /** What happened, on which object, why, and what to do next. Plain text, may have several lines. */
  readonly detail?: string;
  /** Terraform prints file and line of it. */
  readonly path?: Path;
}

/** Gathers what a handler has to say. Errors make the call fail; warnings do not. */
export class Diags {
  readonly #items: Diagnostic[] = [];

  error(summary: string, detail?: string, path?: Path): void {
    this.add({ severity: 'error', summary, detail, path });
  }

  warning(summary: string, detail?: string, path?: Path): void {
    this.add({ severity: 'warning', summary, detail, path });
  }

  add(...diagnostics: readonly Diagnostic[]): void {
    this.#items.push(...diagnostics);
  }

  get items(): readonly Diagnostic[] {
    return this.#items;
  }

  get hasErrors(): boolean {
    return this.#items.some((item) => item.severity === 'error');
  }
}

/**
 * An error made for the user's eyes: throw it from any handler. Every other error is shown with its message alone.
 *
 * @example throw new DiagError('Group not found', `No group "acme" (uid 42) exists.`, ['parent_uid']);
 */
export class DiagError extends Error {
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
