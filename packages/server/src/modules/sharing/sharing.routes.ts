import * as calls from '@inkling/contract/sharing';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withIdAndQuery } from '../../platform/http/handlers.ts';
import { readPlace } from './sharing.service.ts';

export function sharingRoutes(api: Api): void {
  bind(api, calls.findPassage, data(withIdAndQuery(readPlace)));
}
