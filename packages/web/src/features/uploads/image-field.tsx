import { imageTypes } from '@inkling/contract/files';
import { ImagePlus, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useFileSource } from './use-file-source.ts';
import { type ImageUpload, refusalOf, sendingLabel } from './use-image-upload.ts';

interface Props {
  legend: string;
  /** The file input's name, for those who do not see the button that opens it. */
  inputLabel: string;
  hint: string;
  upload: ImageUpload;
  /** Whether there is an image that can be taken off. */
  filled: boolean;
  /** What is shown now: the image on its way, the one that is kept, or what stands for none. */
  picture: ReactNode;
  /** Told a file that may be an image. */
  onChoose: (file: File) => void;
  /** Another file is being dealt with: none is taken meanwhile. */
  occupied?: boolean;
  /** The image counts as soon as the server has it, so that what has been sent whole cannot be stopped any more (docs/product.md §3.8). */
  atOnce?: boolean;
  removal: {
    title: string;
    confirm: string;
    /** What it means, and when. */
    text: string;
    /** The server has been asked, and has not answered yet. */
    busy?: boolean;
    onConfirm: () => void;
  };
  /** Windows that belong to the field. */
  children?: ReactNode;
}

/** An image that is chosen, dropped or pasted, seen while it is sent, and taken off again after a question. */
export function ImageField(props: Props) {
  const { upload, filled, onChoose, occupied = false, atOnce = false, removal } = props;
  const id = useId();
  const [asked, setAsked] = useState(false);
  const chooser = useRef<HTMLButtonElement>(null);
  const { sent, problem, setProblem, cancel } = upload;
  const busy = sent !== null || removal.busy === true;
  const { zone, input, choose, over } = useFileSource(busy || occupied || asked, (file) => {
    const refusal = refusalOf(file);
    setProblem(refusal);
    if (refusal === null) onChoose(file);
  });
  /** A button that goes while it has the focus hands it on: it would be lost. */
  const handsOn = (button: HTMLButtonElement) => () => {
    if (document.activeElement === button) chooser.current?.focus();
  };

  return (
    <fieldset
      className={`flex items-start gap-4 rounded-md outline-2 outline-offset-8 ${over ? 'outline-focus outline-dashed' : 'outline-transparent'}`}
      {...zone}
      aria-busy={busy || undefined}
    >
      <legend className="mb-1 font-semibold">{props.legend}</legend>
      <div className={`shrink-0 ${busy ? 'opacity-60' : ''}`}>{props.picture}</div>
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
            {sent !== null ? sendingLabel(sent) : filled ? 'Choose another' : 'Choose an image'}
          </Button>
          {sent !== null && !(atOnce && sent === 100) && (
            <Button ref={handsOn} variant="ghost" onClick={cancel}>
              Cancel
            </Button>
          )}
          {filled && sent === null && (
            <Button ref={handsOn} variant="ghost" busy={removal.busy} onClick={() => setAsked(true)}>
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
      {props.children}
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={removal.title}
        confirm={removal.confirm}
        danger
        returnTo={chooser}
        onConfirm={() => {
          setAsked(false);
          removal.onConfirm();
        }}
      >
        <p>{removal.text}</p>
      </ConfirmDialog>
    </fieldset>
  );
}
