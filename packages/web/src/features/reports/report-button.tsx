import { Flag } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useMe } from '../../lib/session.ts';
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
  if (personId !== undefined && me?._id === personId) return null;
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        <Flag aria-hidden="true" className="size-4" />
        Report
      </Button>
      {open && <LazyReportDialog things={things} onClose={() => setOpen(false)} />}
    </>
  );
}
