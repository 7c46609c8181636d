import { reportLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import type { ReportReason, ReportSubject } from '@inkling/contract/reports';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { serverNow } from '../../lib/server-time.ts';
import { useMe } from '../../lib/session.ts';
import { inputKey, readInput, storeInput } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ChoiceField, SelectField, TextArea } from '../../ui/field.tsx';
import { TextCounter } from '../../ui/text-counter.tsx';
import { DialogButtons, ErrorMessages } from '../forms/form-footer.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { reasonNames, subjectLabel, subjectNames } from './report-text.ts';
import { useReport } from './reports.api.ts';

/** Something that can be reported: a thing, then what belongs to it, such as its image. */
export type Reportable = readonly [ReportedThing, ...ReportedThing[]];
export interface ReportedThing {
  kind: ReportSubject;
  id: string;
  /** Whether it was written in a community, whose founder and moderators see the reason too. */
  isInCommunity?: boolean;
}

export interface ReportDialogProps {
  things: Reportable;
  onClose: () => void;
}

interface Typed {
  kind: ReportSubject;
  reason: ReportReason | '';
  text: string;
}

/** Reports something to the team. What is typed is kept until it is sent. */
export function ReportDialog({ things, onClose }: ReportDialogProps) {
  const me = useMe();
  const [result, setResult] = useState<'sent' | 'known' | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Report this ${subjectNames[things[0].kind]}`}
      initialFocus="field"
    >
      {result === null ? (
        <ReportForm key={me?._id} userId={me?._id} things={things} onSent={setResult} onCancel={onClose} />
      ) : (
        <Sent isKnown={result === 'known'} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface FormProps {
  userId: string | undefined;
  things: Reportable;
  onSent: (result: 'sent' | 'known') => void;
  onCancel: () => void;
}

function ReportForm({ userId = '', things, onSent, onCancel }: FormProps) {
  const [first] = things;
  const storageKey = inputKey(userId, `report:${first.id}`);
  const report = useReport();
  // One id for every try, so that a repeated request is not a second report.
  const [id] = useState(() => newId(serverNow()));
  const form = useCallForm<Typed>({
    defaultValues: { kind: first.kind, reason: '', text: '', ...readInput<Typed>(storageKey) },
    fallback: 'Failed to send the report.',
    send: async ({ kind, reason, text }) => {
      if (reason === '') return;
      const thing = things.find((one) => one.kind === kind) ?? first;
      const { data } = await report.mutateAsync({
        body: { _id: id, subjectKind: thing.kind, subjectId: thing.id, reason, text: text.trim() },
      });
      storeInput(storageKey, null);
      // The server answers with an earlier report of the same thing while that is open.
      onSent(data._id === id ? 'sent' : 'known');
    },
  });
  const { kind, text } = form.watch();
  const store = () => storeInput(storageKey, form.getValues());
  const kinds = Object.fromEntries(things.map((one) => [one.kind, subjectLabel(one.kind)]));
  return (
    <form method="post" noValidate onSubmit={form.onSubmit} onChange={store} className="space-y-4">
      <p className="text-muted">
        The site’s team will read your report and see your name. The person it’s about won’t.{' '}
        {first.isInCommunity &&
          'This community’s moderators see only that it was reported, and the reason you choose. '}
        You’ll be notified of the outcome.
      </p>
      {things.length > 1 && (
        <ChoiceField
          label="What is it about?"
          names={kinds as Record<ReportSubject, string>}
          value={kind}
          onChange={(chosen) => form.setValue('kind', chosen)}
        />
      )}
      <SelectField label="Reason" {...form.field('reason', { required: 'Please choose a reason.' })}>
        <option value="">Choose a reason</option>
        {Object.entries(reasonNames).map(([reason, name]) => (
          <option key={reason} value={reason}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextArea
        label="What should we know? (optional)"
        rows={4}
        hint={<TextCounter length={text.trim().length} max={reportLimits.text} />}
        {...form.field('text')}
      />
      <ErrorMessages messages={form.failure === undefined ? [] : [form.failure]} />
      <div className="flex flex-wrap justify-end gap-3">
        <DialogButtons
          label="Send report"
          busyLabel="Sending…"
          busy={form.busy}
          disabled={text.trim().length > reportLimits.text}
          onCancel={onCancel}
        />
      </div>
    </form>
  );
}

function Sent({ isKnown, onClose }: { isKnown: boolean; onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => done.current?.focus(), []);
  return (
    <div className="space-y-4">
      <p role="status">
        {isKnown
          ? 'You’ve already reported this. It hasn’t been decided yet.'
          : 'Thank you. Your report has been sent.'}
      </p>
      <p className="text-muted">
        We’ll notify you when it’s decided. Until then, you’ll find it in Settings, under{' '}
        <Link to={paths.yourReports} className="link">
          Your reports
        </Link>
        .
      </p>
      <div className="flex justify-end">
        <Button ref={done} variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
