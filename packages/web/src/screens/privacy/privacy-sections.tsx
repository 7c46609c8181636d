import { graceDays, reportLimits } from '@inkling/contract/limits';
import type { Operator, SessionLifetimes } from '@inkling/contract/site';
import { ContactLine, operatorName } from '../../features/site/contact-line.tsx';
import type { Section } from '../../features/site/document.tsx';
import stored from './stored-data.json';

/** The seven sections of the privacy policy. What is stored comes from the server's modules (npm run docs). */
export const privacySections = (operator: Operator, sessions: SessionLifetimes): Section[] => [
  {
    id: 'who',
    title: 'Who is responsible',
    text: (
      <p>
        In this policy, “we” means {operatorName(operator)}, who is responsible for the data stored on this
        site. Write to us about it <ContactLine email={operator.privacyEmail} />.
      </p>
    ),
  },
  { id: 'what-we-keep', title: 'What we store about you', text: <WhatWeKeep sessions={sessions} /> },
  { id: 'visitors', title: 'When you visit without an account', text: <Visitors sessions={sessions} /> },
  { id: 'your-browser', title: 'What your browser stores', text: <InYourBrowser /> },
  { id: 'who-sees-it', title: 'Who else sees it', text: <WhoSeesIt operator={operator} /> },
  { id: 'how-long', title: 'How long we keep it', text: <HowLong /> },
  { id: 'your-rights', title: 'What you can do', text: <YourRights operator={operator} /> },
];

const days = (number: number): string => (number === 1 ? 'one day' : `${number} days`);

const topics = [
  ['account', 'Your account'],
  ['writing', 'What you write and publish'],
  ['reading', 'What you read'],
  ['people', 'You and others'],
  ['security', 'Signing in and security'],
] as const;

interface StoredProps {
  topic: (typeof topics)[number][0] | 'visitors';
  sessions: SessionLifetimes;
}

/** What is stored about a topic, with why, who sees it and for how long. */
function Stored({ topic, sessions }: StoredProps) {
  return (
    <ul className="[&&]:list-none [&&]:space-y-5 [&&]:ps-0">
      {stored.onServer
        .filter((item) => item.topic === topic)
        .map(({ what, why, seenBy, until }) => (
          <li key={what}>
            <p className="font-semibold">{what}</p>
            <dl className="mt-1 grid gap-x-4 text-base leading-relaxed sm:grid-cols-[7.5rem_minmax(0,1fr)] [&_dt]:text-muted">
              <dt>Why</dt>
              <dd>{why}</dd>
              <dt>Who sees it</dt>
              <dd>{seenBy}</dd>
              <dt>How long</dt>
              <dd>
                {until
                  .replace('{idleDays}', days(sessions.idleDays))
                  .replace('{mostDays}', days(sessions.mostDays))}
              </dd>
            </dl>
          </li>
        ))}
    </ul>
  );
}

function WhatWeKeep({ sessions }: { sessions: SessionLifetimes }) {
  return (
    <>
      <p>When you have an account:</p>
      {topics.map(([topic, title]) => (
        <section key={topic} className="space-y-4">
          <h3 className="pt-3 text-lg">{title}</h3>
          <Stored topic={topic} sessions={sessions} />
        </section>
      ))}
    </>
  );
}

function Visitors({ sessions }: { sessions: SessionLifetimes }) {
  return (
    <>
      <Stored topic="visitors" sessions={sessions} />
      <p>The server’s log contains no addresses, names or texts.</p>
    </>
  );
}

function InYourBrowser() {
  return (
    <>
      <p>We set no cookies. Your browser’s own storage holds:</p>
      <ul>
        {stored.inBrowser.map((what, index) => (
          <li key={what}>
            {what}
            {index < stored.inBrowser.length - 1 ? ';' : '.'}
          </li>
        ))}
      </ul>
      <p>
        Scripts, fonts and styles all come from this site, and there are no trackers. There is one exception,
        which is up to authors: a story’s cover may be an image on another server. Your browser then loads it
        from there, and that server sees your network address.
      </p>
    </>
  );
}

function WhoSeesIt({ operator }: { operator: Operator }) {
  return (
    <p>
      “Only you” and “No one” mean that the site shows it to no one else. If you ask us to, an admin can
      export your account’s data for you, including drafts and story bibles; you then get an email. We sell
      nothing and use no analytics service. Emails go through a mail server, and everything is stored on
      servers we own or rent; the companies that run them could technically access it, as could we. Push
      notifications, if you turn them on, go through the push service of your browser’s maker, encrypted. We
      hand data to others only if the law requires it of {operatorName(operator)}.
    </p>
  );
}

function HowLong() {
  return (
    <>
      <p>
        The lists above say how long we keep each thing. When you delete your account, it is hidden
        immediately. If you sign in within {days(graceDays)}, it is restored. After that, it is permanently
        deleted with everything that belongs to it.
      </p>
      <p>
        When something is reported, we keep a copy of the reported text until {days(reportLimits.days)} after
        the report is closed, even if the text or its author’s account is deleted before.
      </p>
      <p>Backups, if we make them, may contain older data until they are replaced.</p>
    </>
  );
}

function YourRights({ operator }: { operator: Operator }) {
  return (
    <>
      <p>With an account you can do most of this yourself, at any time:</p>
      <ul>
        <li>see and change your profile, address, password and preferences;</li>
        <li>see where you are signed in, and sign out other devices;</li>
        <li>download everything that belongs to your account, with your stories as text;</li>
        <li>delete your account.</li>
      </ul>
      <p>
        For anything else, such as erasing a message you sent us, write to us{' '}
        <ContactLine email={operator.privacyEmail} />. Depending on where you live you may have further
        rights, for example to object, or to complain to a data protection authority.
      </p>
    </>
  );
}
