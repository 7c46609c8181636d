import { imageSources } from '@inkling/contract/files';
import { messageOf } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { avatarAlt } from '../users/display-name.ts';
import { avatarCrop } from './crop-image.ts';
import { ImageField } from './image-field.tsx';
import { uploadAvatar, useDeleteAvatar } from './uploads.api.ts';

interface Props {
  person: { id: string; name: string };
  /** The URL of the current image. */
  value: string | null;
}

/** A user's profile image: cropped to a circle and uploaded immediately. */
export function AvatarField({ person, value }: Props) {
  const deletion = useDeleteAvatar();
  const { change } = useSession();
  const remove = async (setProblem: (message: string | null) => void) => {
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
      upload={uploadAvatar}
      failureMessage="Failed to upload profile image"
      onStored={(avatar) => change({ avatar })}
      hasImage={value !== null}
      picture={(preview) => (
        <Avatar
          {...person}
          image={preview ?? value}
          sources={preview === null ? imageSources(value) : []}
          alt={avatarAlt(person.name)}
          size={96}
        />
      )}
      crop={{ title: 'Crop your image', shape: avatarCrop }}
      savesImmediately
      removal={{
        title: 'Delete your profile image?',
        confirm: 'Delete',
        text: 'Your initials will be shown instead. This takes effect immediately.',
        busy: deletion.isPending,
        onConfirm: (setProblem) => void remove(setProblem),
      }}
    />
  );
}
