import type { Me } from '@inkling/contract/account';
import { Download, LoaderCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { exportData } from '../../features/personal-data/personal-data.api.ts';
import { isSignedOut, messageOf } from '../../lib/api.ts';
import { saveFile } from '../../lib/download.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { DeleteAccount } from './delete-account.tsx';

/** Data export and account deletion. */
export function YourDataSection({ me }: { me: Me }) {
  return (
    <div className="space-y-8">
      <Export />
      <DeleteAccount me={me} />
    </div>
  );
}

type Stage = 'idle' | 'requested' | 'saved' | number;

function useExport() {
  const abort = useRef<AbortController | null>(null);
  const [stage, setStage] = useState<Stage>('idle');
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const start = async (): Promise<void> => {
    const controller = new AbortController();
    abort.current = controller;
    setRefusal(null);
    setStage('requested');
    try {
      const file = await exportData({ signal: controller.signal, onProgress: setStage });
      saveFile(file, 'inkling-export.zip');
      setStage('saved');
    } catch (error) {
      if (controller.signal.aborted) return;
      setStage('idle');
      if (!isSignedOut(error)) setRefusal(messageOf(error, 'Failed to export your data.'));
    }
  };
  const cancel = (): void => {
    abort.current?.abort();
    setStage('idle');
  };
  return { stage, refusal, start, cancel };
}

const stageText: Record<Exclude<Stage, number>, string> = {
  idle: '',
  requested: 'Preparing your data…',
  saved: 'Your data has been saved as inkling-export.zip.',
};

function Export() {
  const { stage, refusal, start, cancel } = useExport();
  const button = useRef<HTMLButtonElement>(null);
  const busy = stage === 'requested' || typeof stage === 'number';
  return (
    <div className="space-y-3">
      <h3 className="font-semibold">Download your data</h3>
      <p className="text-muted">
        A zip file with everything we store about you: your stories and chapters as Markdown, your images, and
        the rest as JSON. Passwords are not included.
      </p>
      {refusal !== null && <Alert>{refusal}</Alert>}
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
          <Button
            variant="ghost"
            onClick={() => {
              cancel();
              button.current?.focus();
            }}
          >
            Cancel
          </Button>
        )}
        <p role="status" className="text-muted">
          {typeof stage === 'number' ? 'Downloading your data…' : stageText[stage]}
        </p>
      </div>
      {typeof stage === 'number' && <ProgressBar value={stage} label="Export progress" />}
    </div>
  );
}
