/** The place of the device, or a sentence why it cannot be had. */

import type { Texts } from './texts/en.ts';

const PATIENCE_MS = 15_000;

export function whereAmI(
  { locate }: Texts,
  onPlace: (lon: number, lat: number) => void,
  say: (text: string) => void,
): void {
  if (!('geolocation' in navigator)) {
    say(locate.unavailable);
    return;
  }
  say(locate.asking);
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => onPlace(coords.longitude, coords.latitude),
    ({ code, PERMISSION_DENIED }) => say(code === PERMISSION_DENIED ? locate.denied : locate.unavailable),
    { timeout: PATIENCE_MS, maximumAge: 60_000 },
  );
}
