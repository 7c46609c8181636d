import { unsureTexts } from '@inkling/contract/import-losses';
import type { ImportPlan } from '@inkling/contract/imports';
import { type Audience, audienceNames } from '@inkling/contract/story-labels';
import { SelectField } from '../../ui/field.tsx';
import { languages } from '../stories/author/languages.ts';
import { WarningsField } from '../stories/labels/warnings-field.tsx';
import { boxClass } from './plan-notices.tsx';

/** What the author answers about the story. */
export type Answers = Pick<ImportPlan, 'language' | 'audience' | 'contentWarnings'>;

/** The answers that are proposed. */
export const answersOf = ({ language, audience, contentWarnings }: ImportPlan): Answers => ({
  language,
  audience,
  contentWarnings,
});

interface Props {
  plan: ImportPlan;
  answers: Answers;
  onChange: (answers: Answers) => void;
}

/** Asks about what the file doesn't say clearly, with the answer that is likely, or safe, chosen already. */
export function PlanQuestions({ plan, answers, onChange }: Props) {
  const texts = unsureTexts(plan.unsure, plan.language);
  if (Object.values(texts).every((text) => text === '')) return null;
  return (
    <section className={`${boxClass} space-y-4`} aria-label="Please check">
      <p className="font-semibold">Please check</p>
      {texts.language !== '' && (
        <SelectField
          label="Language"
          hint={texts.language}
          value={answers.language}
          onChange={({ target }) => onChange({ ...answers, language: target.value })}
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
          value={answers.audience}
          onChange={({ target }) => onChange({ ...answers, audience: target.value as Audience })}
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
          value={answers.contentWarnings}
          onChange={(contentWarnings) => onChange({ ...answers, contentWarnings })}
        />
      )}
    </section>
  );
}
