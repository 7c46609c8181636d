import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../../lib/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { modelQuery, useAgreeToModel, useWithdrawFromModel } from './assistant.api.ts';

interface Props {
  /** What is sent, such as 'this chapter’s text'. */
  what: string;
  /** What the model does with it. */
  purpose: string;
  /** The button that sends it. */
  button: string;
}

/** Says where a model would read what the author wrote, and asks whether it may. Nothing on a site without a model. */
export function ModelConsent({ what, purpose, button }: Props) {
  const state = useQuery(modelQuery);
  const agree = useAgreeToModel();
  const withdraw = useWithdrawFromModel();
  if (state.data === undefined)
    return (
      <QueryState query={state} fallback="Failed to check whether this site has a model" pending={null} />
    );
  const { model, hasAgreed, requestsLeft } = state.data.data;
  if (model === null) return null;
  const place = (
    <>
      <strong className="break-words">{model.host}</strong> (<span className="break-words">{model.name}</span>
      )
    </>
  );
  return (
    <section aria-label="Model" className="space-y-2 rounded-xl border border-line px-4 py-3 text-sm">
      {hasAgreed ? (
        <>
          <p>
            When you press “{button}”, {what} also goes to {place}, {purpose}. {requestsLeft} left today.
          </p>
          <Button
            variant="subtle"
            className="-mx-3"
            busy={withdraw.isPending}
            onClick={() => withdraw.mutate({})}
          >
            Stop sending
          </Button>
        </>
      ) : (
        <>
          <p>
            This site can have a model write for you. If you agree, {what} is sent to {place} each time you
            press “{button}”, {purpose}. This site stores neither the text nor the answer. To find out what
            that server does with them, ask the people who run this site. You can stop it here at any time.
          </p>
          <Button busy={agree.isPending} onClick={() => agree.mutate({ body: { host: model.host } })}>
            Agree<span className="sr-only"> that the text is sent to {model.host}</span>
          </Button>
        </>
      )}
    </section>
  );
}

/** Marks what a model has written. */
export const WrittenByModel = ({ model }: { model?: string }) => (
  <p className="text-sm text-muted">
    Written by {model === undefined ? 'a model' : <span className="break-words">the model {model}</span>}. It
    can be wrong.
  </p>
);

/** While a model that the author agreed to may be writing. */
export function ModelAtWork() {
  const state = useQuery(modelQuery);
  if (!state.data?.data.hasAgreed) return null;
  return (
    <p role="status" className="text-sm text-muted">
      The model is writing. This can take up to 15 seconds.
    </p>
  );
}
