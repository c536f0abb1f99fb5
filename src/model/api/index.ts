/** Facts of the wire that client, emulator and provider share. */
export * from './built-in-roles';
export * from './capabilities';
export * from './existing-groups';
export * from './capability-table';
export * from './requests';
export * from './errors';
export * from './values';
export * from './loopback';
export * from './choose-roots';
export * from './nearest';
export * from './pattern';
export * from './product';
export * from './shape';
export * from './uid';
