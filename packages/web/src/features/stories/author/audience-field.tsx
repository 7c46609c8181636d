import { type Audience, audienceNames } from '@inkling/contract/story-labels';
import { useId } from 'react';

const meanings: Record<Audience, string> = {
  everyone: 'Suitable for readers of all ages.',
  teen: 'Some violence, mild romance or strong language.',
  mature: 'For adults. Shown in lists only to readers who chose to see mature stories.',
};
const audiences = Object.keys(audienceNames) as Audience[];

interface Props {
  value: Audience;
  onChange: (audience: Audience) => void;
}

/** Chooses whom a story is for. */
export function AudienceField({ value, onChange }: Props) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Audience</legend>
      {audiences.map((audience) => (
        <label key={audience} className="flex min-h-11 items-start gap-3 py-2">
          <input
            type="radio"
            name={name}
            className="mt-0.5 size-5 shrink-0 accent-(--accent)"
            checked={value === audience}
            onChange={() => onChange(audience)}
            aria-labelledby={`${name}-${audience}-name`}
            aria-describedby={`${name}-${audience}`}
          />
          <span>
            <span id={`${name}-${audience}-name`} className="block">
              {audienceNames[audience]}
            </span>
            <span id={`${name}-${audience}`} className="block text-sm text-muted">
              {meanings[audience]}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
