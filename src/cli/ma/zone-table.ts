/** Reads the small table of where zones join from a text file: lines of `3261001003,3261001.0.9`. */

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { formatCode, isReachCode, MaError, parseCode, type ZoneJoin, type ZoneTable } from '../../code/index.ts';
import { CommandError } from '../command.ts';

export async function readZoneTable(path: string): Promise<ZoneTable> {
  const joins = new Map<string, ZoneJoin>();
  let number = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      number++;
      if (line.trim() !== '') joins.set(...readJoin(line));
    }
  } catch (error) {
    if (error instanceof MaError || error instanceof CommandError) {
      throw new CommandError(`${path}, line ${number}: ${error.message}`);
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`cannot read the zones: ${reason}`);
  }
  return { joinOf: (basincode, subbasincd) => joins.get(`${basincode}${subbasincd}`) };
}

function readJoin(line: string): [string, ZoneJoin] {
  const [zone = '', reach = '', ...more] = line.split(',');
  if (more.length > 0 || reach === '') throw new CommandError('expected ZONE,REACH such as 3261001003,3261001.0.9');
  const zoneCode = parseCode(zone);
  const reachCode = parseCode(reach);
  if (isReachCode(zoneCode) || !isReachCode(reachCode) || zoneCode.basincode !== reachCode.basincode) {
    throw new CommandError('expected a zone without V and L, and a reach of the same basin with them');
  }
  return [formatCode(zoneCode), reachCode];
}
