import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { localMoment } from '../../lib/moments.ts';
import { paths } from '../../lib/paths.ts';
import { storeSuspended } from '../../lib/suspension.ts';
import { myMeasuresQuery } from './measures.api.ts';
import { stillWorks } from './suspension-text.ts';

/** Says until when and why the reader is suspended, and what they can still do. */
export function SuspendedBanner() {
  const mine = useQuery(myMeasuresQuery).data?.data;
  const isSuspended = mine?.isSuspended;
  useEffect(() => {
    if (isSuspended !== undefined) storeSuspended(isSuspended);
  }, [isSuspended]);
  if (isSuspended === false) return null;
  const until = mine?.suspendedUntil ?? null;
  const reason = mine?.measures.find(({ kind, endedAt }) => kind === 'suspend' && endedAt === null)?.reason;
  return (
    <section aria-label="Suspension" className="border-b border-line bg-notice text-on-notice">
      <div className="mx-auto max-w-6xl space-y-1 px-4 py-3 text-sm sm:px-6">
        <p className="font-semibold">
          Your account is suspended{until !== null && ` until ${localMoment(until)}`}.
        </p>
        {reason !== undefined && (
          <p className="line-clamp-2 wrap-anywhere">
            Reason: <bdi>{reason}</bdi>
          </p>
        )}
        <p>
          {stillWorks}{' '}
          <Link to={paths.standing} className="inline-block py-1 font-semibold underline">
            See your standing
          </Link>
        </p>
      </div>
    </section>
  );
}

/** The same in one line, where a banner would be in the way. */
export const SuspendedLine = () => (
  <p className="px-4 py-1 text-center text-sm text-muted">
    Your account is suspended: you can read, but not write.{' '}
    <Link to={paths.standing} className="inline-block py-1 underline">
      See your standing
    </Link>
  </p>
);
