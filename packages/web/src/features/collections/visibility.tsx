import type { CollectionVisibility } from '@inkling/contract/collections';
import { Globe, Link, Lock } from 'lucide-react';

interface Shown {
  name: string;
  /** Who can see a collection of this visibility, as its owner reads it. */
  meaning: string;
  Icon: typeof Lock;
}

/** What each visibility is called and means. */
export const visibilities: Record<CollectionVisibility, Shown> = {
  private: { name: 'Private', meaning: 'Only you can see it.', Icon: Lock },
  unlisted: {
    name: 'Unlisted',
    meaning: 'Anyone with the link can see it. It isn’t listed anywhere.',
    Icon: Link,
  },
  public: {
    name: 'Public',
    meaning: 'Anyone can see it. It’s listed on your profile and on the pages of its stories.',
    Icon: Globe,
  },
};

/** A collection's visibility as an icon with its name. */
export function VisibilityMark({ visibility }: { visibility: CollectionVisibility }) {
  const { name, Icon } = visibilities[visibility];
  return (
    <span className="inline-flex items-center gap-1">
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {name}
    </span>
  );
}
