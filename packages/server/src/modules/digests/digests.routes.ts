import * as calls from '@inkling/contract/digests';
import { type Api, bind } from '../../platform/http/bind.ts';
import { unsubscribe } from './digests.service.ts';

const maxBody = 4096;

export function digestRoutes(api: Api): void {
  bind(api, calls.unsubscribe, (ctx, _viewer, { params }) => unsubscribe(ctx, params.token));
  oneClick(api);
}

/**
 * The POST by which mail clients unsubscribe (RFC 8058), to the address of the page with the button. It says nothing but
 * `List-Unsubscribe=One-Click`, as a form, so its body is not read.
 */
function oneClick({ http, ctx }: Api): void {
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBody }, (_request, _body, done) =>
      done(null),
    );
    scope.post<{ Params: { token: string } }>(
      '/unsubscribe/:token',
      { config: { limitClass: 'page' } },
      async ({ params }, reply) => {
        await unsubscribe(ctx, params.token);
        return reply
          .headers({
            'cache-control': 'no-store',
            'referrer-policy': 'no-referrer',
            'x-robots-tag': 'noindex',
          })
          .type('text/plain; charset=utf-8')
          .send('You’ll no longer get these emails.\n');
      },
    );
  });
}
