/**
 * What the packed libraries of `plugin` and `plugin/testing` have in common. The build makes it a library of its own,
 * which both import and nobody else can, so that a project has one copy of each class. Only the build reads this file.
 */
export * from '../grpc/codec';
export * from './core/complete';
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
