import { imageSources } from '@inkling/contract/files';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { avatarAlt } from '../users/display-name.ts';
import { CropDialog } from './crop-dialog.tsx';
import { avatarCrop } from './crop-image.ts';
import { ImageField } from './image-field.tsx';
import { uploadAvatar, useDeleteAvatar } from './uploads.api.ts';
import { useImageUpload } from './use-image-upload.ts';

interface Props {
  person: { id: string; name: string };
  /** The URL of the current image. */
  value: string | null;
}

/** A user's profile image: cropped to a circle and uploaded immediately. */
export function AvatarField({ person, value }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const deletion = useDeleteAvatar();
  const { change } = useSession();
  const upload = useImageUpload({
    upload: uploadAvatar,
    failureMessage: 'Failed to upload profile image',
    onStored: (avatar) => change({ avatar }),
  });
  const { preview, send, setProblem } = upload;

  const remove = async () => {
    if (value === null) return;
    setProblem(null);
    try {
      await deletion.mutateAsync({ body: { imageUrl: value, type: 'profile' } });
    } catch (error) {
      setProblem(messageOf(error, 'Failed to delete the image'));
    }
  };

  return (
    <ImageField
      legend="Profile image"
      inputLabel="Profile image"
      hint="JPG, PNG, GIF or WebP, up to 5 MB. You can also drop or paste one here, then crop it."
      upload={upload}
      hasImage={value !== null}
      picture={
        <Avatar
          {...person}
          image={preview ?? value}
          sources={preview === null ? imageSources(value) : []}
          alt={avatarAlt(person.name)}
          size={96}
        />
      }
      onChoose={(file) => setChosen(URL.createObjectURL(file))}
      busyElsewhere={chosen !== null}
      savesImmediately
      removal={{
        title: 'Delete your profile image?',
        confirm: 'Delete',
        text: 'Your initials will be shown instead. This takes effect immediately.',
        busy: deletion.isPending,
        onConfirm: () => void remove(),
      }}
    >
      <CropDialog
        title="Crop your image"
        address={chosen}
        shape={avatarCrop}
        onCut={(image) => void send(image)}
        onClose={() => setChosen(null)}
        onProblem={setProblem}
      />
    </ImageField>
  );
}
