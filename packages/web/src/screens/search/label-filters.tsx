import { useRef, useState } from 'react';
import type { LabelChoices } from '../../features/search/search.api.ts';
import { ActiveFilters } from '../../features/stories/filters/active-filters.tsx';
import { toggleHint } from '../../features/stories/filters/choice-toggle.tsx';
import { AudienceFilter, WarningFilter } from '../../features/stories/filters/label-filters.tsx';
import { type Choice, noFilters } from '../../features/stories/filters/story-filters.ts';

interface Props {
  /** The id of the panel, which a button opens. */
  panel: string;
  open: boolean;
  labels: LabelChoices;
  onChange: (labels: LabelChoices) => void;
}

/** The audience and content warnings of the stories that are found, each to include or exclude, as in Discover. */
export function LabelFilters({ panel, open, labels, onChange }: Props) {
  const [said, setSaid] = useState('');
  const area = useRef<HTMLDivElement>(null);
  const change = (name: string, choice: Choice, what: string) => {
    setSaid(what);
    onChange({ ...labels, [name]: choice });
  };
  return (
    <div ref={area} tabIndex={-1} className="outline-none">
      <p role="status" className="sr-only">
        {said}
      </p>
      <div id={panel} hidden={!open} className="space-y-5 rounded-xl border border-line bg-raised p-5">
        <p className="text-sm text-muted">For stories and chapters. {toggleHint}</p>
        <AudienceFilter
          choice={labels.audience}
          onChange={(choice, what) => change('audience', choice, what)}
        />
        <WarningFilter
          choice={labels.warnings}
          onChange={(choice, what) => change('warnings', choice, what)}
        />
      </div>
      <ActiveFilters
        filters={{ ...noFilters, ...labels }}
        genreName={(value) => value}
        onChange={change}
        onClear={() => onChange({ audience: noFilters.audience, warnings: noFilters.warnings })}
        fallback={area}
      />
    </div>
  );
}
