import { importFormats } from '@inkling/contract/import-formats';
import { Link } from 'react-router';
import { RunningText } from '../../features/site/document.tsx';
import { loadSitePage, siteMeta } from '../../features/site/site-page.ts';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import type { Route } from './+types/about.ts';

const name = 'About';
const pitch =
  'Inkling is a quiet place for stories that appear chapter by chapter, and for those who write them.';

export const loader = (args: Route.LoaderArgs) => loadSitePage(args);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadSitePage(args);

export const meta: Route.MetaFunction = ({ loaderData }) => siteMeta(name, pitch, loaderData?.address);

const parts = [
  {
    title: 'For readers',
    text: 'A distraction-free page, in the text size and theme that suit you. We keep your place to the paragraph, on every device, even when the author edits the text. Your library remembers what you were reading, and shows you when there’s a new chapter.',
  },
  {
    title: 'For writers',
    text: `An editor that saves what you type, on your device and on the server. Every version is kept, so you can compare and restore it. Only you can see your drafts until you publish them or give someone a link. You can import a finished book as ${importFormats}.`,
  },
  {
    title: 'For everyone',
    text: 'Reading is free, with no advertising, no cookies and no trackers. Your stories are yours: you can leave and take everything with you at any time.',
  },
];

export default function About({ loaderData: { operator } }: Route.ComponentProps) {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <h1 className="font-serif text-xl text-accent-text">{name}</h1>
      <p className="mt-3 max-w-3xl font-serif text-3xl leading-snug text-balance sm:text-5xl sm:leading-tight">
        {pitch}
      </p>
      <div className="mt-12 grid gap-x-10 gap-y-8 md:grid-cols-3">
        {parts.map(({ title, text }) => (
          <section key={title} className="border-t-2 border-accent pt-4">
            <h2 className="font-serif text-2xl">{title}</h2>
            <p className="mt-3 text-muted">{text}</p>
          </section>
        ))}
      </div>
      <section className="mt-14 max-w-[38rem]">
        <h2 className="font-serif text-2xl">Who runs it</h2>
        <RunningText>
          <p>
            {operator.name === null
              ? 'This is an independently run Inkling site.'
              : `This site is run by ${operator.name}.`}{' '}
            Inkling itself is software that anyone may run, under the MIT license, and every site is
            independent.
          </p>
          <p>
            The rules are in the{' '}
            <Link to={paths.terms} className="link">
              Terms of Service
            </Link>{' '}
            and the{' '}
            <Link to={paths.privacy} className="link">
              Privacy Policy
            </Link>
            . If something is missing, broken or worth praising, please{' '}
            <Link to={paths.contact} className="link">
              write to us
            </Link>
            .
          </p>
        </RunningText>
      </section>
      <p className="mt-10 flex flex-wrap gap-3" data-for="visitor">
        <Link to={paths.signup()} className={buttonClass('primary')}>
          Join Free
        </Link>
        <Link to={paths.landing} className={buttonClass('quiet')}>
          Browse stories
        </Link>
      </p>
    </div>
  );
}
