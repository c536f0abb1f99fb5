/**
 * Reads external JSON: required members must exist and have the right type, and unknown members are ignored. It does not recurse
 * over the document, because the document can have any depth.
 */
import { isObject, type Values } from '../../../model/api';

/** An unreadable plan, state or organization. The message contains the file and the path. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}

/** The expected document, for messages. */
const PLAN = 'a plan of "terraform show -json"';

/** Attributes of our kinds are nested two or three levels deep. */
const DEEPEST = 100;

/** A value in a document, with its path. */
export class DocumentPlace {
  readonly value: unknown;
  private readonly file: string;
  private readonly path: string;
  private readonly whole: string;

  /** @param whole the expected document, for messages */
  constructor(value: unknown, file: string, { path = '', whole = PLAN }: { path?: string; whole?: string } = {}) {
    this.value = value;
    this.file = file;
    this.path = path;
    this.whole = whole;
  }

  object(): Values {
    return isObject(this.value) ? this.value : this.wrong('an object');
  }

  /** Returns the object; `undefined` if it is absent or null. */
  optionalObject(): Values | undefined {
    return this.isAbsent() ? undefined : this.object();
  }

  /** Returns the value if it is safe for recursion: its nesting is limited. */
  boundedValue(): unknown {
    this.measure(this.value, 0);
    return this.value;
  }

  text(): string {
    return typeof this.value === 'string' ? this.value : this.wrong('text');
  }

  optionalText(): string | undefined {
    return this.isAbsent() ? undefined : this.text();
  }

  optionalFlag(): boolean | undefined {
    if (this.isAbsent()) return undefined;
    return typeof this.value === 'boolean' ? this.value : this.wrong('true or false');
  }

  /** Returns the elements; none if it is absent or null. */
  list(): DocumentPlace[] {
    if (this.isAbsent()) return [];
    if (!Array.isArray(this.value)) return this.wrong('a list');
    return this.value.map((element, index) => this.inner(element, `${this.path}[${index}]`));
  }

  at(name: string): DocumentPlace {
    const object = this.object();
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    return this.inner(value, this.path === '' ? name : `${this.path}.${name}`);
  }

  /** Returns all members; none if it is absent or null. */
  members(): [string, DocumentPlace][] {
    return Object.keys(this.optionalObject() ?? {}).map((name) => [name, this.at(name)]);
  }

  private inner(value: unknown, path: string): DocumentPlace {
    return new DocumentPlace(value, this.file, { path, whole: this.whole });
  }

  private measure(value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null) return;
    if (depth > DEEPEST)
      throw new PlanError(`Cannot read ${this.file}: values are nested deeper than ${DEEPEST} levels.`);
    for (const inner of Object.values(value)) this.measure(inner, depth + 1);
  }

  isAbsent(): boolean {
    return this.value === undefined || this.value === null;
  }

  wrong(expected: string): never {
    const found = this.isAbsent() ? 'missing' : Array.isArray(this.value) ? 'a list' : typeof this.value;
    throw new PlanError(
      `Cannot read ${this.file} as ${this.whole}: ${this.path || 'the document'} must be ${expected} and is ${found}.`,
    );
  }
}
