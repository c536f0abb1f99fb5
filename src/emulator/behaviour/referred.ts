/** What an answer shows of another object. Source: specification §2 RoleBinding. */
import type { Values } from '../service';
import type { StoredRecord } from '../store';

export function referred({ uid, values }: StoredRecord): Values {
  const { name, description } = values;
  return { uid, name, description };
}

/** Of an identity also whom it trusts; of a person who has not signed in yet, the account. */
export function referredIdentity(record: StoredRecord): Values {
  const trusted = (record.values['claimMatch'] ??
    record.values['staticKeys'] ??
    record.values['account'] ??
    {}) as Values;
  const { issuer, subject } = trusted;
  return { ...referred(record), issuer, subject, email: record.values['email'] };
}
