/** The YAML parser. The emulator and the constructs share it, because each copy would be too large for the package. */
export * from 'yaml';
