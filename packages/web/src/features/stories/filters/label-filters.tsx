import { contentWarningNames } from '@inkling/contract/content-warnings';
import { audienceNames } from '@inkling/contract/story-labels';
import { useMe } from '../../../lib/session.ts';
import { type FilterProps, OptionFilter, optionsOf } from './option-filter.tsx';
import { stateOf } from './story-filters.ts';

/** The audience of stories; 'Mature' for readers who see mature stories. */
export function AudienceFilter(props: FilterProps) {
  const seesMature = useMe(false)?.readingPreferences.showsMature === true;
  const options = optionsOf(audienceNames).filter(
    ({ value }) => value !== 'mature' || seesMature || stateOf(props.choice, 'audience', value) !== null,
  );
  return <OptionFilter filter="audience" label="Audience" options={options} {...props} />;
}

export const WarningFilter = (props: FilterProps) => (
  <OptionFilter
    filter="warnings"
    label="Content warnings"
    options={optionsOf(contentWarningNames)}
    {...props}
  />
);
