/** Resolves the names in questions, rules and assertions: of capabilities, roles, groups and identities. A browser loads it, too. */
export * from './asked-capabilities';
export * from './capability-pattern';
export * from './find-identities';
export * from './named-role';
export * from './groups-and-capabilities';
export * from './obtainable-paths';
export { nearestSibling, QuestionError, UnknownNameError } from './unknown-name';
