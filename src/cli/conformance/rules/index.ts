/** Every rule of the contract, in the order of its page. A test compares them with the page. */
import type { ConformanceRule } from './rule';
import { access } from './access';
import { creating } from './creating';
import { deleting } from './deleting';
import { errors } from './errors';
import { exchange } from './exchange';
import { grantingKinds } from './granting-kinds';
import { grants } from './grants';
import { kinds } from './kinds';
import { lists } from './lists';
import { masks } from './masks';
import { operations } from './operations';
import { pages } from './pages';
import { routing } from './routing';
import { texts } from './texts';
import { timeRules } from './time';
import { tokens } from './tokens';
import { uids } from './uids';
import { values } from './values';
import { versions } from './v1-and-grpc';

/** The letters are the sections of the page, in their order. */
const getOrder = ({ id }: ConformanceRule): number => 'OUVLCMDETAKFG'.indexOf(id.charAt(0)) * 100 + Number(id.slice(1));

export const rules: readonly ConformanceRule[] = [
  ...[operations, routing, uids, values, texts, lists, pages, creating, masks, deleting, errors],
  ...[tokens, exchange, access, grants, kinds, grantingKinds, timeRules, versions],
]
  .flatMap((section) => Object.entries(section).map(([id, rule]) => ({ id, ...rule })))
  .toSorted((a, b) => getOrder(a) - getOrder(b));
