/** The colours of the map, by day and by night. */

export type Theme = 'light' | 'dark';

export interface Palette {
  sea: string;
  land: string;
  coast: string;
  /** From the finest tributary to the greatest river. */
  rivers: readonly [string, string, string, string];
  label: string;
  halo: string;
  upstream: string;
  downstream: string;
  subbasin: string;
  subbasinWash: string;
  chosen: string;
  casing: string;
  other: string;
  placeLabel: string;
  cluster: string;
  clusterText: string;
}

export const PALETTES: Readonly<Record<Theme, Palette>> = {
  light: {
    sea: '#dcebf2',
    land: '#fbfaf6',
    coast: '#c3d8e2',
    rivers: ['#8fbcd4', '#67a5c6', '#3583ae', '#0f5f8d'],
    label: '#2c6a8c',
    halo: '#fbfaf6',
    upstream: '#0d9c8f',
    downstream: '#e2672f',
    subbasin: '#7a5cc4',
    subbasinWash: '#e3dbf6',
    chosen: '#0a3f5e',
    casing: '#ffffff',
    other: '#b0348a',
    placeLabel: '#3b4b55',
    cluster: '#ffffff',
    clusterText: '#47616f',
  },
  dark: {
    sea: '#0a161d',
    land: '#13232c',
    coast: '#1f3642',
    rivers: ['#33637d', '#4180a0', '#5aa6c9', '#8ad0ef'],
    label: '#9fd3ec',
    halo: '#0e1b23',
    upstream: '#37d1bf',
    downstream: '#ff9661',
    subbasin: '#b79cf5',
    subbasinWash: '#332c55',
    chosen: '#f2fbff',
    casing: '#0a161d',
    other: '#f17ac9',
    placeLabel: '#c8d6de',
    cluster: '#20343f',
    clusterText: '#b9ccd6',
  },
};
