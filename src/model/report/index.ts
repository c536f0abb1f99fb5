/** The format of the parts of a report that bind an apply, for those who write, read and compare them. */
export * from './report-format';
