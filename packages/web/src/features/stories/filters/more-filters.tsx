import { contentWarningNames } from '@inkling/contract/content-warnings';
import { lengthNames } from '@inkling/contract/story-filters';
import { audienceNames } from '@inkling/contract/story-labels';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../../lib/session.ts';
import { languagesQuery } from '../list/story-lists.api.ts';
import { statusName } from '../story-text.ts';
import { toggleHint } from './choice-toggle.tsx';
import { OptionFilter } from './option-filter.tsx';
import { type Choice, type DiscoverView, type FilterName, stateOf } from './story-filters.ts';
import { TagFilter } from './tag-filter.tsx';
import { languageName, lengthRanges, updatedNames } from './value-names.ts';

interface Props {
  filters: DiscoverView['filters'];
  onChange: (name: FilterName, choice: Choice, said: string) => void;
}

const optionsOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, name]) => ({ value, name }));
const statuses = (['ongoing', 'completed', 'coming_soon'] as const).map((value) => ({
  value,
  name: statusName(value),
}));
const lengths = optionsOf(lengthNames).map(({ value, name }) => ({
  value,
  name: `${name} (${lengthRanges[value as keyof typeof lengthRanges]})`,
}));

/** Status, length, language, last update, tags, audience and content warnings, each to include or exclude. */
export function MoreFilters({ filters, onChange }: Props) {
  const languages = useQuery(languagesQuery);
  const { include, exclude } = filters.language;
  const used = languages.data?.data.map(({ language }) => language) ?? [];
  const offered = [...new Set([...used, ...include, ...exclude])];
  const seesMature = useMe(false)?.readingPreferences.showsMature === true;
  // For other readers there are none, unless they are their own.
  const audiences = optionsOf(audienceNames).filter(
    ({ value }) => value !== 'mature' || seesMature || stateOf(filters.audience, 'audience', value) !== null,
  );
  const filter = (name: FilterName) => ({
    filter: name,
    choice: filters[name],
    onChange: (choice: Choice, said: string) => onChange(name, choice, said),
  });
  return (
    <div className="space-y-5">
      <p className="text-sm text-muted">
        In each group, you’ll see stories with any of the values you include and none that you exclude.{' '}
        {toggleHint}
      </p>
      <OptionFilter label="Status" options={statuses} {...filter('status')} />
      <OptionFilter label="Length" options={lengths} {...filter('length')} />
      <OptionFilter label="Last updated" options={optionsOf(updatedNames)} {...filter('updated')} />
      <OptionFilter
        label="Language"
        options={offered.map((value) => ({ value, name: languageName(value) }))}
        {...filter('language')}
      />
      <TagFilter {...filter('tags')} />
      <OptionFilter label="Audience" options={audiences} {...filter('audience')} />
      <OptionFilter
        label="Content warnings"
        options={optionsOf(contentWarningNames)}
        {...filter('warnings')}
      />
    </div>
  );
}
