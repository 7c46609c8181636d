import { UserRoundCheck, UserRoundPlus } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Button } from '../../ui/button.tsx';

interface Props {
  /** The user to follow. */
  name: string;
  on: boolean;
  busy: boolean;
  onToggle: (click: MouseEvent) => void;
  /** For buttons in a list. */
  quiet?: boolean;
}

/** Follows or unfollows a user. */
export function FollowButton({ name, on, busy, onToggle, quiet = false }: Props) {
  const [followingVariant, followVariant] = quiet
    ? (['ghost', 'quiet'] as const)
    : (['quiet', 'primary'] as const);
  const Icon = on ? UserRoundCheck : UserRoundPlus;
  return (
    <Button
      variant={on ? followingVariant : followVariant}
      aria-pressed={on}
      aria-busy={busy || undefined}
      onClick={onToggle}
    >
      <Icon aria-hidden="true" className="size-5" />
      {on ? 'Following' : 'Follow'}
      <span className="sr-only" dir="auto">
        {name}
      </span>
    </Button>
  );
}
