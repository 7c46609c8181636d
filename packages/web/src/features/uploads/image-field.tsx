import { imageMaxBytes, imageTooLarge, imageTypes, notAnImage } from '@inkling/contract/files';
import { ImagePlus, Trash2 } from 'lucide-react';
import {
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { messageOf } from '../../lib/api.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { CropShape } from './crop-image.ts';
import type { uploadAvatar, uploadCover } from './uploads.api.ts';

/** Why a file is rejected before the upload; null if it is acceptable. */
function fileProblem(file: Pick<File, 'size' | 'type'>): string | null {
  if (!imageTypes.includes(file.type)) return notAnImage;
  return file.size > imageMaxBytes ? imageTooLarge : null;
}

interface ImageUploadOptions {
  upload: typeof uploadAvatar | typeof uploadCover;
  /** The message of an error without one. */
  failureMessage: string;
  /** Called with the URL of the stored image. */
  onStored: (address: string) => void;
}

/** Uploads one image at a time, with progress, a preview and an error message. */
function useImageUpload({ upload, failureMessage, onStored }: ImageUploadOptions) {
  const currentUpload = useRef<AbortController | null>(null);
  /** Percent sent; null when no upload is in progress. */
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  // Closing the form cancels the upload.
  useEffect(() => () => currentUpload.current?.abort(), []);
  useEffect(() => (preview === null ? undefined : () => URL.revokeObjectURL(preview)), [preview]);

  const send = async (file: Blob): Promise<void> => {
    if (currentUpload.current !== null) return;
    const controller = new AbortController();
    currentUpload.current = controller;
    setProblem(null);
    setSent(0);
    setPreview(URL.createObjectURL(file));
    try {
      const { imageUrl } = await upload(file, { signal: controller.signal, onProgress: setSent });
      onStored(imageUrl);
    } catch (error) {
      if (!controller.signal.aborted) setProblem(messageOf(error, failureMessage));
    } finally {
      currentUpload.current = null;
      setSent(null);
      setPreview(null);
    }
  };
  return { sent, problem, preview, send, setProblem, cancel: () => currentUpload.current?.abort() };
}

/** The label of the button during an upload. */
const sendingLabel = (sent: number): string => (sent < 100 ? `Uploading… ${sent}%` : 'Almost there…');

/**
 * Accepts a file that is dropped or pasted on an element, or chosen with an input. Spread `zone` on the element and `input`
 * on the input. No file is accepted while `busy`.
 */
function useFileSource(busy: boolean, onFile: (file: File) => void) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const accept = (file: File | undefined) => {
    if (file !== undefined && !busy) onFile(file);
  };
  return {
    over,
    choose: () => input.current?.click(),
    zone: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setOver(event.dataTransfer.types.includes('Files') && !busy);
      },
      onDragLeave: (event: DragEvent) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        accept(event.dataTransfer.files[0]);
      },
      onPaste: (event: ClipboardEvent) => accept(event.clipboardData.files[0]),
    },
    input: {
      ref: input,
      onChange: () => {
        const [file] = input.current?.files ?? [];
        accept(file);
        // Allows choosing the same file again.
        if (input.current) input.current.value = '';
      },
    },
  };
}

/** Loaded when an image is chosen, because most visitors choose none. */
const ImageCropper = lazyComponent(async () => (await import('./image-cropper.tsx')).ImageCropper, {
  fallback: <div aria-busy="true" className="h-72 rounded-md bg-sunken sm:h-80" />,
});

interface CropDialogProps {
  title: string;
  /** The object URL of the chosen image; null while there is none. It is revoked when it changes. */
  address: string | null;
  shape: CropShape;
  onCut: (image: Blob) => void;
  onClose: () => void;
  /** Shows why the image cannot be used. */
  onProblem: (message: string) => void;
}

/** Crops a chosen image before it is uploaded. */
function CropDialog({ title, address, shape, onCut, onClose, onProblem }: CropDialogProps) {
  useEffect(() => (address === null ? undefined : () => URL.revokeObjectURL(address)), [address]);
  return (
    <Dialog open={address !== null} onOpenChange={onClose} title={title}>
      {address !== null && (
        <ImageCropper
          address={address}
          shape={shape}
          onLoadFailed={onClose}
          onCancel={onClose}
          onCut={(image) => {
            onClose();
            onCut(image);
          }}
          onUnreadable={() => {
            onClose();
            onProblem('This image can’t be read. It may be damaged; please choose another one.');
          }}
        />
      )}
    </Dialog>
  );
}

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
