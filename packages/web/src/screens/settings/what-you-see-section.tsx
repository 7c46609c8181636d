import type { Me } from '@inkling/contract/account';
import type { ContentWarning } from '@inkling/contract/content-warnings';
import { tagLimits } from '@inkling/contract/limits';
import { primaryLanguage } from '@inkling/contract/story-filters';
import { tagKey } from '@inkling/contract/story-labels';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { TagsField } from '../../features/stories/labels/tags-field.tsx';
import { WarningsField } from '../../features/stories/labels/warnings-field.tsx';
import { languagesQuery } from '../../features/stories/list/story-lists.api.ts';
import { languageName } from '../../features/stories/story-language.ts';
import { useUpdatePreferences } from '../../features/users/users.api.ts';
import { useToggle } from '../../lib/use-toggle.ts';
import { CheckboxGroup } from '../../ui/checkbox-group.tsx';
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

/** The changed list while changes are being saved, then the saved one. A failed change is reverted. */
function useSavedList<Item>(
  saved: Item[],
  save: (change: { hide: Item[]; show: Item[]; items: Item[] }) => Promise<unknown>,
) {
  const [wanted, setWanted] = useState<Item[] | null>(null);
  const running = useRef(0);
  const shown = wanted ?? saved;
  const change = async (items: Item[]): Promise<void> => {
    running.current += 1;
    setWanted(items);
    try {
      await save({ hide: without(items, shown), show: without(shown, items), items });
    } catch {
      // A toast says why.
    } finally {
      running.current -= 1;
      if (running.current === 0) setWanted(null);
    }
  };
  return [shown, (items: Item[]) => void change(items)] as const;
}

/** Those of the site's stories, of the browser, and those chosen before. */
function Languages({ saved }: { saved: string[] }) {
  const update = useUpdatePreferences();
  const found = useQuery(languagesQuery);
  const [languages, setLanguages] = useSavedList(saved, ({ items }) =>
    update.mutateAsync({ body: { languages: items } }),
  );
  const offered = new Set([
    ...(found.data?.data.map(({ language }) => language) ?? []),
    ...navigator.languages.map(primaryLanguage),
    ...saved,
    ...languages,
  ]);
  return (
    <CheckboxGroup
      legend="Languages you read"
      hint="Lists and recommendations have stories in these languages. Choose none to see all languages. Searches find all of them."
      options={[...offered].map((value) => ({ value, name: languageName(value) }))}
      value={languages}
      onChange={setLanguages}
    />
  );
}

function HiddenTags({ saved }: { saved: string[] }) {
  const update = useUpdatePreferences();
  const [tags, setTags] = useSavedList(saved, ({ hide, show }) =>
    update.mutateAsync({ body: { hideTags: hide, showTags: show } }),
  );
  return (
    <TagsField
      label="Hidden tags"
      hint="Stories with any of these tags don’t appear in lists or searches. Press Enter or type a comma after each tag."
      value={tags}
      onChange={(all) => setTags(all.map(tagKey))}
      max={tagLimits.hidden}
    />
  );
}

function HiddenWarnings({ saved }: { saved: ContentWarning[] }) {
  const update = useUpdatePreferences();
  const [warnings, setWarnings] = useSavedList(saved, ({ hide, show }) =>
    update.mutateAsync({ body: { hideWarnings: hide, showWarnings: show } }),
  );
  return (
    <WarningsField
      legend="Hidden content warnings"
      hint="Stories with any of these warnings don’t appear in lists or searches."
      value={warnings}
      onChange={setWarnings}
    />
  );
}
