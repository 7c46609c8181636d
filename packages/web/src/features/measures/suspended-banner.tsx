import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { localMoment } from '../../lib/moments.ts';
import { paths } from '../../lib/paths.ts';
import { myMeasuresQuery } from './measures.api.ts';
import { stillWorks } from './suspension-text.ts';

/** Says until when and why the reader is suspended, and what they can still do. */
export function SuspendedBanner() {
  const mine = useQuery(myMeasuresQuery).data?.data;
  if (mine !== undefined && !mine.isSuspended) return null;
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
