import type { ChapterFilter } from '@inkling/contract/chapters';
import { minWordsToPublish } from '@inkling/contract/words';
import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ToolbarChoice } from '../../../ui/list-toolbar.tsx';
import { NumberForm } from '../list/number-form.tsx';

export interface ListView {
  filter: ChapterFilter;
  title: string;
  newestFirst: boolean;
}

interface Props {
  view: ListView;
  onChange: (view: ListView) => void;
  total: number;
  counts: { published: number; drafts: number; short: number; ready: number };
  onJump: (number: number) => void;
}

const controlClass = 'min-h-11 rounded-md border border-control bg-raised px-3';

/** Filters a long list, by state and title, reverses it, and jumps to a chapter. */
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
          ([value, name, count]) => [value, `${name} (${count.toLocaleString()})`] as const,
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
      <Button
        aria-pressed={view.newestFirst}
        onClick={() => onChange({ ...view, newestFirst: !view.newestFirst })}
        className="aria-pressed:bg-sunken"
      >
        Newest first
      </Button>
      <NumberForm label="Jump to chapter" action="Jump" total={total} onSubmit={onJump} />
    </div>
  );
}
