/** Compares a service with the rules of the API. */
export { runConformance, type ConformanceOptions } from './run';
export { rules } from './rules';
export { confirmedLine, formatConformanceJson, formatConformanceText } from './format';
export { getCases, getSource, PUBLISHED, type ConformanceRule } from './rules/rule';
export type { ConformanceResult } from './result';
