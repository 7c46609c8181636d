import { Badge } from './badge.tsx';

/** Says of a text of the reader's that it waits for review (docs/product/spam.md#holds). */
export const HeldNote = ({ kind }: { kind: string }) => (
  <p className="my-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
    <Badge>Held for review</Badge> Only you can see this {kind} until a moderator has looked at it.
  </p>
);
