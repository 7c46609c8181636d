import { type EmailTopic, emailTopic } from '@inkling/contract/notifications';
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
import { RadioField } from '../../ui/radio-field.tsx';
import { ResultsSkeleton } from '../../ui/skeleton.tsx';
import { useResend } from '../account/resend.api.ts';
import { ResendButton } from '../account/resend-verification.tsx';
import { schedules as emailSchedules, isMutable, presets, topicGroups } from './kinds.ts';
import { settingsQuery, useChangeSettings, useMuteStory } from './notifications.api.ts';

type Settings = CallResponse<'GET /notifications/settings'>['data'];

/** A part of the settings, once they are loaded. Each change is saved at once. */
function WithSettings({ children }: { children: (settings: Settings) => ReactNode }) {
  const query = useQuery(settingsQuery);
  return query.data === undefined ? (
    <QueryState
      query={query}
      fallback="Failed to fetch your settings"
      pending={<ResultsSkeleton titled={false} />}
    />
  ) : (
    children(query.data.data)
  );
}

/** Which notifications the reader gets, and when there is an email. */
export const NotificationTopics = () => (
  <WithSettings>
    {(settings) => (
      <>
        <Presets {...settings} />
        {topicGroups.map(({ title, rows }) => (
          <Topics
            key={title}
            title={title}
            rows={rows.filter(({ topics }) => topics.some((topic) => settings.topics.includes(topic)))}
            settings={settings}
          />
        ))}
      </>
    )}
  </WithSettings>
);

type Preset = keyof typeof presets;

function Presets({ mutedKinds, schedules, topics }: Settings) {
  const change = useChangeSettings();
  const isAs = ({ mutes, scheduleOf }: (typeof presets)[Preset]) =>
    topics.every(
      (topic) =>
        schedules[topic] === scheduleOf(topic) &&
        (!isMutable(topic) || mutedKinds.includes(topic) === mutes.includes(topic)),
    );
  return (
    <RadioField
      legend="How much"
      options={presets}
      value={(Object.keys(presets) as Preset[]).find((one) => isAs(presets[one])) ?? null}
      onChange={(preset) => {
        const { mutes, scheduleOf } = presets[preset];
        const all = emailTopic.options.map((topic) => [topic, scheduleOf(topic)]);
        change({ mutedKinds: mutes, schedules: Object.fromEntries(all) });
      }}
    />
  );
}

interface TopicsProps {
  title: string;
  rows: (typeof topicGroups)[number]['rows'];
  settings: Settings;
}

/** When there is an email about each topic of a group, and whether it is in the list. */
function Topics({ title, rows, settings: { mutedKinds, schedules } }: TopicsProps) {
  const change = useChangeSettings();
  if (rows.length === 0) return null;
  return (
    <section aria-label={title} className="mt-6">
      <div className="flex items-end justify-end gap-2 border-b border-line pb-1 text-sm text-muted sm:gap-3">
        <h3 className="min-w-0 flex-1 text-base font-semibold text-text">{title}</h3>
        <span aria-hidden="true" className={emailWidth}>
          Email
        </span>
        <span aria-hidden="true" className={showWidth}>
          In Inkling
        </span>
      </div>
      <ul className="divide-y divide-line">
        {rows.map(({ topics, name }) => {
          const [first] = topics;
          const mutable = topics.filter(isMutable);
          const isMuted = mutable.length > 0 && mutable.every((topic) => mutedKinds.includes(topic));
          if (first === undefined) return null;
          return (
            <li key={name} className="flex min-h-14 items-center gap-2 py-1 sm:gap-3">
              <span className="min-w-0 flex-1 hyphens-auto">{name}</span>
              <Select
                label={`Email about ${name}`}
                value={isMuted ? 'never' : schedules[first]}
                disabled={isMuted}
                onChange={(value) =>
                  change({ schedules: Object.fromEntries(topics.map((topic) => [topic, value])) })
                }
                options={choicesOf(first)}
                className={emailWidth}
              />
              <span className={showWidth}>
                {mutable.length > 0 && (
                  <label className="grid min-h-11 items-center">
                    <input
                      type="checkbox"
                      role="switch"
                      className="switch"
                      aria-label={name}
                      checked={!isMuted}
                      aria-checked={!isMuted}
                      onChange={({ target }) => {
                        const others = mutedKinds.filter((one) => !mutable.includes(one));
                        change({ mutedKinds: target.checked ? others : [...others, ...mutable] });
                      }}
                    />
                  </label>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const emailWidth = 'w-26 shrink-0 sm:w-28';
const showWidth = 'w-16 shrink-0';
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
export const NotificationEmails = () => <WithSettings>{(settings) => <Emails {...settings} />}</WithSettings>;

function Emails({ emailHour, emailsThisMonth, isAddressRefused }: Settings) {
  const change = useChangeSettings();
  const me = useMe();
  const sent = emailsThisMonth === 1 ? '1 email' : `${emailsThisMonth.toLocaleString('en')} emails`;
  return (
    <div className="space-y-3">
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
    </div>
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

/** The stories of which the reader gets no notifications. */
export const MutedStories = () => <WithSettings>{(settings) => <Muted {...settings} />}</WithSettings>;

function Muted({ mutedStories }: Pick<Settings, 'mutedStories'>) {
  const { unmute } = useMuteStory();
  return (
    <>
      {mutedStories.length === 0 && (
        <p className="text-muted">None. You can mute a story from the menu of any of its notifications.</p>
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
    </>
  );
}
