/** Tests assert what the product prints. Nothing of it belongs to the report of Jest, which uses the same stream. */
const write = { value: () => true, writable: true, configurable: true };
Object.defineProperty(process, 'stderr', { value: Object.create(process.stderr, { write }) });
