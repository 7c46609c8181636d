import { hash } from 'node:crypto';
import { createDevice } from '@inkling/contract/devices';
import type { Person, TestApp } from '../../../testing/test-app.ts';

export interface Place {
  document: string;
  progress: string;
  percentage: number;
  device: string;
  device_id: string;
  timestamp: number;
}

/** A device with KOReader, which sends what its sync plugin sends. */
export async function koreader(site: TestApp, who: Person, device = 'Kobo') {
  const { token } = (await site.as(who).call(createDevice, { body: { name: device } })).body.data;
  const headers = {
    accept: 'application/vnd.koreader.v1+json',
    'content-type': 'application/json',
    'x-auth-user': who.username,
    'x-auth-key': hash('md5', token, 'hex'),
  };
  const deviceId = hash('md5', `${who.id} ${device}`, 'hex').toUpperCase();
  return {
    headers,
    deviceId,
    request: (method: 'GET' | 'PUT' | 'POST', path: string, payload?: string) =>
      site.app.http.inject({
        method,
        url: `/kosync${path}`,
        headers,
        ...(payload !== undefined && { payload }),
      }),
    put(document: string, progress: string, percentage = 0.5) {
      const body = { document, progress, percentage, device, device_id: deviceId, metadata: { title: 'x' } };
      return this.request('PUT', '/syncs/progress', JSON.stringify(body));
    },
    async get(document: string): Promise<Place> {
      return (await this.request('GET', `/syncs/progress/${encodeURIComponent(document)}`)).json();
    },
  };
}

export type Device = Awaited<ReturnType<typeof koreader>>;
