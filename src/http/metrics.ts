/** What /metrics says, in the Prometheus text format: requests by route and status, their times, and which dataset is served. */

import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Service } from '../service/service.ts';

/** Upper bounds in seconds; a lookup takes some 50 microseconds, a large page some milliseconds. */
const BOUNDS_S = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const NAME = 'watercode_http_request_duration_seconds';
const HELP = 'Time from the arrival of a request to the end of its reply';

/** The requests of one method, route and status. */
interface Series {
  labels: { method: string; route: string; status: number };
  buckets: Float64Array;
  sum: number;
  count: number;
}

/** Plain arrays, as the histogram of the library takes longer than a lookup does. */
class RequestTimes {
  readonly name = NAME;
  readonly help = HELP;
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly #series = new Map<string, Series>();

  seriesOf(method: string, route: string, status: number): Series {
    const key = `${status} ${method} ${route}`;
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { labels: { method, route, status }, buckets: new Float64Array(BOUNDS_S.length), sum: 0, count: 0 };
      this.#series.set(key, series);
    }
    return series;
  }

  reset(): void {
    this.#series.clear();
  }

  get(): object {
    const values: object[] = [];
    for (const { labels, buckets, sum, count } of this.#series.values()) {
      let below = 0;
      for (const [i, bound] of BOUNDS_S.entries()) {
        below += buckets[i]!;
        values.push({ metricName: `${NAME}_bucket`, labels: { ...labels, le: bound }, value: below });
      }
      values.push({ metricName: `${NAME}_bucket`, labels: { ...labels, le: '+Inf' }, value: count });
      values.push({ metricName: `${NAME}_sum`, labels, value: sum });
      values.push({ metricName: `${NAME}_count`, labels, value: count });
    }
    return { name: NAME, help: HELP, type: 'histogram', aggregator: 'sum', values };
  }
}

function observe(series: Series, seconds: number): void {
  let i = 0;
  while (i < BOUNDS_S.length && seconds > BOUNDS_S[i]!) i++;
  if (i < BOUNDS_S.length) series.buckets[i]! += 1;
  series.sum += seconds;
  series.count += 1;
}

export interface Metrics {
  readonly registry: Registry;
  observe(method: string, route: string, status: number, seconds: number): void;
  /** The same for one method, route and status, without looking them up each time. */
  observer(method: string, route: string, status: number): (seconds: number) => void;
  text(): Promise<string>;
}

export function createMetrics(dataset: () => Service['dataset'], options: { ofProcess: boolean }): Metrics {
  const registry = new Registry();
  const times = new RequestTimes();
  registry.registerMetric(times as unknown as Parameters<Registry['registerMetric']>[0]);
  new Gauge({
    name: 'watercode_dataset_info',
    help: 'The dataset that is served; the value is always 1',
    labelNames: ['identity', 'edition'],
    registers: [registry],
    aggregator: 'max',
    collect() {
      const { identity, edition } = dataset();
      this.reset();
      this.set({ identity, edition }, 1);
    },
  });
  new Gauge({
    name: 'watercode_dataset_reaches',
    help: 'Reaches in the dataset that is served',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set(dataset().counts.reaches);
    },
  });
  if (options.ofProcess) collectDefaultMetrics({ register: registry });
  return {
    registry,
    observe: (method, route, status, seconds) => observe(times.seriesOf(method, route, status), seconds),
    observer(method, route, status) {
      const series = times.seriesOf(method, route, status);
      return (seconds) => observe(series, seconds);
    },
    text: () => registry.metrics(),
  };
}
