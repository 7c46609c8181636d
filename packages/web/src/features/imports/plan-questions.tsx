import { unsureTexts } from '@inkling/contract/import-losses';
import type { ImportPlan } from '@inkling/contract/imports';
import { type Audience, audienceNames } from '@inkling/contract/story-labels';
import { type ReactNode, useId } from 'react';
import { SelectField } from '../../ui/field.tsx';
import { languages } from '../stories/author/languages.ts';
import { WarningsField } from '../stories/labels/warnings-field.tsx';
import { boxClass } from './plan-notices.tsx';

/** What the author chooses about the story. */
export interface Choices extends Pick<ImportPlan, 'language' | 'audience' | 'contentWarnings' | 'series'> {
  keepDates: boolean;
}

/** The choices that are proposed. */
export const proposedChoices = ({ language, audience, contentWarnings }: ImportPlan): Choices => ({
  language,
  audience,
  contentWarnings,
  series: '',
  keepDates: false,
});

interface Props {
  plan: ImportPlan;
  choices: Choices;
  onChange: (choices: Choices) => void;
}

const day = (date: string): string =>
  new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

interface ChoiceProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint: string;
  children: ReactNode;
}

function Choice({ checked, onChange, hint, children }: ChoiceProps) {
  const id = useId();
  return (
    <label className="flex min-h-11 items-start gap-3 py-2">
      <input
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 accent-(--accent)"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
      />
      <span className="min-w-0 break-words">
        <span id={id} className="block">
          {children}
        </span>
        <span id={`${id}-hint`} className="block text-sm text-muted">
          {hint}
        </span>
      </span>
    </label>
  );
}

/** Asks about what the file doesn't state clearly; the likely or the safe answer is already chosen. */
export function PlanQuestions({ plan, choices, onChange }: Props) {
  const texts = unsureTexts(plan.unsure, plan.language);
  const { series, dates } = plan;
  if (Object.values(texts).every((text) => text === '') && series === '' && dates === null) return null;
  return (
    <section className={`${boxClass} space-y-4`} aria-label="Please check">
      <p className="font-semibold">Please check</p>
      {texts.language !== '' && (
        <SelectField
          label="Language"
          hint={texts.language}
          value={choices.language}
          onChange={({ target }) => onChange({ ...choices, language: target.value })}
        >
          {languages(plan.language).map(({ tag, name }) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {texts.audience !== '' && (
        <SelectField
          label="Audience"
          hint={texts.audience}
          value={choices.audience}
          onChange={({ target }) => onChange({ ...choices, audience: target.value as Audience })}
        >
          {Object.entries(audienceNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {texts.contentWarnings !== '' && (
        <WarningsField
          legend="Content warnings"
          hint={texts.contentWarnings}
          value={choices.contentWarnings}
          onChange={(contentWarnings) => onChange({ ...choices, contentWarnings })}
        />
      )}
      {series !== '' && (
        <Choice
          checked={choices.series !== ''}
          onChange={(isChosen) => onChange({ ...choices, series: isChosen ? series : '' })}
          hint="The file says the story is part of this series. If you don’t have a series of this name, it’s created."
        >
          Add the story to your series “<bdi>{series}</bdi>”
        </Choice>
      )}
      {dates !== null && (
        <Choice
          checked={choices.keepDates}
          onChange={(keepDates) => onChange({ ...choices, keepDates })}
          hint="Published chapters show these dates instead of the day you publish them, and followers aren’t notified."
        >
          Keep the original dates: {day(dates.first)}
          {dates.last !== dates.first && `, and ${day(dates.last)}, for the last chapter`}
        </Choice>
      )}
    </section>
  );
}
