import type { ReaderAnalytics } from '@inkling/contract/reading-analytics';
import { TextField } from '../../ui/field.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { FormFooter } from '../forms/form-footer.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { Section } from './dashboard-parts.tsx';
import { useSetReadingGoal } from './reading-analytics.api.ts';

type Goal = ReaderAnalytics['goal'];

const textOf = (value: number | null): string => (value === null ? '' : String(value));
const number = { value: /^\s*\d*\s*$/, message: 'Please enter a whole number, or leave this empty.' };
/** What was typed as a goal; null for nothing. */
const goalOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** Minutes a day and books a year that the reader wishes for, and how far they have come. */
export function ReadingGoal({ goal }: { goal: Goal }) {
  return (
    <Section
      title="Your Goal"
      note="Only you can see it. Nothing happens if you miss it, and you can change it at any time."
    >
      <div className="max-w-xl space-y-4">
        {goal.minutesADay !== null && (
          <Progress name="Today" done={goal.minutesToday} of={goal.minutesADay} unit="minutes" />
        )}
        {goal.booksAYear !== null && (
          <Progress name="This year" done={goal.booksThisYear} of={goal.booksAYear} unit="books" />
        )}
        <GoalForm goal={goal} />
      </div>
    </Section>
  );
}

function Progress({ name, done, of, unit }: { name: string; done: number; of: number; unit: string }) {
  return (
    <div>
      <p className="mb-1 flex justify-between gap-4">
        <span>{name}</span>
        <span className="text-muted tabular-nums">
          {done.toLocaleString('en')} of {of.toLocaleString('en')} {unit}
        </span>
      </p>
      <ProgressBar value={(100 * done) / of} label={`${name}: ${unit} toward your goal`} />
    </div>
  );
}

function GoalForm({ goal }: { goal: Goal }) {
  const set = useSetReadingGoal();
  const form = useCallForm({
    values: { minutesADay: textOf(goal.minutesADay), booksAYear: textOf(goal.booksAYear) },
    fallback: 'Failed to save your goal',
    send: async ({ minutesADay, booksAYear }) => {
      await set.mutateAsync({ body: { minutesADay: goalOf(minutesADay), booksAYear: goalOf(booksAYear) } });
      return 'Saved.';
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Minutes a day"
          hint="Leave empty for no goal."
          inputMode="numeric"
          {...form.field('minutesADay', { pattern: number })}
        />
        <TextField
          label="Books a year"
          hint="Leave empty for no goal."
          inputMode="numeric"
          {...form.field('booksAYear', { pattern: number })}
        />
      </div>
      <FormFooter label="Save goal" busyLabel="Saving…" state={form} />
    </form>
  );
}
