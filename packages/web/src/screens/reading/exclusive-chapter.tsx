import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';

/** In place of the text of an exclusive chapter, for readers without the right. */
export const ExclusiveChapter = () => (
  <section aria-labelledby="exclusive" className="rounded-lg bg-sunken px-5 py-8 text-center">
    <Lock aria-hidden="true" className="mx-auto size-8 text-muted" />
    <h2 id="exclusive" className="mt-3 font-serif text-2xl text-balance">
      This chapter is for Premium readers
    </h2>
    <p className="mt-2 text-muted text-balance">
      Premium lets you read it and join the conversation about it.
    </p>
    <p className="mt-5">
      <Link to={{ pathname: paths.store, hash: 'subscriptions' }} className={buttonClass('primary')}>
        See plans
      </Link>
    </p>
  </section>
);
