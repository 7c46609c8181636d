import { imageSources, imageTypes } from '@inkling/contract/files';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Cover } from '../../ui/cover.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useFileSource } from '../uploads/use-file-source.ts';
import { refusalOf, sendingLabel, useImageUpload } from '../uploads/use-image-upload.ts';

interface Props {
  value: string | null;
  onChange: (address: string | null) => void;
  /** What the drawn cover shows as long as there is no image. */
  story: { id: string; title: string; author: string };
}

/** A story's cover: chosen, dropped or pasted, and sent at once; without one, a cover is drawn. */
export function CoverField({ value, onChange, story }: Props) {
  const id = useId();
  const [asked, setAsked] = useState(false);
  const { sent, problem, preview, send, setProblem, cancel } = useImageUpload({
    key: 'POST /upload/book-cover',
    failed: 'Upload failed',
    onKept: onChange,
  });
  const busy = sent !== null;
  const { zone, input, choose, over } = useFileSource(busy, (file) => {
    const refusal = refusalOf(file);
    if (refusal === null) void send(file);
    else setProblem(refusal);
  });

  return (
    <fieldset
      className={`flex gap-4 rounded-md outline-2 outline-offset-8 ${over ? 'outline-focus outline-dashed' : 'outline-transparent'}`}
      {...zone}
      aria-busy={busy || undefined}
    >
      <legend className="mb-1 font-semibold">Cover</legend>
      <div className={`w-28 shrink-0 sm:w-36 ${busy ? 'opacity-60' : ''}`}>
        <Cover
          {...story}
          image={preview ?? value}
          sources={preview === null ? imageSources(value) : []}
          sizes="144px"
          eager
        />
      </div>
      <div className="min-w-0 flex-1 space-y-3">
        <p id={`${id}-hint`} className="text-sm text-muted">
          JPG, PNG, GIF or WebP up to 5 MB, 600×800 at best; other shapes are cut to 3:4. You can also drop or
          paste one here. Without an image, a cover is drawn from the title.
        </p>
        <input
          {...input}
          id={id}
          type="file"
          accept={imageTypes.join(',')}
          className="sr-only"
          tabIndex={-1}
          aria-label="Cover image"
        />
        <div className="flex flex-wrap gap-2">
          <Button busy={busy} aria-describedby={`${id}-hint`} onClick={choose}>
            <ImagePlus aria-hidden="true" className="size-5" />
            {sent !== null ? sendingLabel(sent) : value === null ? 'Choose an image' : 'Choose another'}
          </Button>
          {busy && (
            <Button variant="ghost" onClick={cancel}>
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
