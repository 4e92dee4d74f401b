/** What the tools need of whoever keeps the dataset: the service of the moment, kept open until the work is done. */
import type { Service } from '../service/service.ts';

export type Later<T> = T | Promise<T>;

export interface ServiceHolder {
  use<T>(work: (service: Service) => Later<T>): Later<T>;
}
