import { reportLimits } from '@inkling/contract/limits';
import type { Measure } from '@inkling/contract/measures';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { ErrorMessages } from '../../features/forms/form-footer.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { Quoted } from '../../features/measures/measure-facts.tsx';
import { appealsQuery, useMeasureCalls } from '../../features/measures/measures.api.ts';
import { StaffMeasure } from '../../features/measures/staff-measure.tsx';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { itemsOf, useList } from '../../features/stories/use-list.ts';
import { displayNameOf } from '../../features/users/display-name.ts';
import { showSuccess } from '../../lib/notify.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { TextCounter } from '../../ui/text-counter.tsx';
import { isConflict } from './decision-form.tsx';

/** Lifts a measure in force, after asking. */
export function LiftButton({ measure: { _id, kind } }: { measure: Measure }) {
  const { lift, isLifting } = useMeasureCalls();
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button busy={isLifting} onClick={() => setAsks(true)}>
        Lift
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={kind === 'suspend' ? 'Lift this suspension?' : 'Lift this measure?'}
        confirm="Lift"
        onConfirm={() => {
          setAsks(false);
          lift(_id);
        }}
      >
        It ends now, and what it removed returns. The person is notified. Other measures stay in force.
      </ConfirmDialog>
    </>
  );
}

/** The appeals that wait for an answer. */
export function Appeals() {
  const { first, all, pages } = useList(appealsQuery(1), ({ pagination }, page) =>
    pagination.hasMore ? appealsQuery(page) : null,
  );
  const list = useRef<HTMLUListElement>(null);
  const measures = itemsOf(all);
  const [conflict, setConflict] = useState<{ message: string; unsent: string } | null>(null);
  return (
    <>
      {conflict !== null && (
        <div className="mb-6 space-y-3">
          <Alert>{conflict.message}</Alert>
          <Quoted name="Your answer, which wasn’t sent">{conflict.unsent}</Quoted>
        </div>
      )}
      <QueryState query={first} fallback="Failed to fetch appeals" pending={<TextSkeleton lines={6} />} />
      {first.data !== undefined && measures.length === 0 && (
        <p className="text-muted">No appeal is waiting.</p>
      )}
      <ul ref={list} tabIndex={-1} aria-label="Appeals" className="divide-y divide-line outline-none">
        {measures.map((measure) => (
          <AppealRow
            key={measure._id}
            measure={measure}
            onDone={() => list.current?.focus()}
            onConflict={setConflict}
          />
        ))}
      </ul>
      <ShowMore
        list={list}
        items="appeals"
        shown={measures.length}
        total={first.data?.pagination.total ?? 0}
        pages={pages}
      />
    </>
  );
}

interface RowProps {
  measure: Measure;
  /** The appeal leaves the list. */
  onDone: () => void;
  /** A colleague was faster: the appeal leaves the list, and what was typed stays above it. */
  onConflict: (conflict: { message: string; unsent: string }) => void;
}

const answers = {
  keep: { name: 'Keep the decision', meaning: 'The measure stays in force.' },
  lift: { name: 'Lift the measure', meaning: 'It ends now, and what it removed returns.' },
};

interface Answer {
  choice: keyof typeof answers;
  answer: string;
}

function AppealRow({ measure, onDone, onConflict }: RowProps) {
  const { _id: id, person } = measure;
  const { answer: call, refresh } = useMeasureCalls();
  const form = useCallForm<Answer>({
    defaultValues: { choice: 'keep', answer: '' },
    fallback: 'Your answer wasn’t sent.',
    send: async ({ choice, answer }) => {
      try {
        await call.mutateAsync({ params: { id }, body: { lifts: choice === 'lift', answer: answer.trim() } });
        showSuccess('Answer sent.');
      } catch (error) {
        if (!isConflict(error)) throw error;
        onConflict({ message: error.message, unsent: answer.trim() });
        await refresh();
      }
      onDone();
    },
  });
  const { choice, answer } = form.watch();
  return (
    <StaffMeasure
      measure={measure}
      heading={
        person !== null && (
          <Link to={paths.person(person.username)} className="link">
            <bdi>{displayNameOf(person)}</bdi>
          </Link>
        )
      }
    >
      <form method="post" noValidate onSubmit={form.onSubmit} className="space-y-3">
        <RadioField
          legend="Your decision"
          options={answers}
          value={choice}
          onChange={(chosen) => form.setValue('choice', chosen)}
        />
        <TextArea
          label="Answer"
          rows={3}
          hint={
            <>
              They’ll read it. <TextCounter length={answer.trim().length} max={reportLimits.text} />
            </>
          }
          {...form.field('answer', { required: 'Please write an answer.' })}
        />
        <ErrorMessages messages={form.failure === undefined ? [] : [form.failure]} />
        <Button
          type="submit"
          variant="primary"
          busy={form.busy}
          disabled={answer.trim().length > reportLimits.text}
        >
          {form.busy ? 'Sending…' : 'Send answer'}
        </Button>
      </form>
    </StaffMeasure>
  );
}
