import 'react-easy-crop/react-easy-crop.css';
import { useId, useState } from 'react';
import Cropper, { type Area, type Point } from 'react-easy-crop';
import { Button } from '../../ui/button.tsx';
import { type CropShape, cropImage } from './crop-image.ts';

interface Props {
  /** The object URL of the image. */
  address: string;
  shape: CropShape;
  onCut: (image: Blob) => void;
  onCancel: () => void;
  /** Called when the browser cannot read the image. */
  onUnreadable: () => void;
}

const maxZoom = 4;

/** Selects the part of an image that is used, by dragging, pinching, the wheel, arrow keys or a slider. */
export function ImageCropper({ address, shape, onCut, onCancel, onUnreadable }: Props) {
  const id = useId();
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [cutting, setCutting] = useState(false);

  const cut = async () => {
    if (area === null) return;
    setCutting(true);
    try {
      onCut(await cropImage(address, area, shape));
    } catch {
      onUnreadable();
    }
  };

  return (
    <div className="space-y-4">
      <div className="relative h-72 overflow-hidden rounded-md bg-black sm:h-80">
        <Cropper
          image={address}
          crop={crop}
          zoom={zoom}
          maxZoom={maxZoom}
          aspect={shape.aspect}
          cropShape={shape.round ? 'round' : 'rect'}
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_share, pixels) => setArea(pixels)}
          mediaProps={{ alt: '', onError: onUnreadable }}
          cropperProps={{ role: 'group', 'aria-label': 'Crop area. Use the arrow keys to move it.' }}
        />
      </div>
      <div className="flex items-center gap-3">
        <label htmlFor={id} className="font-semibold">
          Zoom
        </label>
        <input
          id={id}
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={zoom}
          aria-valuetext={`${zoom.toFixed(1)} times`}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="h-11 min-w-0 flex-1 accent-(--accent)"
        />
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" busy={cutting || area === null} onClick={cut}>
          Use this crop
        </Button>
      </div>
    </div>
  );
}
