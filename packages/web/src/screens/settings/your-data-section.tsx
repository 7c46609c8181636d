import type { Me } from '@inkling/contract/account';
import { Download, LoaderCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { HistorySwitch } from '../../features/library/history-switch.tsx';
import { useExport } from '../../features/personal-data/personal-data.api.ts';
import { isSignedOut, messageOf } from '../../lib/api.ts';
import { saveFile } from '../../lib/download.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { DeleteAccount } from './delete-account.tsx';

/** Reading history, data export and account deletion. */
export function YourDataSection({ me }: { me: Me }) {
  return (
    <div className="space-y-8">
      <HistorySwitch me={me} />
      <Export />
      <DeleteAccount me={me} />
    </div>
  );
}

function Export() {
  const { mutate, reset, isPending: busy, isSuccess, error } = useExport();
  /** The share received, 0 to 100; null before the response begins. */
  const [percent, setPercent] = useState<number | null>(null);
  const abort = useRef<AbortController | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const start = () => {
    abort.current = new AbortController();
    setPercent(null);
    const options = { signal: abort.current.signal, onProgress: setPercent };
    mutate(options, { onSuccess: (file) => saveFile(file, 'inkling-export.zip') });
  };
  const cancel = () => {
    abort.current?.abort();
    reset();
    button.current?.focus();
  };
  const downloading = busy && percent !== null;
  return (
    <div className="space-y-3">
      <h3 className="font-semibold">Download your data</h3>
      <p className="text-muted">
        A zip file with everything we store about you: your stories and chapters as Markdown, your images, and
        the rest as JSON. Passwords are not included.
      </p>
      {error !== null && !isSignedOut(error) && (
        <Alert>{messageOf(error, 'Failed to export your data.')}</Alert>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button ref={button} busy={busy} onClick={start}>
          {busy ? (
            <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />
          ) : (
            <Download aria-hidden="true" className="size-5" />
          )}
          {busy ? 'Exporting…' : 'Export my data'}
        </Button>
        {busy && (
          <Button variant="ghost" onClick={cancel}>
            Cancel
          </Button>
        )}
        <p role="status" className="text-muted">
          {busy && (downloading ? 'Downloading your data…' : 'Preparing your data…')}
          {isSuccess && 'Your data has been saved as inkling-export.zip.'}
        </p>
      </div>
      {downloading && <ProgressBar value={percent} label="Export progress" />}
    </div>
  );
}
