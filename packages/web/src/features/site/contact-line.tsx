import type { Operator } from '@inkling/contract/site';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** Who runs the site, in the midst of a sentence. */
export const nameOf = ({ name }: Operator): string => name ?? 'the operator of this site';

/** Where to reach them, after a verb: at the address if there is one, and on the contact page in any case. */
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
