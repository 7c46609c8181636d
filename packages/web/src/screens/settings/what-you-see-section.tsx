import type { Me } from '@inkling/contract/account';
import type { ContentWarning } from '@inkling/contract/content-warnings';
import { tagLimits } from '@inkling/contract/limits';
import { useState } from 'react';
import { LanguagesField } from '../../features/stories/labels/languages-field.tsx';
import { TagsField } from '../../features/stories/labels/tags-field.tsx';
import { WarningsField } from '../../features/stories/labels/warnings-field.tsx';
import { useUpdatePreferences } from '../../features/users/users.api.ts';
import type { Input } from '../../lib/api.ts';
import { useToggle } from '../../lib/use-toggle.ts';
import { Switch } from '../../ui/switch.tsx';
import { HiddenStories } from './hidden-stories.tsx';

/** Languages, mature stories, hidden tags and warnings, and hidden stories. Each change is saved at once. */
export function WhatYouSeeSection({ me }: { me: Me }) {
  return (
    <div className="space-y-8">
      <Languages saved={me.readingPreferences.languages} />
      <MatureSwitch shows={me.readingPreferences.showsMature} />
      <HiddenTags saved={me.readingPreferences.hiddenTags} />
      <HiddenWarnings saved={me.readingPreferences.hiddenWarnings} />
      <HiddenStories />
    </div>
  );
}

function MatureSwitch({ shows }: { shows: boolean }) {
  const update = useUpdatePreferences();
  const mature = useToggle(
    shows,
    async (showsMature) => (await update.mutateAsync({ body: { showsMature } })).data.showsMature,
  );
  return (
    <Switch
      framed
      label="Show mature stories"
      hint="They appear in lists and searches, and open without asking first. They may contain sex, graphic violence and other adult content."
      checked={mature.on}
      onChange={() => mature.toggle({ detail: 1 })}
    />
  );
}

const without = <Item,>(items: Item[], others: Item[]): Item[] =>
  items.filter((item) => !others.includes(item));

/** The changed list while it is being saved, then the saved one: a failed change is reverted. */
function useSavedList<Item>(
  saved: Item[],
  bodyOf: (change: {
    hide: Item[];
    show: Item[];
    items: Item[];
  }) => Input<'PATCH /users/preferences'>['body'],
) {
  const update = useUpdatePreferences();
  const [wanted, setWanted] = useState(saved);
  const shown = update.isPending ? wanted : saved;
  const change = (items: Item[]): void => {
    setWanted(items);
    update.mutate({ body: bodyOf({ hide: without(items, shown), show: without(shown, items), items }) });
  };
  return [shown, change] as const;
}

function Languages({ saved }: { saved: string[] }) {
  const [languages, setLanguages] = useSavedList(saved, ({ items }) => ({ languages: items }));
  return <LanguagesField legend="Languages you read" value={languages} onChange={setLanguages} />;
}

function HiddenTags({ saved }: { saved: string[] }) {
  const [tags, setTags] = useSavedList(saved, ({ hide, show }) => ({ hideTags: hide, showTags: show }));
  return (
    <TagsField
      label="Hidden tags"
      hint="Stories with any of these tags don’t appear in lists or searches. Press Enter or type a comma after each tag."
      value={tags}
      onChange={setTags}
      max={tagLimits.hidden}
    />
  );
}

function HiddenWarnings({ saved }: { saved: ContentWarning[] }) {
  const [warnings, setWarnings] = useSavedList(saved, ({ hide, show }) => ({
    hideWarnings: hide,
    showWarnings: show,
  }));
  return (
    <WarningsField
      legend="Hidden content warnings"
      hint="Stories with any of these warnings don’t appear in lists or searches."
      value={warnings}
      onChange={setWarnings}
    />
  );
}
