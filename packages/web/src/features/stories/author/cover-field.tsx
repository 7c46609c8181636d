import { imageSources } from '@inkling/contract/files';
import { useState } from 'react';
import { Cover } from '../../../ui/cover.tsx';
import { CropDialog } from '../../uploads/crop-dialog.tsx';
import { coverCrop } from '../../uploads/crop-image.ts';
import { ImageField } from '../../uploads/image-field.tsx';
import { uploadCover } from '../../uploads/uploads.api.ts';
import { useImageUpload } from '../../uploads/use-image-upload.ts';
import { coverAlt } from '../story-text.ts';

interface Props {
  value: string | null;
  onChange: (address: string | null) => void;
  /** The content of the generated cover, for a story without an image. */
  story: { id: string; title: string; author: string };
}

/** A story's cover. The image is cropped and uploaded immediately and becomes the cover when the story is saved. */
export function CoverField({ value, onChange, story }: Props) {
  const upload = useImageUpload({
    upload: uploadCover,
    failureMessage: 'Upload failed',
    onStored: onChange,
  });
  const { preview, send, setProblem } = upload;
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <ImageField
      legend="Cover"
      inputLabel="Cover image"
      hint="JPG, PNG, GIF or WebP, up to 5 MB. 600×800 or larger works best. You can also drop or paste one here, then crop it to 3:4. Without an image, we draw a cover from the title."
      upload={upload}
      hasImage={value !== null}
      picture={
        <div className="w-28 sm:w-36">
          <Cover
            {...story}
            image={preview ?? value}
            sources={preview === null ? imageSources(value) : []}
            sizes="144px"
            alt={coverAlt(story.title)}
            eager
          />
        </div>
      }
      onChoose={(file) => setChosen(URL.createObjectURL(file))}
      busyElsewhere={chosen !== null}
      removal={{
        title: 'Remove this cover?',
        confirm: 'Remove',
        text: 'We’ll draw a cover from the title instead. Save the story to apply this.',
        onConfirm: () => onChange(null),
      }}
    >
      <CropDialog
        title="Crop the cover"
        address={chosen}
        shape={coverCrop}
        onCut={(image) => void send(image)}
        onClose={() => setChosen(null)}
        onProblem={setProblem}
      />
    </ImageField>
  );
}
