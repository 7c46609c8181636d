import type { Operator } from '@inkling/contract/site';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** The operator's name, for use within a sentence. */
export const operatorName = ({ name }: Operator): string => name ?? 'the operator of this site';

/** How to reach the operator, for use after a verb: the email address, if any, and the contact page. */
export function ContactLine({ email }: { email: string | null }) {
  return (
    <>
      {email !== null && (
        <>
          at <EmailLink email={email} /> or{' '}
        </>
      )}
      through the{' '}
      <Link to={paths.contact} className="link">
        contact page
      </Link>
    </>
  );
}

export function EmailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`} className="link [overflow-wrap:anywhere]">
      {email}
    </a>
  );
}
