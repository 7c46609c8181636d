import { imageSources } from '@inkling/contract/files';
import { ImagePlus, Trash2 } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { upload } from '../../lib/upload.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Cover } from '../../ui/cover.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';

const mostBytes = 5 * 1024 * 1024;
const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

interface Props {
  value: string | null;
  onChange: (address: string | null) => void;
  /** What the drawn cover shows as long as there is no image. */
  story: { id: string; title: string; author: string };
}

/** Why a file is refused before it is sent; null when it may go. */
function refusalOf(file: Pick<File, 'size' | 'type'>): string | null {
  if (!types.includes(file.type)) return 'Only image files are allowed';
  return file.size > mostBytes ? 'File size must be less than 5MB' : null;
}

/** A story's cover: chosen, dropped or pasted, and sent at once; without one, a cover is drawn. */
export function CoverField({ value, onChange, story }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController | null>(null);
  /** Percent sent; null when nothing is on its way. */
  const [sent, setSent] = useState<number | null>(null);
  const [asked, setAsked] = useState(false);
  const busy = sent !== null;
  const [problem, setProblem] = useState<string | null>(null);

  const send = async (file: File | undefined) => {
    if (file === undefined) return;
    const refusal = refusalOf(file);
    setProblem(refusal);
    if (refusal !== null) return;
    const stop = new AbortController();
    sending.current = stop;
    setSent(0);
    try {
      const options = { signal: stop.signal, onProgress: setSent };
      const { imageUrl } = await upload('POST /upload/book-cover', { body: {}, file }, options);
      onChange(imageUrl);
    } catch (error) {
      if (!stop.signal.aborted) setProblem(messageOf(error, 'Upload failed'));
    } finally {
      setSent(null);
      if (input.current) input.current.value = '';
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void send(event.dataTransfer.files[0]);
  };
  const paste = (event: ClipboardEvent) => void send(event.clipboardData.files[0]);

  return (
    <fieldset
      className="flex gap-4"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      onPaste={paste}
      aria-busy={busy || undefined}
    >
      <legend className="mb-1 font-semibold">Cover</legend>
      <div className="w-28 shrink-0 sm:w-36">
        <Cover {...story} image={value} sources={imageSources(value)} sizes="144px" eager />
      </div>
      <div className="min-w-0 flex-1 space-y-3">
        <p id={`${id}-hint`} className="text-sm text-muted">
          JPG, PNG, GIF or WebP up to 5 MB, 600×800 at best; other shapes are cut to 3:4. You can also drop or
          paste one here. Without an image, a cover is drawn from the title.
        </p>
        <input
          ref={input}
          id={id}
          type="file"
          accept={types.join(',')}
          className="sr-only"
          tabIndex={-1}
          aria-label="Cover image"
          onChange={(event) => void send(event.target.files?.[0])}
        />
        <div className="flex flex-wrap gap-2">
          <Button busy={busy} aria-describedby={`${id}-hint`} onClick={() => input.current?.click()}>
            <ImagePlus aria-hidden="true" className="size-5" />
            {sent !== null ? `Sending… ${sent}%` : value === null ? 'Choose an image' : 'Choose another'}
          </Button>
          {busy && (
            <Button variant="ghost" onClick={() => sending.current?.abort()}>
              Cancel
            </Button>
          )}
          {value !== null && !busy && (
            <Button variant="ghost" onClick={() => setAsked(true)}>
              <Trash2 aria-hidden="true" className="size-5" />
              Remove
            </Button>
          )}
        </div>
        {sent !== null && <ProgressBar value={sent} label="Progress of the upload" />}
        <ConfirmDialog
          open={asked}
          onOpenChange={setAsked}
          title="Remove this cover?"
          confirm="Remove"
          danger
          onConfirm={() => {
            setAsked(false);
            onChange(null);
          }}
        >
          <p>A cover is drawn from the title instead. It counts once you save.</p>
        </ConfirmDialog>
        <p role="alert" className="text-sm text-danger-text empty:hidden">
          {problem}
        </p>
      </div>
    </fieldset>
  );
}
