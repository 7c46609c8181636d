import { Link } from 'react-router';
import { operatorName } from '../../features/site/contact-line.tsx';
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
    text: 'A page without distraction, in the size and colours that suit you. Your place is kept to the paragraph, on every device, also when the author edits around it. Your library knows what you were reading, and tells you when a story goes on.',
  },
  {
    title: 'For writers',
    text: 'An editor that keeps what you type, on your device and on the server. Every saved version stays, to compare and to bring back. Drafts are shown to you alone until you publish them. A finished book can be imported as it is: EPUB, Markdown or plain text.',
  },
  {
    title: 'For everybody',
    text: 'It is free, and there is no advertising. There are no cookies and no trackers. Your stories are yours: you can take them with you, and you can leave with all that is yours at any time.',
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
            This site is run by {operatorName(operator)}. Inkling itself is a program that anybody may run,
            under the MIT licence, and each site that does is its own.
          </p>
          <p>
            What holds here is in the{' '}
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
          See the stories
        </Link>
      </p>
    </div>
  );
}
