import type { ChapterFilter, OwnChapterSort } from '@inkling/contract/chapters';
import { minWordsToPublish } from '@inkling/contract/words';
import { useId } from 'react';
import { ToolbarChoice } from '../../../ui/list-toolbar.tsx';
import { NumberForm } from '../list/number-form.tsx';

export interface ListView {
  filter: ChapterFilter;
  title: string;
  sort: OwnChapterSort;
}

interface Props {
  view: ListView;
  onChange: (view: ListView) => void;
  total: number;
  counts: { published: number; drafts: number; short: number; ready: number };
  onJump: (number: number) => void;
}

const sorts: [OwnChapterSort, string][] = [
  ['order', 'First to last'],
  ['-order', 'Newest first'],
  ['-views', 'Most views'],
  ['-likes', 'Most likes'],
  ['-comments', 'Most comments'],
  ['-words', 'Most words'],
];

const controlClass = 'min-h-11 rounded-md border border-control bg-raised px-3';

/** Filters a list by state and title, sorts it, and jumps to a chapter. */
export function FilterBar({ view, onChange, total, counts, onJump }: Props) {
  const id = useId();
  const options: [ChapterFilter, string, number][] = [
    ['all', 'All chapters', total],
    ['published', 'Published', counts.published],
    ['drafts', 'Drafts', counts.drafts],
    ['ready', 'Ready to publish', counts.ready],
    ['short', `Under ${minWordsToPublish} words`, counts.short],
  ];
  return (
    <div className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-3">
      <ToolbarChoice
        label="Show"
        options={options.map(
          ([value, name, count]) => [value, `${name} (${count.toLocaleString('en')})`] as const,
        )}
        value={view.filter}
        onChange={(filter) => onChange({ ...view, filter })}
        className="min-w-40! flex-1 sm:max-w-56"
      />
      <div className="min-w-40 flex-1 sm:max-w-64">
        <label htmlFor={`${id}-title`} className="mb-1 block text-sm text-muted">
          Find a title
        </label>
        <input
          id={`${id}-title`}
          type="search"
          value={view.title}
          maxLength={200}
          onChange={({ target }) => onChange({ ...view, title: target.value })}
          className={`${controlClass} w-full`}
        />
      </div>
      <ToolbarChoice
        label="Sort by"
        options={sorts}
        value={view.sort}
        onChange={(sort) => onChange({ ...view, sort })}
        className="min-w-40! flex-1 sm:max-w-48"
      />
      {/* Another order empties the field. */}
      <NumberForm key={view.sort} label="Jump to chapter" action="Jump" total={total} onSubmit={onJump} />
    </div>
  );
}
