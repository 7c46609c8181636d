import type { Operator, SessionLifetimes } from '@inkling/contract/site';
import { ContactLine, operatorName } from '../../features/site/contact-line.tsx';
import type { Section } from '../../features/site/document.tsx';

/** The seven sections of the privacy policy. They must match docs/product/account.md and docs/product/site.md. */
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
  { id: 'what-we-keep', title: 'What we store about you', text: <WhatWeKeep /> },
  { id: 'visitors', title: 'When you visit without an account', text: <Visitors /> },
  { id: 'your-browser', title: 'What your browser stores', text: <InYourBrowser /> },
  { id: 'who-sees-it', title: 'Who else sees it', text: <WhoSeesIt operator={operator} /> },
  { id: 'how-long', title: 'How long we keep it', text: <HowLong sessions={sessions} /> },
  { id: 'your-rights', title: 'What you can do', text: <YourRights operator={operator} /> },
];

const days = (number: number): string => (number === 1 ? 'one day' : `${number} days`);

function WhatWeKeep() {
  return (
    <>
      <p>When you have an account:</p>
      <ul>
        <li>
          your username, email address, display name, biography, picture, time zone and favorite genres,
          whether we may email you news, and whom you follow;
        </li>
        <li>your password, stored only as a hash from which it cannot be recovered;</li>
        <li>your sessions: when each began and was last used, and the name of your browser;</li>
        <li>
          where you have signed in from, stored only as a hash of the network address made with a secret key,
          so that no one can lock you out by guessing your password;
        </li>
        <li>what you write, with its drafts and earlier versions, and the images you upload;</li>
        <li>
          for each book you import, the file’s name, when you imported it and the result, but not the file
          itself;
        </li>
        <li>
          what you read: your library, your place in each chapter, your likes, how many words you read each
          day, your reading sessions and, unless you switch it off, your reading history;
        </li>
        <li>
          what you write to others: comments, chat messages, ratings, reviews and reactions, and whom you have
          muted;
        </li>
        <li>
          your highlights, bookmarks and notes, your collections, the stories, tags and warnings that you
          hide, and your last searches;
        </li>
        <li>that you are reading or typing in a chat, for a moment and only if you let others see it.</li>
      </ul>
      <p>
        When you upload images, we remove their metadata, such as where a picture was taken. If you write to
        us through the contact page, we store what you typed there: name, email address, subject and message.
      </p>
    </>
  );
}

function Visitors() {
  return (
    <>
      <p>
        To count each visitor of a story once a day, we store a hash made from your network address, your
        browser’s name and a random number that changes every day. Readers with an account are counted by a
        hash of their account. After two days the hashes and the number are deleted; only the number of views
        remains.
      </p>
      <p>
        To prevent flooding and password guessing, we count requests by network address: in memory, and in the
        database for sign-ins, sign-ups, emails and messages. The database holds only a hash of the address or
        the name that was typed, and it is deleted after at most two days. The server’s log contains no
        addresses, names or texts.
      </p>
    </>
  );
}

function InYourBrowser() {
  return (
    <>
      <p>
        We set no cookies. Your browser’s own storage holds a token while you are signed in, a note of whether
        your address still needs to be verified, the theme and text size you have chosen, whether we have
        asked what you like to read, and texts you have typed but not yet sent or saved, and the stories you
        keep for reading offline. While a tab is open, it also remembers which stories you opened in it, and
        which notices you dismissed.
      </p>
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
    <>
      <p>
        Everyone can see your profile: username, display name, biography, picture, when you joined, the
        stories you have published, who follows you and whom you follow, and the achievements you have earned.
        Only you can see your email address, your library, what you read, and your drafts.
      </p>
      <p>
        We sell nothing and use no analytics service. Emails go through a mail server, and everything is
        stored on servers we own or rent; the companies that run them could technically access it, as could
        we. We hand data to others only if the law requires it of {operatorName(operator)}.
      </p>
      <p>
        The emails we send are about your account: to verify your address, to choose a new password, to
        confirm a new address, and to tell you when one of these has changed or when your account is about to
        be deleted.
      </p>
    </>
  );
}

function HowLong({ sessions }: { sessions: SessionLifetimes }) {
  return (
    <>
      <ul>
        <li>Your account and what belongs to it: until you delete it.</li>
        <li>
          A deleted account: hidden immediately, restored if you sign in within seven days, then permanently
          deleted.
        </li>
        <li>
          A deleted story or chapter: removed from the site immediately. It stays in your trash, where only
          you can see it, for up to 30 days. Then it is erased.
        </li>
        <li>
          Sessions: {days(sessions.idleDays)} after their last use, and {days(sessions.mostDays)} at most.
        </li>
        <li>Where you have signed in from: 90 days after the last time.</li>
        <li>
          Links in emails: they work for an hour or a day. The record of each, with the address it was sent
          to, is deleted after 30 days.
        </li>
        <li>
          Emails stored on our own server, when no mail server is set up: usually 30 days, and never longer
          than the account they are for.
        </li>
        <li>Pictures that are no longer used: about a day.</li>
        <li>
          Messages from the contact page: 30 days after they were emailed to us, or a year if they were not,
          or until the account with that address is deleted. The email itself stays in our mailbox until we
          delete it.
        </li>
      </ul>
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
