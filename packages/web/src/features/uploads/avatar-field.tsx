import { imageSources, imageTypes } from '@inkling/contract/files';
import { useQueryClient } from '@tanstack/react-query';
import { ImagePlus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useFileSource } from './use-file-source.ts';
import { refusalOf, sendingLabel, useImageUpload } from './use-image-upload.ts';

/** Cropping is loaded with the first image: most visits choose none. */
const ImageCropper = lazy(async () => ({ default: (await import('./image-cropper.tsx')).ImageCropper }));

interface Props {
  person: { id: string; name: string };
  /** The address of the picture that is shown now. */
  value: string | null;
  /** Told once the server has the new one, or has deleted it. */
  onChange: (address: string | null) => void;
}

/** A person's picture: chosen, dropped or pasted, cut to a circle, and sent at once. */
export function AvatarField({ person, value, onChange }: Props) {
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const [removing, setRemoving] = useState(false);
  const client = useQueryClient();
  const changed = (address: string | null) => {
    // One's own picture stands in the frame of every page, too.
    void client.invalidateQueries({ queryKey: ['GET /auth/me'] });
    onChange(address);
  };
  const { sent, problem, preview, send, setProblem, cancel } = useImageUpload({
    key: 'POST /upload/profile-image',
    failed: 'Failed to upload profile image',
    onKept: changed,
  });
  useEffect(() => (chosen === null ? undefined : () => URL.revokeObjectURL(chosen)), [chosen]);
  const busy = sent !== null || removing;
  const { zone, input, choose, over } = useFileSource(busy || chosen !== null, (file) => {
    const refusal = refusalOf(file);
    setProblem(refusal);
    if (refusal === null) setChosen(URL.createObjectURL(file));
  });

  const remove = async () => {
    setAsked(false);
    if (value === null) return;
    setRemoving(true);
    setProblem(null);
    try {
      await call('DELETE /upload/delete', { body: { imageUrl: value, type: 'profile' } });
      changed(null);
    } catch (error) {
      setProblem(messageOf(error, 'Failed to delete the image'));
    } finally {
      setRemoving(false);
    }
  };

  return (
    <fieldset
      className={`flex items-start gap-4 rounded-md outline-2 outline-offset-8 ${over ? 'outline-focus outline-dashed' : 'outline-transparent'}`}
      {...zone}
      aria-busy={busy || undefined}
    >
      <legend className="mb-1 font-semibold">Profile image</legend>
      <div className={`shrink-0 ${busy ? 'opacity-60' : ''}`}>
        <Avatar
          {...person}
          image={preview ?? value}
          sources={preview === null ? imageSources(value) : []}
          size={96}
        />
      </div>
      <div className="min-w-0 flex-1 space-y-3">
        <p id={`${id}-hint`} className="text-sm text-muted">
          JPG, PNG, GIF or WebP up to 5 MB. You can also drop or paste one here, and choose the part that is
          shown.
        </p>
        <input
          {...input}
          id={id}
          type="file"
          accept={imageTypes.join(',')}
          className="sr-only"
          tabIndex={-1}
          aria-label="Profile image"
        />
        <div className="flex flex-wrap gap-2">
          <Button busy={busy} aria-describedby={`${id}-hint`} onClick={choose}>
            <ImagePlus aria-hidden="true" className="size-5" />
            {sent !== null ? sendingLabel(sent) : value === null ? 'Choose an image' : 'Choose another'}
          </Button>
          {sent !== null && (
            <Button variant="ghost" onClick={cancel}>
              Cancel
            </Button>
          )}
          {value !== null && sent === null && (
            <Button variant="ghost" busy={removing} onClick={() => setAsked(true)}>
              <Trash2 aria-hidden="true" className="size-5" />
              Remove
            </Button>
          )}
        </div>
        {sent !== null && <ProgressBar value={sent} label="Progress of the upload" />}
        <p role="alert" className="text-sm text-danger-text empty:hidden">
          {problem}
        </p>
      </div>
      <Dialog open={chosen !== null} onOpenChange={() => setChosen(null)} title="Choose the part to show">
        <Suspense fallback={<div aria-busy="true" className="h-72 rounded-md bg-sunken sm:h-80" />}>
          {chosen !== null && (
            <ImageCropper
              address={chosen}
              onCancel={() => setChosen(null)}
              onCut={(image) => {
                setChosen(null);
                void send(image);
              }}
              onUnreadable={() => {
                setChosen(null);
                setProblem('This image cannot be read. It may be damaged; please choose another one.');
              }}
            />
          )}
        </Suspense>
      </Dialog>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="Delete your profile image?"
        confirm="Delete"
        danger
        onConfirm={remove}
      >
        <p>Your initials are shown instead. This happens at once.</p>
      </ConfirmDialog>
    </fieldset>
  );
}
