/** Approved writes: the list of a report, which the provider is bound to. Shared by the review and the provider. */
export { canonicalFields, listWrite, type Write } from './writes/approved-write';
export * from './writes/matching';
export * from './writes/placeholders';
export * from './allowance';
export * from './allowed-parts';
export * from './report/report-digest';
export * from './report/report-file';
export * from './writes/sent-fields';
