import { useQuery } from '@tanstack/react-query';
import { backupQuery } from '../../features/reports/queue.api.ts';
import { LocalDate } from '../../lib/local-date.tsx';
import { Alert } from '../../ui/alert.tsx';

/** Tells admins that the site is not backed up any more. Nothing is shown while this is not known. */
export function LateBackup() {
  const { data } = useQuery(backupQuery);
  if (data?.data.isLate !== true) return null;
  const { lastGoodAt } = data.data;
  return (
    <div className="mt-4">
      <Alert>
        <p>
          {lastGoodAt === null ? (
            'This site hasn’t been backed up yet.'
          ) : (
            <>
              The last backup of this site is from <LocalDate iso={lastGoodAt} />.
            </>
          )}{' '}
          Please tell the person who runs the server. The server’s log says why.
        </p>
      </Alert>
    </div>
  );
}
