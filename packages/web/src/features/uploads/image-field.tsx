import { imageTypes } from '@inkling/contract/files';
import { ImagePlus, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { CropDialog } from './crop-dialog.tsx';
import type { CropShape } from './crop-image.ts';
import { useFileSource } from './use-file-source.ts';
import { fileProblem, type ImageUploadOptions, sendingLabel, useImageUpload } from './use-image-upload.ts';

interface Props extends ImageUploadOptions {
  legend: string;
  /** The accessible name of the file input. */
  inputLabel: string;
  hint: string;
  /** Whether there is an image that can be removed. */
  hasImage: boolean;
  /** The current image or a placeholder; during an upload, its preview. */
  picture: (preview: string | null) => ReactNode;
  /** What a chosen image is cropped to before it is uploaded. */
  crop: { title: string; shape: CropShape };
  /** The server applies the image immediately: a finished upload cannot be cancelled (docs/product/uploads.md#what-can-be-uploaded). */
  savesImmediately?: boolean;
  removal: {
    title: string;
    confirm: string;
    /** What removing means, and when it takes effect. */
    text: string;
    /** The request is in progress. */
    busy?: boolean;
    /** `setProblem` shows why it could not be removed. */
    onConfirm: (setProblem: (message: string | null) => void) => void;
  };
}

/** Chooses, drops or pastes an image, crops it, shows its upload, and removes it after a confirmation. */
export function ImageField(props: Props) {
  const { hasImage, savesImmediately = false, removal } = props;
  const id = useId();
  const [isConfirming, setConfirming] = useState(false);
  const chooser = useRef<HTMLButtonElement>(null);
  const { sent, problem, preview, send, setProblem, cancel } = useImageUpload(props);
  /** The object URL of the image that is being cropped. */
  const [chosen, setChosen] = useState<string | null>(null);
  const busy = sent !== null || removal.busy === true;
  const { zone, input, choose, over } = useFileSource(busy || chosen !== null || isConfirming, (file) => {
    const rejection = fileProblem(file);
    setProblem(rejection);
    if (rejection === null) setChosen(URL.createObjectURL(file));
  });
  /** Moves the focus to the main button when a focused button is unmounted. */
  const passFocusOn = (button: HTMLButtonElement) => () => {
    if (document.activeElement === button) chooser.current?.focus();
  };

  return (
    <fieldset
      className={`flex items-start gap-4 rounded-md outline-2 outline-offset-8 ${over ? 'outline-focus outline-dashed' : 'outline-transparent'}`}
      {...zone}
      aria-busy={busy || undefined}
    >
      <legend className="mb-1 font-semibold">{props.legend}</legend>
      <div className={`shrink-0 ${busy ? 'opacity-60' : ''}`}>{props.picture(preview)}</div>
      <div className="min-w-0 flex-1 space-y-3">
        <p id={`${id}-hint`} className="text-sm text-muted">
          {props.hint}
        </p>
        <input
          {...input}
          type="file"
          accept={imageTypes.join(',')}
          className="sr-only"
          tabIndex={-1}
          aria-label={props.inputLabel}
        />
        <div className="flex flex-wrap gap-2">
          <Button ref={chooser} busy={busy} aria-describedby={`${id}-hint`} onClick={choose}>
            <ImagePlus aria-hidden="true" className="size-5" />
            {sent !== null ? sendingLabel(sent) : hasImage ? 'Choose another' : 'Choose an image'}
          </Button>
          {sent !== null && !(savesImmediately && sent === 100) && (
            <Button ref={passFocusOn} variant="ghost" onClick={cancel}>
              Cancel
            </Button>
          )}
          {hasImage && sent === null && (
            <Button ref={passFocusOn} variant="ghost" busy={removal.busy} onClick={() => setConfirming(true)}>
              <Trash2 aria-hidden="true" className="size-5" />
              Remove
            </Button>
          )}
        </div>
        {sent !== null && <ProgressBar value={sent} label="Upload progress" />}
        <p role="alert" className="text-sm text-danger-text empty:hidden">
          {problem}
        </p>
      </div>
      <CropDialog
        {...props.crop}
        address={chosen}
        onCut={(image) => void send(image)}
        onClose={() => setChosen(null)}
        onProblem={setProblem}
      />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={removal.title}
        confirm={removal.confirm}
        danger
        returnTo={chooser}
        onConfirm={() => {
          setConfirming(false);
          removal.onConfirm(setProblem);
        }}
      >
        <p>{removal.text}</p>
      </ConfirmDialog>
    </fieldset>
  );
}
