/** Adds the e-mail addresses of people to findings: an account of digits shows nobody. */
import { identitiesByPath } from '../../../access/graph/paths';
import type { Analysis } from '../../access/analysis';
import type { Finding } from './finding';

/** Returns the findings with the address after the name that begins a reason: `123 at accounts.google.com (ada@acme.example) has …`. */
export function withPersonEmails(findings: readonly Finding[], { after }: Analysis): Finding[] {
  const people = identitiesByPath(after.graph);
  return findings.map((finding) => {
    const { identity: path = '', reason, quoted = [] } = finding;
    const { email } = people.get(path) ?? {};
    // Without an account, the address is the name.
    if (email === undefined || path.includes(email) || !reason.startsWith(`${path} `)) return finding;
    return { ...finding, reason: `${path} (${email})${reason.slice(path.length)}`, quoted: [...quoted, email] };
  });
}
