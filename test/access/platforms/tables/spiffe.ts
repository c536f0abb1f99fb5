import fc from 'fast-check';
import { audience, login, path, type PlatformTable } from '../platform-table';

export const table: PlatformTable = {
  props: fc.record({ id: path.map((one) => `spiffe://acme.example/${one}`), issuer: fc.constant(login), audience }),
  sentences: [],
};
