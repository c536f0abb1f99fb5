/** v1 beside v2, over the same data. */
export { createV1 } from './v1';
