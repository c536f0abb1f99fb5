import { version } from '../../package.json';
import { VERSION } from '../../src/provider/version';

test("the provider's version is the package's", () => {
  expect(VERSION).toBe(version);
});
