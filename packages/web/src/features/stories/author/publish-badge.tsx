import { CircleDashed, Globe } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';

/** Whether readers can see it, as text and icon, not by colour alone. */
export function PublishBadge({ isPublished }: { isPublished: boolean }) {
  const Icon = isPublished ? Globe : CircleDashed;
  return (
    <Badge>
      <Icon aria-hidden="true" className="size-3.5" />
      {isPublished ? 'Published' : 'Draft'}
    </Badge>
  );
}
