import type { Testimonial } from '@inkling/contract/site';
import type { Story } from '@inkling/contract/stories';
import { Link } from 'react-router';
import { StoryCover } from '../../features/covers/story-cover.tsx';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';

const steps = [
  {
    title: 'Find a story',
    text: 'Browse what’s new, popular or complete. Every story shows its length before you start.',
  },
  {
    title: 'Read it your way',
    text: 'Choose your text size and theme. Inkling keeps your place to the paragraph, on every device.',
  },
  {
    title: 'Write your own',
    text: 'Publish chapter by chapter. Every version of your text is saved, and nothing you type is lost.',
  },
];

const features = [
  { title: 'Free sign-up', text: 'An account costs nothing, and it’s all you need to read.' },
  {
    title: 'Complete or ongoing',
    text: 'Every story shows which it is, and when it was last updated.',
  },
  {
    title: 'Good company',
    text: 'Every author has a page with all their stories, and you can follow them.',
  },
  {
    title: 'Reading streaks',
    text: 'Count your reading days. A few days off each week don’t end a streak.',
  },
  {
    title: 'Your page, your way',
    text: 'Adjustable fonts and themes, and a distraction-free reading mode.',
  },
  { title: 'Wherever you are', text: 'Your library and your place stay in sync on every device.' },
];

const heroCovers = [0, 1, 2];

/** Three story covers; placeholders reserve their space while they load. */
function HeroCovers({ stories }: { stories: Story[] | null }) {
  if (stories?.length === 0) return null;
  return (
    <div aria-hidden="true" className="flex min-w-0 items-end gap-3 lg:justify-center lg:gap-4">
      {heroCovers.map((index) => {
        const story = stories?.[index];
        return (
          <div key={index} className={index === 1 ? 'w-28 lg:w-52' : 'w-22 lg:w-40'}>
            {story && <StoryCover story={story} sizes="(min-width: 1024px) 208px, 112px" eager />}
            {stories === null && <div className="cover" />}
          </div>
        );
      })}
    </div>
  );
}

export function Hero({ stories }: { stories: Story[] | null }) {
  return (
    <section className="border-b border-line bg-sunken">
      <div className="mx-auto grid max-w-6xl items-center gap-10 px-4 py-14 sm:px-6 sm:py-20 lg:grid-cols-2">
        <div>
          <h1 className="max-w-3xl font-serif text-4xl leading-tight text-balance sm:text-6xl">
            Stories that arrive one chapter at a time
          </h1>
          <p className="mt-5 max-w-xl text-lg text-muted">
            Read, follow and collect serialized stories, or write one of your own. We keep your place, and
            every word you write.
          </p>
          <p className="mt-8 flex flex-wrap gap-3">
            <Link to={paths.signup()} className={buttonClass('primary')}>
              Start Reading Free
            </Link>
            <Link to={paths.discover} className={buttonClass('quiet')}>
              Browse All Stories
            </Link>
          </p>
        </div>
        <HeroCovers stories={stories} />
      </div>
    </section>
  );
}

export function HowItWorks() {
  return (
    <section aria-labelledby="how" className="mx-auto max-w-6xl px-4 py-12 sm:px-6">
      <h2 id="how" className="font-serif text-3xl">
        How it works
      </h2>
      <ol className="mt-6 grid gap-8 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="border-t-2 border-accent pt-4">
            <span aria-hidden="true" className="font-serif text-muted tabular-nums">
              {index + 1}
            </span>
            <h3 className="mt-1 text-xl font-semibold">{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Features() {
  return (
    <section aria-labelledby="features" className="border-y border-line bg-sunken">
      <div className="mx-auto max-w-6xl px-4 py-12 sm:px-6">
        <h2 id="features" className="font-serif text-3xl">
          Made for reading
        </h2>
        <ul className="mt-6 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          {features.map(({ title, text }) => (
            <li key={title}>
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function ClosingCall() {
  return (
    <section aria-labelledby="begin" className="mx-auto max-w-6xl px-4 py-16 text-center sm:px-6">
      <h2 id="begin" className="font-serif text-3xl">
        The next chapter is yours
      </h2>
      <p className="mt-6 flex flex-wrap justify-center gap-3">
        <Link to={paths.signup()} className={buttonClass('primary')}>
          Create Free Account
        </Link>
        <Link to={paths.write} className={buttonClass('quiet')}>
          Start Writing
        </Link>
      </p>
    </section>
  );
}

/** Testimonials that the operator configured; renders nothing without any. */
export function Testimonials({ testimonials }: { testimonials: Testimonial[] }) {
  if (testimonials.length === 0) return null;
  return (
    <section aria-labelledby="said" className="mx-auto max-w-6xl px-4 py-12 sm:px-6">
      <h2 id="said" className="font-serif text-3xl">
        What readers say
      </h2>
      <ul className="mt-6 grid gap-6 md:grid-cols-3">
        {testimonials.map(({ text, name }) => (
          <li key={name + text}>
            <figure className="border-s-2 border-accent ps-5">
              <blockquote className="font-serif text-lg leading-relaxed" dir="auto">
                {text}
              </blockquote>
              <figcaption className="mt-3 text-sm text-muted">{name}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
