/** The same lookup by id from the same file, side by side with MapServer's OGC API, one request after the other. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchDataset } from './datasets.ts';
import { ask, startProgram } from './fastcgi.ts';
import { openLoad, perSecond } from './load.ts';
import { interleave, median, ratiosOf, summarise } from './measure.ts';
import { startService } from './processes.ts';
import { codesOf, codeText, createRandom, getRequest, packRequests, type ReachCode, riverTarget } from './requests.ts';
import type { BenchOptions, Outcome } from './result.ts';

const CODES = 50_000;

export async function run({ quick, say }: BenchOptions): Promise<Outcome> {
  const program = pathOf('mapserv');
  if (program === '' || pathOf('spawn-fcgi') === '') {
    return { results: [], missing: ['MapServer side by side: install mapserver-bin (8 or later) and spawn-fcgi'] };
  }
  const reaches = quick ? 100_000 : 1_000_000;
  const dataset = await benchDataset(reaches, { say });
  const folder = mkdtempSync(join(tmpdir(), 'watercode-bench-'));
  const socket = join(folder, 'socket');
  const mapserver = await startProgram(socket, program, { MAPSERVER_CONFIG_FILE: configure(folder, dataset) });
  const service = await startService(dataset);
  const codes = codesOf(dataset, CODES);
  const targets = codes.map(riverTarget);
  const records = await openLoad(service, packRequests(targets.map((target) => getRequest(target))), 1);
  const asGeoJson = targets.map((target) => getRequest(target, 'Accept: application/geo+json\r\n'));
  const features = await openLoad(service, packRequests(asGeoJson), 1);
  const random = createRandom(9);
  try {
    say('asking MapServer and watercode for the same reaches, in turn');
    const slices = await interleave(
      {
        record: async () => perSecond(await records.slice({ ms: 300 })),
        feature: async () => perSecond(await features.slice({ ms: 300 })),
        mapserver: () => mapserverPerSecond(socket, 300, () => codes[Math.floor(random() * codes.length)]!),
      },
      quick ? 4 : 30,
    );
    const same = (perSecond: number) => perSecond;
    const row = (what: string, rates: number[]) => [what, Math.round(median(rates)).toLocaleString('en')];
    return {
      results: [
        {
          name: 'one reach by its code as GeoJSON, one request after the other',
          ...summarise(ratiosOf(slices.feature, slices.mapserver, same)),
          bar: 1,
          against: 'MapServer over FastCGI, OGC API, the same file',
        },
      ],
      tables: [
        {
          title: `One reach of ${reaches.toLocaleString('en')}, side by side`,
          columns: ['what', 'replies a second on one connection'],
          rows: [
            row('watercode over HTTP, river record', slices.record),
            row('watercode over HTTP, GeoJSON', slices.feature),
            row('MapServer over FastCGI, GeoJSON', slices.mapserver),
          ],
          note:
            'MapServer is asked over FastCGI without a web server in front, its connection to the file kept open, and the ' +
            'code put into SQL of its map file: its own `items/{id}` reads every reach of a GeoPackage.',
        },
      ],
    };
  } finally {
    await records.close();
    await features.close();
    await service.stop();
    await mapserver.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Empty where there is no such command. */
function pathOf(command: string): string {
  return spawnSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' }).stdout.trim();
}

async function mapserverPerSecond(socket: string, ms: number, pick: () => ReachCode): Promise<number> {
  const start = performance.now();
  let replies = 0;
  while (performance.now() - start < ms) {
    const code = codeText(pick());
    const answer = await ask(socket, {
      REQUEST_METHOD: 'GET',
      PATH_INFO: '/rivers/ogcapi/collections/reach/items',
      QUERY_STRING: `f=json&code=${code}`,
    });
    if (!answer.includes(`"id":"${code}"`)) throw new Error(`MapServer does not know ${code}: ${answer}`);
    replies++;
  }
  return (1000 * replies) / (performance.now() - start);
}

/**
 * Gives the path of the configuration file. The code goes into SQL of the map file's own, which takes the way by keys:
 * `items/{id}` and filters look at every reach of a GeoPackage (MapServer 8.0), which takes seconds for a million.
 */
function configure(folder: string, dataset: string): string {
  const map = join(folder, 'rivers.map');
  const config = join(folder, 'mapserver.conf');
  writeFileSync(config, `CONFIG ENV MS_MAP_PATTERN "." END MAPS rivers "${map}" END END\n`);
  writeFileSync(
    map,
    `MAP
  NAME "rivers"
  EXTENT -180 -90 180 90
  PROJECTION "init=epsg:4326" END
  WEB METADATA "oga_enable_request" "*" "oga_onlineresource" "http://127.0.0.1/rivers/ogcapi" END END
  LAYER
    NAME "reach"
    TYPE LINE
    STATUS ON
    CONNECTIONTYPE OGR
    CONNECTION "${dataset}"
    DATA "SELECT * FROM reach WHERE fid = (SELECT fid FROM reach_record WHERE code = '%code%')"
    VALIDATION "code" "^[0-9A-Z.]+$" "default_code" "0" END
    PROJECTION "init=epsg:4326" END
    PROCESSING "CLOSE_CONNECTION=DEFER"
    METADATA "gml_featureid" "code" "oga_extent" "-180 -90 180 90" "gml_include_items" "all" "oga_title" "reach" END
    TEMPLATE "none"
  END
END
`,
  );
  return config;
}
