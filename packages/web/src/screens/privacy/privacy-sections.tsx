import type { Operator, SessionLifetimes } from '@inkling/contract/site';
import { ContactLine, operatorName } from '../../features/site/contact-line.tsx';
import type { Section } from '../../features/site/document.tsx';

/** The seven sections of the privacy policy. They must match docs/product.md §2 and §5.9. */
export const privacySections = (operator: Operator, sessions: SessionLifetimes): Section[] => [
  {
    id: 'who',
    title: 'Who is responsible',
    text: (
      <p>
        This site is run by {operatorName(operator)}, who decides what becomes of the data on it (“we” below).
        Write to us about it <ContactLine email={operator.privacyEmail} />.
      </p>
    ),
  },
  { id: 'what-we-keep', title: 'What we keep about you', text: <WhatWeKeep /> },
  { id: 'visitors', title: 'When you visit without an account', text: <Visitors /> },
  { id: 'your-browser', title: 'What your browser keeps', text: <InYourBrowser /> },
  { id: 'who-sees-it', title: 'Who else sees it', text: <WhoSeesIt operator={operator} /> },
  { id: 'how-long', title: 'How long it is kept', text: <HowLong sessions={sessions} /> },
  { id: 'your-rights', title: 'What you can do', text: <YourRights operator={operator} /> },
];

const days = (number: number): string => (number === 1 ? 'one day' : `${number} days`);

function WhatWeKeep() {
  return (
    <>
      <p>When you have an account:</p>
      <ul>
        <li>
          your username, email address, display name, biography, picture, time zone and favourite genres,
          whether news may come by mail, and whom you follow;
        </li>
        <li>your password, only as a hash from which it cannot be read back;</li>
        <li>your log-ins: when each began and was last used, and what your browser calls itself;</li>
        <li>
          from where you have logged in, only as a hash of the network address made with a secret key: so that
          nobody can shut you out by guessing your password;
        </li>
        <li>what you write, with its drafts and earlier versions, and the pictures that you upload;</li>
        <li>
          of the books that you import, the name of each file, when it came, and what became of it; not the
          file itself;
        </li>
        <li>
          what you read: your library, your place in each chapter, your likes, and how many words you read on
          which day.
        </li>
      </ul>
      <p>
        The metadata of pictures, such as the place where one was taken, is removed when you upload them. If
        you write to us through the contact page, we keep what you typed there: name, address, subject and
        message.
      </p>
    </>
  );
}

function Visitors() {
  return (
    <>
      <p>
        To count each visitor of a story once a day, we keep a hash made from your network address, your
        browser’s name for itself and a random number that is new every day. Readers with an account are
        counted by a hash of their account. After two days both the hashes and the number are deleted; how
        often a story was opened that day remains.
      </p>
      <p>
        So that nobody can flood the site or guess passwords, calls are counted by network address: in memory,
        and for log-ins, sign-ups, mails and messages in the database. There, neither the address nor the name
        that was typed stands as it is, only a hash of it, and after two days at most it is gone. The
        program’s own log has no addresses, names or texts in it.
      </p>
    </>
  );
}

function InYourBrowser() {
  return (
    <>
      <p>
        We set no cookies. Your browser’s own storage holds a token while you are logged in, a word that says
        whether your address is still to be verified, the theme and letter size that you have chosen, whether
        you were asked what you like to read, and texts that you have typed and not yet sent or saved. For as
        long as a tab is open it also remembers which stories you opened in it, and which notices you have put
        away.
      </p>
      <p>
        Scripts, letters and styles all come from this site, and there are no trackers. One exception is in
        the hands of authors: a story’s cover may be a picture on another server, and your browser then
        fetches it from there, which tells that server your network address.
      </p>
    </>
  );
}

function WhoSeesIt({ operator }: { operator: Operator }) {
  return (
    <>
      <p>
        Everybody can see your profile: username, display name, biography, picture, since when you are here,
        the stories you have published, who follows you and whom you follow, and the achievements you have
        earned. Nobody but you sees your email address, your library, what you read, or your drafts.
      </p>
      <p>
        We sell nothing and use no analytics service. Mails go through a mail server and everything lies on
        machines that we use or rent; whoever runs those can technically reach it, as can we. We hand data to
        others only if the law requires it of {operatorName(operator)}.
      </p>
      <p>
        The mails that we send are about your account: to verify your address, to choose a new password, to
        confirm a new address, and to tell you that one of these has changed or that your account is to be
        deleted.
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
          A deleted account: hidden at once, brought back if you log in within seven days, then deleted for
          good.
        </li>
        <li>
          A deleted story or chapter: gone from the site at once. Its text stays in the database, seen by
          nobody, until your account is deleted or you ask us to erase it.
        </li>
        <li>
          Log-ins: {days(sessions.idleDays)} after their last use, and {days(sessions.mostDays)} at the most.
        </li>
        <li>From where you have logged in: 90 days after the last time.</li>
        <li>
          Links in mails: they work for an hour or a day. Their record, which has the address that each went
          to, is deleted after 30 days.
        </li>
        <li>
          Mails that lie on our own machine, because no mail server is set: as a rule 30 days, and never
          longer than the account that they are for.
        </li>
        <li>Pictures that nothing shows any more: about a day.</li>
        <li>
          Messages from the contact page: 30 days after they were mailed to us, and a year if they were not;
          or until the account with that address is deleted. The mail itself stays in our mailbox until we
          delete it.
        </li>
      </ul>
      <p>Backups, if we make them, may hold older data until they are replaced.</p>
    </>
  );
}

function YourRights({ operator }: { operator: Operator }) {
  return (
    <>
      <p>With an account you can do most of this yourself, at any time:</p>
      <ul>
        <li>see and change your profile, address, password and preferences;</li>
        <li>see where you are logged in, and end those log-ins;</li>
        <li>download everything that belongs to your account, with your stories as text;</li>
        <li>delete your account.</li>
      </ul>
      <p>
        For anything else, such as erasing a message that you sent us, write to us{' '}
        <ContactLine email={operator.privacyEmail} />. Depending on where you live you may have further
        rights, for instance to object, or to complain to a data protection authority.
      </p>
    </>
  );
}
