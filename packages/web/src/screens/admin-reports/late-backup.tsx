import { useQuery } from '@tanstack/react-query';
import { backupQuery } from '../../features/reports/queue.api.ts';
import { LocalDate } from '../../lib/local-date.tsx';
import { Alert } from '../../ui/alert.tsx';

/** Tells admins that the site is not backed up any more, or that its backups may not be restorable. Nothing is shown while this is not known. */
export function LateBackup() {
  const backups = useQuery(backupQuery).data?.data;
  if (backups === undefined || !(backups.isLate || backups.isUnverified)) return null;
  const { isLate, lastWrittenAt, lastRestorableAt } = backups;
  return (
    <div className="mt-4">
      <Alert>
        <p>
          {isLate ? (
            <Last at={lastWrittenAt} none="This site hasn’t been backed up yet.">
              The last backup of this site is from
            </Last>
          ) : (
            <Last at={lastRestorableAt} none="No backup of this site has been verified yet.">
              The last backup of this site that is known to be restorable is from
            </Last>
          )}{' '}
          Please tell the person who runs the server. The server’s log says why.
        </p>
      </Alert>
    </div>
  );
}

function Last({ at, none, children }: { at: string | null; none: string; children: string }) {
  if (at === null) return none;
  return (
    <>
      {children} <LocalDate iso={at} />.
    </>
  );
}
