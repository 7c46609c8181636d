import { imageSources } from '@inkling/contract/files';
import { Cover } from '../../../ui/cover.tsx';
import { coverCrop } from '../../uploads/crop-image.ts';
import { ImageField } from '../../uploads/image-field.tsx';
import { uploadCover } from '../../uploads/uploads.api.ts';
import { coverAlt } from '../story-text.ts';

interface Props {
  value: string | null;
  onChange: (address: string | null) => void;
  /** What has the cover. */
  of?: 'story' | 'community';
  /** The content of the generated cover, for a story without an image. */
  story: { id: string; title: string; author: string };
}

/** A cover. The image is cropped and uploaded immediately and becomes the cover when the story or community is saved. */
export const CoverField = ({ value, onChange, of = 'story', story }: Props) => (
  <ImageField
    legend="Cover"
    inputLabel="Cover image"
    hint="JPG, PNG, GIF or WebP, up to 5 MB. 600×800 or larger works best. You can also drop or paste one here, then crop it to 3:4. Without an image, we draw a cover."
    upload={uploadCover}
    failureMessage="Upload failed"
    onStored={onChange}
    hasImage={value !== null}
    picture={(preview) => (
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
    )}
    crop={{ title: 'Crop the cover', shape: coverCrop }}
    removal={{
      title: 'Remove this cover?',
      confirm: 'Remove',
      text: `We’ll draw a cover instead. Save the ${of} to apply this.`,
      onConfirm: () => onChange(null),
    }}
  />
);
