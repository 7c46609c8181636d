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
          terms are between you and {operatorName(operator)} (“we” below). By creating an account you agree to
          them.
        </p>
        <p>
          You can look around without an account. Our {privacyPolicy} explains what we store about you and for
          how long.
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
          You need a username, an email address that you have access to, and a password. You must be old
          enough, where you live, to agree to terms like these; if you are not, a parent or guardian has to
          agree for you.
        </p>
        <p>
          An account is for one person. Keep your password to yourself, and do not use a name that makes
          others take you for someone else. You can see where you are signed in, and sign out other devices.
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
          You keep all rights to your stories, chapters, notes and images. You allow us only what the site
          needs: to store them, to make technical copies such as smaller versions of an image, and to show
          what you have published to those who visit. We pay nothing for this, and we sell nothing you write.
        </p>
        <p>
          That permission ends for each text when you unpublish or delete it. Only you can see earlier
          versions and drafts, except a draft for which you create a link for beta readers.
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
          Publish only your own work, or work whose rights holder lets you publish it. The same goes for
          images and for books you import. Choose genres that fit your story, so that readers know what to
          expect.
        </p>
        <p>
          If parts of a story were written with AI, say so in the story’s form. Readers will see it on the
          story’s page.
        </p>
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
          <li>publish anything illegal, or sexual content that involves minors in any form;</li>
          <li>threaten, harass or expose people, or call for hatred or violence against them;</li>
          <li>publish the private details of others without their consent;</li>
          <li>advertise, deceive, or spread malware;</li>
          <li>
            get around limits, sign-in or the privacy of drafts, generate views, likes or followers
            automatically, or overload the server so that others cannot use it.
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
          The stories here belong to their authors. You may read them on this site. Ask the author before you
          copy them elsewhere, sell them, or train an AI model on them.
        </p>
        <p>
          Authors are responsible for their own stories. An author may change or unpublish a story at any
          time; an unpublished story is shown in your library as “No longer available”.
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
          Tell us which page you mean and what is wrong with it. People read these messages, so it may take a
          while.
        </p>
        <p>
          We may take down what breaks these terms: readers no longer see it, and the author keeps it as a
          draft and is told why. We may suspend an account that does so repeatedly or seriously. The account’s
          owner sees this when they try to sign in. If you think we made a mistake, write to us in the same
          way.
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
          You can delete your account at any time. Your stories and profile are hidden immediately. Sign in
          within seven days to restore everything; after that it is permanently deleted. Download your data
          first if you want to keep it.
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
          Reading on this site is free. We take care of your texts, but things break: keep a copy of anything
          you could not bear to lose. We do not promise that the site is always available or free of errors.
        </p>
        <p>
          As far as the law allows, we are not liable for damage caused by using a free service. You keep any
          rights that the law does not let terms take away.
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
          When these terms change, we will post the new version here with its date. If you do not agree with
          it, you can delete your account.
        </p>
        <p>
          You can reach {operatorName(operator)} <ContactLine email={operator.contactEmail} />.
        </p>
      </>
    ),
  },
];
