/** The catalogue of editions in a database: which there are, which one is live, and how far a copy has come. */
import type { DatasetInfo } from './store.ts';

/** Raised when a service could no longer read editions of an older layout, or the other way round. */
export const LAYOUT = 2;

/** Two publishes at once would mix their tables: the one that holds this lock works. */
export const PUBLISH_LOCK = 7_463_261_001;

export const CATALOGUE_SQL = `
CREATE SCHEMA IF NOT EXISTS watercode;
CREATE SEQUENCE IF NOT EXISTS watercode.edition_number;    -- so that no number ever comes again
CREATE TABLE IF NOT EXISTS watercode.edition (
  number integer PRIMARY KEY,
  identity text NOT NULL,          -- of the dataset it was copied from
  layout integer NOT NULL,
  state text NOT NULL CHECK (state IN ('copying', 'ready')),
  info text NOT NULL,              -- JSON: title, counts, POI types and the like
  started_at timestamptz NOT NULL DEFAULT now(),
  ready_at timestamptz,
  left_at timestamptz              -- when another edition took its place
);
CREATE TABLE IF NOT EXISTS watercode.live (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  edition integer NOT NULL REFERENCES watercode.edition (number),
  switch integer NOT NULL,         -- counts the switches, so that a reader knows the newest on replicas that lag
  switched_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE IF NOT EXISTS watercode.copied (
  edition integer NOT NULL REFERENCES watercode.edition (number) ON DELETE CASCADE,
  relation text NOT NULL,
  last_id bigint NOT NULL,         -- everything up to here has been copied
  PRIMARY KEY (edition, relation)
);
`;

/** What a reader asks each host every second. */
export const LIVE_SQL = `
SELECT live.switch, live.edition,
  ARRAY(SELECT number FROM watercode.edition WHERE state = 'ready') AS ready
FROM watercode.live`;

export interface LiveEdition {
  switch: number;
  edition: number;
}

export function schemaOf(edition: number): string {
  return `watercode_${edition}`;
}

/** What is known of an edition as a whole. */
export interface EditionInfo extends DatasetInfo {
  /** Of each zoom from the first whose tiles are not stored. */
  tileLeastOrders: readonly number[];
}

export function writeInfo(info: EditionInfo): string {
  return JSON.stringify({ ...info, propertyNames: [...info.propertyNames] });
}

export function readInfo(text: string): EditionInfo {
  const { propertyNames, ...rest } = JSON.parse(text) as Omit<EditionInfo, 'propertyNames'> & {
    propertyNames: [string, string][];
  };
  return { ...rest, propertyNames: new Map(propertyNames) };
}
