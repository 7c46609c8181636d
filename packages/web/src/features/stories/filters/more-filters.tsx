import { lengthNames } from '@inkling/contract/story-filters';
import { useQuery } from '@tanstack/react-query';
import { languagesQuery } from '../list/story-lists.api.ts';
import { languageName } from '../story-language.ts';
import { statusNames } from '../story-text.ts';
import { toggleHint } from './choice-toggle.tsx';
import { AudienceFilter, WarningFilter } from './label-filters.tsx';
import { OptionFilter, optionsOf } from './option-filter.tsx';
import type { Choice, DiscoverView, FilterName } from './story-filters.ts';
import { TagFilter } from './tag-filter.tsx';
import { lengthRanges, updatedNames } from './value-names.ts';

interface Props {
  filters: DiscoverView['filters'];
  onChange: (name: FilterName, choice: Choice, said: string) => void;
}

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
  const filter = (name: FilterName) => ({
    filter: name,
    choice: filters[name],
    onChange: (choice: Choice, said: string) => onChange(name, choice, said),
  });
  return (
    <div className="space-y-5">
      <p className="text-sm text-muted">{toggleHint} Stories match any of the included values in a group.</p>
      <OptionFilter label="Status" options={optionsOf(statusNames)} {...filter('status')} />
      <OptionFilter label="Length" options={lengths} {...filter('length')} />
      <OptionFilter label="Last updated" options={optionsOf(updatedNames)} {...filter('updated')} />
      <OptionFilter
        label="Language"
        options={offered.map((value) => ({ value, name: languageName(value) }))}
        {...filter('language')}
      />
      <TagFilter {...filter('tags')} />
      <AudienceFilter {...filter('audience')} />
      <WarningFilter {...filter('warnings')} />
    </div>
  );
}
