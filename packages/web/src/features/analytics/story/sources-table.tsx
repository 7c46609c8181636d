import type { SourceViews } from '@inkling/contract/story-analytics';
import { pluralize } from '../../../lib/format.ts';
import { percentText } from './percent-text.ts';
import { PlainTable } from './plain-table.tsx';
import { sourceText } from './source-text.ts';

/** Where the views of the shown days came from. */
export function SourcesTable({ rows }: { rows: SourceViews[] }) {
  const all = rows.reduce((sum, { views }) => sum + views, 0);
  if (all === 0) return <p className="text-muted">No views in this period.</p>;
  return (
    <>
      <PlainTable
        label="Sources, as a table"
        columns={['Source', 'Views', 'Share']}
        rows={rows.map(({ source, views }) => ({
          key: source,
          cells: [sourceText(source), views.toLocaleString('en'), percentText(views / all)],
        }))}
      />
      <p className="mt-2 text-sm text-muted">
        {`Shares of ${pluralize(all, 'view')}: those of the story’s page, and those of its chapters that came from a feed, an email, another site or one of your links. Other sites are shown by their address only. Direct or unknown: typed addresses, bookmarks, and people who don’t want to be measured.`}
      </p>
    </>
  );
}
