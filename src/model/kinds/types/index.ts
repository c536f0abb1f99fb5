/** The types of every kind. `npm run docs` writes this folder from the declarations. */
export type * from './group';
export type * from './role';
export type * from './identity';
export type * from './role-binding';
export type * from './identity-provider';
export type * from './external-group-role-mapping';
export type * from './account-association';
export type * from './group-invite';
export type * from './repo';
export type * from './tag';
export type * from './advisory';
