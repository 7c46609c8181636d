import type { CollectionCard } from '@inkling/contract/collections';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { HeldNote } from '../../ui/held-note.tsx';

interface Props {
  kind: 'collection' | 'series' | 'note';
  withheld: CollectionCard['withheld'];
}

/** Says of what is the reader's own that others do not see it, and why. */
export function WithheldNote({ kind, withheld }: Props) {
  if (withheld === null) return null;
  if (withheld === 'held') return <HeldNote kind={kind} />;
  return (
    <p className="my-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      <Badge>Removed</Badge>
      <span>
        Only you can see this {kind}. You can read why, and appeal, in{' '}
        <Link to={paths.standing} className="link">
          Settings
        </Link>
        .
      </span>
    </p>
  );
}
