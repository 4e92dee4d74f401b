/** What a tile is made of, in the world's units, before it is cut and written. */

export interface TileReach {
  id: number;
  /** The highest of the reaches that are drawn as one; else the same as `id`. */
  top: number;
  /** The reach below; 0 at an outlet. */
  down: number;
  code: string;
  order: number;
  /** The named river it belongs to; 0 for none, and then without names. */
  river: number;
  name: string;
  nameEn: string;
  line: Float64Array;
}

export interface TilePoi {
  id: number;
  type: string;
  key: string;
  name: string;
  nameEn: string;
  icon: string;
  x: number;
  y: number;
}
