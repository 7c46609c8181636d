import type { Me } from '@inkling/contract/account';
import { reportLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import type { QueueEntryDetails } from '@inkling/contract/reports';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { TextForm } from '../../features/forms/text-form.tsx';
import { BackLink } from '../../features/layout/back-link.tsx';
import { PageFailed } from '../../features/layout/page-failed.tsx';
import { Quoted } from '../../features/measures/measure-facts.tsx';
import { StaffMeasure } from '../../features/measures/staff-measure.tsx';
import {
  entryTitle,
  heldReason,
  outcomeOf,
  reasonNames,
  subjectLabel,
} from '../../features/reports/report-text.ts';
import { entryQuery, useEntryCalls } from '../../features/reports/reports.api.ts';
import { displayNameOf, hasDisplayName } from '../../features/users/display-name.ts';
import { messageOf } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { RelativeTime, relativeTime } from '../../lib/relative-time.tsx';
import { serverNow } from '../../lib/server-time.ts';
import { useMe } from '../../lib/session.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { LiftButton } from './appeals.tsx';
import { DecisionForm } from './decision-form.tsx';

/** All about an entry of the queue, for those who look after it. */
export function EntryView({ id }: { id: string }) {
  const query = useQuery(entryQuery(id));
  if (query.isPending)
    return (
      <>
        <title>{pageTitle('Report')}</title>
        <TextSkeleton lines={10} />
      </>
    );
  if (query.isLoadingError)
    return (
      <PageFailed
        error={query.error}
        onRetry={() => void query.refetch()}
        heading="Report"
        fallback="Failed to fetch the report"
        gone={{ heading: 'Report not found', text: 'It may be gone, or only others can see it.' }}
      />
    );
  return <Entry entry={query.data.data} />;
}

/** A relative time in the middle of a sentence. */
const inSentence = (iso: string, now: number): string => relativeTime(iso, now).replace('Just', 'just');

/** A name, or what stands for a deleted account. */
const Name = ({ person }: { person: QueueEntryDetails['person'] }) =>
  person === null ? <>someone whose account is deleted</> : <bdi>{displayNameOf(person)}</bdi>;

function Entry({ entry }: { entry: QueueEntryDetails }) {
  const me = useMe();
  const isOnTeam = me !== undefined && (me.isAdmin || me.isModerator);
  const heading = useRef<HTMLHeadingElement>(null);
  const { refresh } = useEntryCalls();
  const [conflict, setConflict] = useState<{ message: string; unsent: string } | null>(null);
  const { subjectKind, person, context, link, community, closedAt, held, moderated } = entry;
  const title = entryTitle(entry);
  const focusHeading = () => heading.current?.focus();
  /** Says who was faster, and shows what they did. What was typed for the person stays to be read and copied. */
  const onConflict = (message: string, unsent = '') => {
    setConflict({ message, unsent });
    focusHeading();
    void refresh();
  };
  return (
    <div className="max-w-3xl space-y-8">
      <title>{pageTitle(title)}</title>
      <header>
        {isOnTeam ? (
          <BackLink to={paths.reports()}>Reports</BackLink>
        ) : (
          community !== null && <BackLink to={paths.community(community)}>Community</BackLink>
        )}
        <h1
          ref={heading}
          tabIndex={-1}
          className="font-serif text-3xl wrap-anywhere outline-none sm:text-4xl"
          dir="auto"
        >
          {title}
        </h1>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          <Badge>{subjectLabel(subjectKind)}</Badge>
          {context !== '' && (
            <span className="wrap-anywhere">
              in “<bdi>{context}</bdi>”
            </span>
          )}
          {link === null ? (
            <span>No longer there</span>
          ) : (
            <Link to={link} className="link">
              View in context
            </Link>
          )}
        </p>
        {held !== null && <p className="mt-2">Held: {heldReason(held)}</p>}
        {conflict !== null && (
          <div className="mt-4 space-y-3">
            <Alert>{conflict.message}</Alert>
            {/* In an entry that is still open, the form has it. */}
            {closedAt !== null && conflict.unsent !== '' && (
              <Quoted name="Your reason, which wasn’t sent">{conflict.unsent}</Quoted>
            )}
          </div>
        )}
        {moderated !== null && closedAt === null && (
          <p className="mt-2">
            Moderators: {outcomeOf({ decision: moderated.decision, held })} by <Name person={moderated.by} />.
            It stays open until the site’s team decides.
          </p>
        )}
        {closedAt === null ? (
          <Taken entry={entry} userId={me?._id} onConflict={onConflict} />
        ) : (
          <Outcome entry={entry} closedAt={closedAt} />
        )}
      </header>
      <Copies title={held === null ? 'What was reported' : 'What is held'} copies={entry.copies} />
      {(held === null || entry.reporters > 0) && <Reports entry={entry} isOnTeam={isOnTeam} />}
      {person !== null && <Person entry={entry} person={person} canLift={isOnTeam} />}
      {me !== undefined && <Notes entry={entry} me={me} />}
      {closedAt === null && me !== undefined && (
        <Part id="decision" title="Decision">
          <DecisionForm
            entry={entry}
            canSuspend={isOnTeam}
            storageKey={inputKey(me._id, `decision:${entry._id}`)}
            onConflict={onConflict}
            onDecided={() => {
              setConflict(null);
              focusHeading();
            }}
          />
        </Part>
      )}
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="space-y-3">
      <h2 id={id} className="font-serif text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface TakenProps {
  entry: QueueEntryDetails;
  userId: string | undefined;
  onConflict: (message: string) => void;
}

/** Who looks after an open entry, and the button that changes it. */
function Taken({ entry: { _id: id, takenBy }, userId, onConflict }: TakenProps) {
  const { take, release } = useEntryCalls();
  const onError = (error: Error) => onConflict(messageOf(error, 'That didn’t work.'));
  const isMine = takenBy !== null && takenBy._id === userId;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status">
        {isMine ? (
          'You’re handling this.'
        ) : takenBy === null ? (
          'No one is handling this yet.'
        ) : (
          <>
            <Name person={takenBy} /> is handling this.
          </>
        )}
      </p>
      {isMine ? (
        <Button busy={release.isPending} onClick={() => release.mutate({ params: { id } }, { onError })}>
          Hand it back
        </Button>
      ) : (
        <Button
          busy={take.isPending}
          onClick={() => take.mutate({ params: { id }, body: { anyway: takenBy !== null } }, { onError })}
        >
          {takenBy === null ? 'I’ll handle this' : 'Take it over'}
        </Button>
      )}
    </div>
  );
}

function Outcome({ entry, closedAt }: { entry: QueueEntryDetails; closedAt: string }) {
  const { decidedBy } = entry;
  return (
    <p className="mt-4 font-semibold">
      {outcomeOf(entry) ?? 'Closed'}
      {decidedBy !== null && (
        <>
          {' '}
          by <Name person={decidedBy} />
        </>
      )}{' '}
      · <RelativeTime iso={closedAt} />
    </p>
  );
}

function Copies({ title, copies }: Pick<QueueEntryDetails, 'title' | 'copies'>) {
  return (
    <Part id="reported" title={title}>
      {copies.length === 0 && <p className="text-muted">The copies are no longer kept.</p>}
      {copies.map(({ text, image, createdAt }) => (
        <div key={createdAt} className="space-y-3 rounded-lg border border-line bg-raised p-4">
          {text !== '' && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls with the keyboard
            <section tabIndex={0} aria-label="Reported text" className="max-h-96 overflow-y-auto">
              <p className="max-w-[66ch] whitespace-pre-line wrap-anywhere" dir="auto">
                {text}
              </p>
            </section>
          )}
          {image !== null && <img src={image} alt="What was reported" className="max-h-60 rounded-md" />}
          <p className="text-sm text-muted">
            As it was <RelativeTime iso={createdAt} format={inSentence} />
          </p>
        </div>
      ))}
    </Part>
  );
}

const Reports = ({
  entry: { reporters, reasons, reports },
  isOnTeam,
}: {
  entry: QueueEntryDetails;
  isOnTeam: boolean;
}) => (
  <Part id="reports" title={pluralize(reporters, 'report')}>
    {!isOnTeam && (
      <p>
        {reasons.map((reason) => reasonNames[reason]).join(', ')}.{' '}
        <span className="text-muted">Only the site’s team sees who sent a report and what they wrote.</span>
      </p>
    )}
    <ul className="divide-y divide-line">
      {reports.map(({ _id, reporter, reason, text, createdAt }) => (
        <li key={_id} className="space-y-1 py-3">
          <p className="font-semibold">{reasonNames[reason]}</p>
          {text !== '' && (
            <p className="max-w-[66ch] whitespace-pre-line wrap-anywhere" dir="auto">
              {text}
            </p>
          )}
          <p className="text-sm text-muted">
            <Name person={reporter} /> · <RelativeTime iso={createdAt} />
          </p>
        </li>
      ))}
    </ul>
  </Part>
);

interface PersonProps {
  entry: QueueEntryDetails;
  person: NonNullable<QueueEntryDetails['person']>;
  canLift: boolean;
}

/** Who wrote it, and every measure against them. */
function Person({ entry: { history, earlier }, person, canLift }: PersonProps) {
  return (
    <Part id="person" title="Who it’s from">
      <p>
        <Link to={paths.person(person.username)} className="link">
          <bdi>{displayNameOf(person)}</bdi>
        </Link>
        {hasDisplayName(person) && <span className="text-muted"> @{person.username}</span>}
      </p>
      <p className="text-muted">
        {earlier.closed === 0
          ? 'There are no other decisions about this person.'
          : `${pluralize(earlier.closed, 'other decision')} about this person${earlier.dismissed > 0 ? `, ${earlier.dismissed.toLocaleString('en')} dismissed` : ''}.`}
      </p>
      {history.length > 0 && (
        <ul aria-label="Measures against this person" className="divide-y divide-line">
          {history.map((measure) => (
            <StaffMeasure key={measure._id} measure={measure}>
              {canLift && measure.endedAt === null && <LiftButton measure={measure} />}
            </StaffMeasure>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Notes({ entry: { _id: id, notes }, me }: { entry: QueueEntryDetails; me: Me }) {
  const { note } = useEntryCalls();
  // A repeated request is not a second note.
  const [noteId, setNoteId] = useState(() => newId(serverNow()));
  return (
    <Part id="notes" title="Notes">
      <p className="text-muted">
        {me.isAdmin || me.isModerator
          ? 'Only the site’s team sees what you write here.'
          : 'This community’s moderators and the site’s team see what you write here.'}
      </p>
      {notes.map(({ _id, author, text, createdAt }) => (
        <Quoted
          key={_id}
          name={
            <>
              <Name person={author} /> · <RelativeTime iso={createdAt} />
            </>
          }
        >
          {text}
        </Quoted>
      ))}
      <TextForm
        label="Add a note"
        submit={['Add note', 'Adding…']}
        max={reportLimits.note}
        storageKey={inputKey(me._id, `queue-note:${id}`)}
        fallback="Failed to add the note."
        send={async (text) => {
          await note.mutateAsync({ params: { id }, body: { _id: noteId, text } });
          setNoteId(newId(serverNow()));
        }}
      />
    </Part>
  );
}
