import { Lock } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';

/** Marks a chapter that is for Premium readers. */
export const ExclusiveBadge = () => (
  <Badge>
    <Lock aria-hidden="true" className="size-3.5" />
    Premium
  </Badge>
);
