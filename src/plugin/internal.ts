/**
 * Shared parts of the packed libraries `plugin` and `plugin/testing`. The build makes them a separate library, which
 * only these two can import, so that a project has one copy of each class. Only the build reads this file.
 */
export * from '../grpc/codec';
export * from './core/complete';
export * from './core/identity';
export * from './core/walk';
export * from './schema/attributes';
export * from './schema/schema';
export * from './sdk/context';
export * from './sdk/diagnostics';
export * from './sdk/provider';
export * from './sdk/resource';
export * from './serve';
export * from './server';
export * from './server/function';
export * from './values/codec';
export * from './values/normal-form';
export * from './values/number';
export * from './values/types';
export * from './wire/service';
