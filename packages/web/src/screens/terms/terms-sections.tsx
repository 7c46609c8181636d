import type { Operator } from '@inkling/contract/site';
import { Link } from 'react-router';
import { ContactLine, operatorName } from '../../features/site/contact-line.tsx';
import type { Section } from '../../features/site/document.tsx';
import { paths } from '../../lib/paths.ts';

const privacyPolicy = (
  <Link to={paths.privacy} className="link">
    Privacy Policy
  </Link>
);

/** The ten sections of the terms. */
export const termsSections = (operator: Operator): Section[] => [
  {
    id: 'agreement',
    title: 'What these terms are',
    text: (
      <>
        <p>
          Inkling is a place to read stories that appear chapter by chapter, and to publish your own. These
          terms are between you and {operatorName(operator)}, who runs this site (“we” below). By making an
          account you agree to them.
        </p>
        <p>
          You can look around without an account. What we keep about you, and for how long, is in the{' '}
          {privacyPolicy}.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    text: (
      <>
        <p>
          You need a username, an email address that you can read, and a password. You must be old enough,
          where you live, to agree to terms like these; if you are not, a parent or guardian has to agree for
          you.
        </p>
        <p>
          An account is for one person. Keep your password to yourself, and do not use a name that makes
          others take you for somebody else. You can see where you are logged in, and end those log-ins.
        </p>
      </>
    ),
  },
  {
    id: 'your-texts',
    title: 'What you write stays yours',
    text: (
      <>
        <p>
          You keep every right to your stories, chapters, notes and pictures. You allow us only what the site
          needs: to store them, to make technical copies such as smaller versions of a picture, and to show
          what you have published to those who visit. We pay nothing for this, and we sell nothing that you
          write.
        </p>
        <p>
          That permission ends for each text when you take it back or delete it. Drafts and earlier versions
          are shown to you alone.
        </p>
      </>
    ),
  },
  {
    id: 'publishing',
    title: 'What you publish',
    text: (
      <>
        <p>
          Publish what is your own, or what its rights holder lets you publish. The same goes for pictures and
          for books that you import. Give your story genres that fit, so that readers know what to expect.
        </p>
        <p>If an AI wrote part of a story, say so in the story’s form. Readers then see it on its page.</p>
      </>
    ),
  },
  {
    id: 'not-allowed',
    title: 'What is not allowed',
    text: (
      <>
        <p>Please do not use this site to</p>
        <ul>
          <li>publish what is against the law, or sexual content that involves minors in any form;</li>
          <li>threaten, harass or expose people, or call for hatred or violence against them;</li>
          <li>publish the private details of others without their consent;</li>
          <li>advertise, deceive, or spread harmful programs;</li>
          <li>
            get round limits, log-ins or the privacy of drafts, make views, likes or followers by machine, or
            burden the server so that others cannot use it.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'reading',
    title: 'What others write',
    text: (
      <>
        <p>
          The stories here belong to their authors. You may read them on this site. To copy them elsewhere, to
          sell them, or to train a program on them, ask the author first.
        </p>
        <p>
          Authors say what their stories are, not we. An author may change a story or take it back at any
          time; it then stands in your library as “No longer available”.
        </p>
      </>
    ),
  },
  {
    id: 'when-something-is-wrong',
    title: 'When something is wrong',
    text: (
      <>
        <p>
          If a story breaks these terms or your rights, tell us <ContactLine email={operator.contactEmail} />.
          Say which page you mean and what is wrong with it. People read this, not programs, so it may take a
          while.
        </p>
        <p>
          We may take down what breaks these terms: readers no longer see it, and its author keeps it as a
          draft and is told why. We may suspend an account that keeps doing so or does it badly. A suspended
          account is told so when it logs in. If you think that we are mistaken, write to us in the same way.
        </p>
      </>
    ),
  },
  {
    id: 'leaving',
    title: 'Leaving',
    text: (
      <>
        <p>
          You can delete your account at any time. Your stories and your profile are hidden at once; for seven
          days logging in brings all of it back; after that it is deleted for good. Download your data before,
          if you want to keep it.
        </p>
      </>
    ),
  },
  {
    id: 'no-promises',
    title: 'What we do and do not promise',
    text: (
      <>
        <p>
          Using this site costs nothing. We take care of your texts, but things break: keep a copy of what you
          could not bear to lose. We do not promise that the site is always there or free of faults.
        </p>
        <p>
          As far as the law allows, we are not liable for damage that comes from using a free service. Where
          the law gives you rights that terms cannot take away, you keep them.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes, and how to reach us',
    text: (
      <>
        <p>
          When these terms change, the new ones stand here with their date. If you do not agree with them, you
          can delete your account.
        </p>
        <p>
          You reach {operatorName(operator)} <ContactLine email={operator.contactEmail} />.
        </p>
      </>
    ),
  },
];
