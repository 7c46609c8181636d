import type { LucideIcon } from 'lucide-react';
import { compactNumber, pluralize } from '../../../lib/format.ts';

/** A number of a chapter beside its icon, such as its comments. */
export const Count = ({ icon: Icon, value, name }: { icon: LucideIcon; value: number; name: string }) => (
  <span className="inline-flex items-center gap-1 tabular-nums" title={pluralize(value, name)}>
    <Icon aria-hidden="true" className="size-3.5" />
    <span aria-hidden="true">{compactNumber(value)}</span>
    <span className="sr-only">{pluralize(value, name)}</span>
  </span>
);
