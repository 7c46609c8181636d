import type { Story } from '@inkling/contract/stories';
import { Heart } from 'lucide-react';
import { compactNumber } from '../../lib/format.ts';
import { shownCount } from '../../lib/use-toggle.ts';
import { Button } from '../../ui/button.tsx';
import { useLike } from './stories.api.ts';

interface Props {
  story: Story;
  /** On phones the icon and the number alone. */
  small?: boolean;
}

/** Likes or unlikes a story, and shows the number of likes. */
export function LikeButton({ story, small = false }: Props) {
  const like = useLike(story);
  const likes = shownCount(story.likes, story.isLiked, like.on);
  return (
    <Button
      variant="quiet"
      aria-pressed={like.on}
      aria-busy={like.busy}
      disabled={like.disabled}
      onClick={like.toggle}
    >
      <Heart aria-hidden="true" className={`size-5 ${like.on ? 'fill-accent text-accent' : ''}`} />
      <span className={small ? 'max-sm:sr-only' : ''}>{like.on ? 'Liked' : 'Like'}</span>
      <span className="tabular-nums">{compactNumber(likes)}</span>
    </Button>
  );
}
