/** Small line icons of buttons and properties, drawn on a grid of 24. */

import { svg } from './dom.ts';

const PATHS: Readonly<Record<string, string>> = {
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  check: 'M5 12.5 10 17.5 19.5 7',
  compare: 'M7 4v10a4 4 0 0 0 4 4h6M14 15l3 3-3 3M17 20M7 4 4.5 7M7 4l2.5 3',
  share: 'M12 15V4M8 7.5 12 4l4 3.5M5 12v7h14v-7',
  locate: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 3v3M12 18v3M3 12h3M18 12h3',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8 12h8',
  places: 'M12 21s6.5-6 6.5-11A6.5 6.5 0 0 0 5.5 10c0 5 6.5 11 6.5 11ZM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  light:
    'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  docs: 'M8 7 4 12l4 5M16 7l4 5-4 5M13.5 5l-3 14',
  print: 'M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7z',
  download: 'M12 4v11M8 11.5 12 15l4-3.5M5 20h14',
  arrow: 'M9 5l7 7-7 7',
  swap: 'M7 20V6M4 9l3-3 3 3M17 4v14M14 15l3 3 3-3',
  ruler: 'M3 16 16 3l5 5L8 21zM7 12l2 2M10 9l2 2M13 6l2 2',
  order: 'M12 21v-7M12 14C12 9 6 9 6 4M12 14c0-5 6-5 6-10M9 6.5C9 9 11 9 11 11',
  distance: 'M5 19h14M5 16v6M19 16v6M12 3v9M8.5 9l3.5 3.5L15.5 9',
  network: 'M12 21v-6M12 15l-6-6V4M12 15l6-6V4M12 15V4',
  flow: 'M3 8c3-3 6 3 9 0s6 3 9 0M3 15c3-3 6 3 9 0s6 3 9 0',
  area: 'M4 8l6-4 10 5-3 10-9 1-4-6z',
  discharge: 'M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11Z',
  flag: 'M6 21V4h12l-3 4 3 4H6',
  mouth: 'M12 3v7M12 10c0 3-4 3-4 6M12 10c0 3 4 3 4 6M3 20c3-3 6 3 9 0s6 3 9 0',
  id: 'M4 6h16v12H4zM8 10h3M8 14h8',
  elevation: 'M3 19 9.5 7l4 7 2.5-4L21 19z',
  power: 'M13 3 5.5 13.5H11L10 21l8-11h-5.5z',
  year: 'M4 6h16v14H4zM4 10.5h16M8 3v4M16 3v4',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 20c0-4 2.5-6 6-6s6 2 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5M17.5 14.5c2.3.7 3.5 2.5 3.5 5.5',
  dot: 'M12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
};

/** Decoration only: what it stands beside says the same in words. */
export function icon(name: string, className = 'icon'): SVGSVGElement {
  return svg(
    'svg',
    { class: className, viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { d: PATHS[name] ?? PATHS.dot }),
  );
}
