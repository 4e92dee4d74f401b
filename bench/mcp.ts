/** MCP `tools/call` of get_river against the same lookup over REST, both of the same process. */
import { benchDataset } from './datasets.ts';
import { cpuMicroseconds, type Load, openLoad, perSecond } from './load.ts';
import { interleave, median, ratiosOf, summarise } from './measure.ts';
import { isServed, requestsOf } from './operations.ts';
import { startService } from './processes.ts';
import type { BenchOptions, Outcome } from './result.ts';

export async function run({ quick, say }: BenchOptions): Promise<Outcome> {
  const dataset = await benchDataset(quick ? 100_000 : 1_000_000, { say });
  const server = await startService(dataset);
  const loads: Load[] = [];
  try {
    if (!(await isServed(server, 'MCP get_river'))) {
      return { results: [], missing: ['MCP against REST: `watercode serve` has no MCP endpoint yet'] };
    }
    const rest = await openLoad(server, requestsOf('lookup', dataset));
    const mcp = await openLoad(server, requestsOf('MCP get_river', dataset));
    loads.push(rest, mcp);
    say('asking for rivers over REST and MCP, in turn');
    const slices = await interleave(
      { rest: () => rest.slice({ ms: 200 }), mcp: () => mcp.slice({ ms: 200 }) },
      quick ? 6 : 60,
      quick ? 3 : 5,
    );
    return {
      results: [
        {
          name: 'MCP tools/call of get_river, random codes',
          ...summarise(ratiosOf(slices.mcp, slices.rest, perSecond)),
          cpuRatio: median(ratiosOf(slices.rest, slices.mcp, cpuMicroseconds)),
          bar: 0.25,
          goal: 0.5,
          against: 'the same lookup over REST',
        },
      ],
    };
  } finally {
    for (const load of loads) await load.close();
    await server.stop();
  }
}
