import type { CommunityRule } from '@inkling/contract/communities';
import { pluralize } from '../../lib/format.ts';

/** The rules of a community, folded unless `open`. */
export const Rules = ({ rules, open = false }: { rules: CommunityRule[]; open?: boolean }) => (
  <details open={open} className="mb-3">
    <summary className="min-h-11 cursor-pointer content-center font-semibold">
      {pluralize(rules.length, 'rule')}
    </summary>
    <ol className="max-w-[66ch] list-decimal space-y-2 ps-6">
      {rules.map(({ title, description }) => (
        <li key={title} className="wrap-anywhere" dir="auto">
          <p>{title}</p>
          {description !== '' && <p className="text-sm whitespace-pre-line text-muted">{description}</p>}
        </li>
      ))}
    </ol>
  </details>
);
