import { Flag } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { showError } from '../../lib/notify.ts';
import { useMe } from '../../lib/session.ts';
import { useNoConnection } from '../../lib/use-connection.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import type { Reportable, ReportDialogProps } from './report-dialog.tsx';

/** The dialog that reports something, loaded on first use. */
export const LazyReportDialog = lazyComponent<ReportDialogProps>(
  async () => (await import('./report-dialog.tsx')).ReportDialog,
);

interface Props {
  things: Reportable;
  /** Whose it is: they have no button. */
  personId: string | undefined;
  variant?: ButtonVariant;
}

/** Reports something that has no menu. */
export function ReportButton({ things, personId, variant = 'subtle' }: Props) {
  const [open, setOpen] = useState(false);
  const me = useMe(false);
  const reason = useNoConnection('Reporting needs');
  if (personId !== undefined && me?._id === personId) return null;
  return (
    <>
      <Button
        variant={variant}
        aria-disabled={reason !== undefined || undefined}
        onClick={() => (reason === undefined ? setOpen(true) : showError(reason))}
      >
        <Flag aria-hidden="true" className="size-4" />
        {reason === undefined ? 'Report' : 'Report (needs a connection)'}
      </Button>
      {open && <LazyReportDialog things={things} onClose={() => setOpen(false)} />}
    </>
  );
}
