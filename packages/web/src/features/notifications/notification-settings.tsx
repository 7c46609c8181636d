import type { EmailTopic } from '@inkling/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CallResponse } from '../../lib/api.ts';
import { localFormat } from '../../lib/local-format.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe } from '../../lib/session.ts';
import { zoneName } from '../../lib/zone-name.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ResultsSkeleton } from '../../ui/skeleton.tsx';
import { useResend } from '../account/account.api.ts';
import { ResendButton } from '../account/resend-verification.tsx';
import { schedules as emailSchedules, isMutable, topics } from './kinds.ts';
import { settingsQuery, useChangeSettings, useMuteStory } from './notifications.api.ts';

/**
 * Which notifications the reader gets, and when there is an email. Each change is saved at once. `children`: how else they
 * get them.
 */
export function NotificationSettings({ onClose, children }: { onClose: () => void; children?: ReactNode }) {
  const query = useQuery(settingsQuery);
  return (
    <Dialog open onOpenChange={onClose} title="Notification settings" initialFocus="title">
      {children}
      {query.data === undefined ? (
        <QueryState
          query={query}
          fallback="Failed to fetch your settings"
          pending={<ResultsSkeleton titled={false} />}
        />
      ) : (
        <>
          <Topics {...query.data.data} />
          <Emails {...query.data.data} />
          <MutedStories {...query.data.data} />
        </>
      )}
    </Dialog>
  );
}

type Settings = CallResponse<'GET /notifications/settings'>['data'];

/** When there is an email about each topic, and whether it is in the list. */
function Topics({ mutedKinds, schedules }: Settings) {
  const change = useChangeSettings();
  return (
    <div>
      <div aria-hidden="true" className="flex justify-end gap-2 text-sm text-muted sm:gap-3">
        <span className={emailWidth}>Email</span>
        <span className={showWidth}>Show</span>
      </div>
      <ul className="divide-y divide-line">
        {topics.map(({ topic, name }) => {
          const isMuted = isMutable(topic) && mutedKinds.includes(topic);
          return (
            <li key={topic} className="flex min-h-14 items-center gap-2 py-1 sm:gap-3">
              <span className="min-w-0 flex-1 hyphens-auto">{name}</span>
              <Select
                label={`Email about ${name}`}
                value={isMuted ? 'never' : schedules[topic]}
                disabled={isMuted}
                onChange={(value) => change({ schedules: { [topic]: value } })}
                options={choicesOf(topic)}
                className={emailWidth}
              />
              <span className={showWidth}>
                {isMutable(topic) && (
                  <label className="grid min-h-11 items-center">
                    <input
                      type="checkbox"
                      role="switch"
                      className="switch"
                      aria-label={name}
                      checked={!isMuted}
                      aria-checked={!isMuted}
                      onChange={({ target }) =>
                        change({
                          mutedKinds: target.checked
                            ? mutedKinds.filter((one) => one !== topic)
                            : [...mutedKinds, topic],
                        })
                      }
                    />
                  </label>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const emailWidth = 'w-26 shrink-0 sm:w-28';
const showWidth = 'w-11 shrink-0';
const choicesOf = (topic: EmailTopic) => (topic === 'likes' ? emailSchedules.slice(1) : emailSchedules);

interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, name: string])[];
  onChange: (value: Value) => void;
  disabled?: boolean;
  className: string;
}

/** A select whose label stands elsewhere. */
function Select<Value extends string>({ label, options, onChange, className, ...rest }: SelectProps<Value>) {
  return (
    <select
      {...rest}
      aria-label={label}
      onChange={({ target }) => {
        const chosen = options.find(([value]) => value === target.value);
        if (chosen !== undefined) onChange(chosen[0]);
      }}
      className={`min-h-11 rounded-md border border-control bg-raised px-2 ${className}`}
    >
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}

const hours = () =>
  Array.from({ length: 24 }, (_, hour) => {
    const format = localFormat({ timeStyle: 'short', timeZone: 'UTC' });
    return [String(hour), format.format(new Date(Date.UTC(2026, 0, 1, hour)))] as const;
  });

/** When digests are sent, and whether and how many emails are. */
function Emails({ emailHour, emailsThisMonth, isAddressRefused }: Settings) {
  const change = useChangeSettings();
  const me = useMe();
  const sent = emailsThisMonth === 1 ? '1 email' : `${emailsThisMonth.toLocaleString('en')} emails`;
  return (
    <section aria-labelledby="emails" className="mt-6 space-y-3">
      <h3 id="emails" className="font-serif text-xl">
        Emails
      </h3>
      {isAddressRefused && <RefusedAddress />}
      {me?.verified === false && (
        <p>
          Your email address isn’t verified yet, so you don’t get these emails.{' '}
          <Link to={paths.verifyEmail} className="link">
            Verify it
          </Link>
        </p>
      )}
      {me?.readingPreferences.emailNotifications === false && (
        <p>
          Email notifications are off.{' '}
          <Link to={paths.settings} className="link">
            Turn them on in Settings
          </Link>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span aria-hidden="true">Send digests at</span>
        <Select
          label="Send digests at"
          value={String(emailHour)}
          options={hours()}
          onChange={(hour) => change({ emailHour: Number(hour) })}
          className="w-28"
        />
      </div>
      <p className="text-sm text-muted">
        Weekly digests are sent on Sundays. Times are in your time zone{me && ` (${zoneName(me.timeZone)})`}.
        We’ve sent you {sent} this month.
      </p>
    </section>
  );
}

/** Says that the address takes no emails, and what to do. */
function RefusedAddress() {
  const resend = useResend();
  return (
    <div className="space-y-3">
      <Alert>
        Your email provider rejected our last emails, so we’ve stopped sending them. Change your address in
        Settings, or verify it again.
      </Alert>
      {resend.message === null ? (
        <ResendButton resend={resend} label="Verify again" />
      ) : (
        <p role="status">{resend.message}</p>
      )}
      {resend.failure !== null && <Alert>{resend.failure}</Alert>}
    </div>
  );
}

function MutedStories({ mutedStories }: Pick<Settings, 'mutedStories'>) {
  const { unmute } = useMuteStory();
  return (
    <section aria-labelledby="muted-stories" className="mt-6">
      <h3 id="muted-stories" className="font-serif text-xl">
        Muted stories
      </h3>
      {mutedStories.length === 0 && (
        <p className="mt-1 text-muted">
          None. You can mute a story from the menu of any of its notifications.
        </p>
      )}
      <ul className="divide-y divide-line">
        {mutedStories.map(({ _id, title }) => (
          <li key={_id} className="flex items-center justify-between gap-4 py-2">
            {title === null ? (
              <span className="text-muted">No longer available</span>
            ) : (
              <Link to={paths.story(_id)} className="min-w-0 break-words hover:underline" dir="auto">
                {title}
              </Link>
            )}
            <Button
              busy={unmute.isPending && unmute.variables.params.storyId === _id}
              onClick={() => unmute.mutate({ params: { storyId: _id } })}
            >
              Unmute<span className="sr-only"> {title ?? 'this story'}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
