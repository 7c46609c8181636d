import type { Community } from '@inkling/contract/communities';
import { imageSources } from '@inkling/contract/files';
import { Cover } from '../../ui/cover.tsx';
import { categoryNames } from './community-text.ts';

interface Props {
  community: Pick<Community, '_id' | 'name' | 'category' | 'image'>;
  sizes: string;
  eager?: boolean;
}

/** A community's image, else a cover that is drawn from its name and category. */
export const CommunityCover = ({ community: { _id, name, category, image }, sizes, eager }: Props) => (
  <Cover
    id={_id}
    title={name}
    author={categoryNames[category]}
    image={image}
    sources={imageSources(image)}
    sizes={sizes}
    {...(eager && { eager })}
  />
);
