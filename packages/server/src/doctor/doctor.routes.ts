import { getSiteReport } from '@inkling/contract/admin';
import { type Api, bind } from '../platform/http/bind.ts';
import { storeFailures } from '../platform/http/failed-requests.ts';

/** Bound by the app: doctor knows every capability, so none can bind it. */
export function doctorRoutes(api: Api): void {
  bind(api, getSiteReport, async (ctx) => {
    // Few processes ever need the checks.
    const { siteReport } = await import('./site-report.ts');
    await storeFailures(api.http);
    return { data: await siteReport(ctx) };
  });
}
