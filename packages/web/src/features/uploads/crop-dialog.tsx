import { useEffect } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { CropShape } from './crop-image.ts';

/** Loaded when an image is chosen, because most visitors choose none. */
const ImageCropper = lazyComponent(async () => (await import('./image-cropper.tsx')).ImageCropper, {
  fallback: <div aria-busy="true" className="h-72 rounded-md bg-sunken sm:h-80" />,
});

interface Props {
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
export function CropDialog({ title, address, shape, onCut, onClose, onProblem }: Props) {
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
