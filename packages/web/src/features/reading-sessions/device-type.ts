import type { DeviceType } from '@inkling/contract/reading-sessions';

/** The kind of device, from its user agent. An iPad with a desktop's user agent is recognized by its touch screen. */
export function deviceTypeOf(userAgent: string, touchPoints: number): DeviceType {
  if (/iPad|Tablet|PlayBook|Silk/i.test(userAgent)) return 'tablet';
  if (/Macintosh/i.test(userAgent) && touchPoints > 1) return 'tablet';
  if (/Android/i.test(userAgent)) return /Mobile/i.test(userAgent) ? 'mobile' : 'tablet';
  return /Mobi|iPhone|iPod/i.test(userAgent) ? 'mobile' : 'desktop';
}
