import { GrpcError, GrpcStatus, getStatus, getTrailers } from '../../src/grpc/status';

test('the status of an error is its own, and that of any other error is internal', () => {
  expect(getStatus(new GrpcError(GrpcStatus.notFound, 'no group'))).toEqual({ code: 5, message: 'no group' });
  expect(getStatus(new TypeError('x is undefined'))).toEqual({ code: 13, message: 'x is undefined' });
  expect(getStatus('thrown text')).toEqual({ code: 13, message: 'thrown text' });
});

test('a message is percent-encoded, so that it cannot add headers', () => {
  expect(getTrailers({ code: 3, message: 'a\r\ngrpc-status: 0 – ü' })).toEqual({
    'grpc-status': '3',
    'grpc-message': 'a%0D%0Agrpc-status:%200%20%E2%80%93%20%C3%BC',
  });
});

test('half of a character does not fail the response', () => {
  expect(getTrailers({ code: 13, message: 'a\ud800b' })['grpc-message']).toBe('a%EF%BF%BDb');
});

test('a long message is shortened, also within a character', () => {
  expect(getTrailers({ code: 13, message: 'x'.repeat(5000) })['grpc-message']).toHaveLength(4096);
  const cut = getTrailers({ code: 13, message: `${'x'.repeat(4095)}😀` })['grpc-message'];
  expect(decodeURI(cut!)).toBe(`${'x'.repeat(4095)}\ufffd`);
});

test('details are sent in base64, unless they are longer than clients accept', () => {
  const details = (length: number) => getTrailers({ code: 3, message: '', details: new Uint8Array(length).fill(255) });
  expect(details(3)['grpc-status-details-bin']).toBe('////');
  expect(details(8192)).toHaveProperty('grpc-status-details-bin');
  expect(details(8193)).toEqual({ 'grpc-status': '3', 'grpc-message': '' });
});
