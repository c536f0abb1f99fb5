/** Services as plain data: what is served, and what those who ask are told of it. */
import type { MessageType } from './message';

export interface ServiceType {
  /** The full name, as in `grpc.health.v1.Health`. */
  readonly name: string;
  readonly methods: readonly MethodType[];
  /** What readers of the `.proto` file are told. */
  readonly comment?: string;
}

export interface MethodType {
  readonly name: string;
  readonly request: MessageType<unknown>;
  readonly response: MessageType<unknown>;
  /** Who sends a stream. @default nobody */
  readonly streams?: 'server' | 'both';
}

/** What one `.proto` file declares. Its messages are those of its package that the services and `messages` lead to. */
export interface ProtoFile {
  /** The path by which other files import it. */
  readonly name: string;
  readonly package: string;
  readonly services?: readonly ServiceType[];
  readonly messages?: readonly MessageType<unknown>[];
  /** What stands at its top. */
  readonly comment?: string;
}

/** The path of a method on the wire. */
export function methodPath(service: ServiceType, method: { readonly name: string }): string {
  return `/${service.name}/${method.name}`;
}
