import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';

/** Leads to the store while the last payment for the reader's plan has failed. No page loads the person for it. */
export function PaymentBanner() {
  if (!useMe(false)?.isPaymentDue) return null;
  return (
    <section aria-label="Payment" className="border-b border-line bg-notice text-on-notice">
      <p className="mx-auto max-w-6xl px-4 py-2 text-sm sm:px-6">
        Your last payment failed.{' '}
        <Link to={paths.store} className="inline-block py-1 font-semibold underline">
          Pay now to keep your plan
        </Link>
      </p>
    </section>
  );
}
