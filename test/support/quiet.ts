/** Tests assert what the product prints. Nothing of it belongs to the report of Jest. */
const silence = (): void => void jest.spyOn(process.stderr, 'write').mockReturnValue(true);

silence();
// A test may have restored all mocks.
beforeEach(silence);
