/** Cuts lines to a tile and its buffer, wherever on the round world they come from. */
import { clipLine } from './tile-clip.ts';
import { BUFFER, EXTENT, type TileAddress } from './tile-mercator.ts';

/** Told of a piece, in the tile's units: the first `length` numbers, which are its own until the next is told of. */
export type UsePiece = (points: Float64Array, length: number) => void;
export type Cut = (line: Float64Array, use: UsePiece) => void;

export function cutterOf({ z, x, y }: TileAddress): Cut {
  const scale = EXTENT * 2 ** z;
  const min = -BUFFER;
  const max = EXTENT + BUFFER;
  let units = new Float64Array(1024);

  return (line, use) => {
    let west = Number.POSITIVE_INFINITY;
    let east = Number.NEGATIVE_INFINITY;
    let top = Number.POSITIVE_INFINITY;
    let bottom = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < line.length; i += 2) {
      const worldX = line[i]!;
      const worldY = line[i + 1]!;
      if (worldX < west) west = worldX;
      if (worldX > east) east = worldX;
      if (worldY < top) top = worldY;
      if (worldY > bottom) bottom = worldY;
    }
    top = top * scale - y * EXTENT;
    bottom = bottom * scale - y * EXTENT;
    if (bottom < min || top > max) return;
    if (units.length < line.length) units = new Float64Array(line.length * 2);
    const first = Math.ceil((x * EXTENT + min) / scale - east);
    const last = Math.floor((x * EXTENT + max) / scale - west);
    for (let turns = first; turns <= last; turns++) {
      for (let i = 0; i < line.length; i += 2) {
        units[i] = (line[i]! + turns) * scale - x * EXTENT;
        units[i + 1] = line[i + 1]! * scale - y * EXTENT;
      }
      const isInside =
        top >= min &&
        bottom <= max &&
        (west + turns) * scale - x * EXTENT >= min &&
        (east + turns) * scale - x * EXTENT <= max;
      if (isInside) use(units, line.length);
      else for (const piece of clipLine(units.subarray(0, line.length), min, max)) use(piece, piece.length);
    }
  };
}
