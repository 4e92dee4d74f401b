/** Keeps the service over the dataset in use, and swaps it for another between two requests. */

import type { Service } from '../service/service.ts';

export type Later<T> = T | Promise<T>;

export interface OpenDataset {
  service: Service;
  close(): void;
}

export type SwapResult = { swapped: true; identity: string } | { swapped: false; reason: string };

export interface ServiceHolder {
  /** For work that is done before the event loop turns; other work needs `use`. */
  current(): Service;
  /** Runs the work on the service of this moment, which stays open until the work is done. */
  use<T>(work: (service: Service) => Later<T>): Later<T>;
}

export interface SwappingHolder extends ServiceHolder {
  /** Checks and opens the dataset beside the one in use; a bad one is refused, and the one in use stays. */
  swap(path: string): Promise<SwapResult>;
  /** Closes the dataset once the last request on it has ended. */
  close(): void;
}

export interface SwapSteps {
  /** Throws with a sentence that says what is wrong. */
  verify(path: string): Promise<void>;
  open(path: string): Later<OpenDataset>;
}

interface Tenant {
  dataset: OpenDataset;
  users: number;
  retired: boolean;
}

function closeWhenUnused(tenant: Tenant): void {
  if (tenant.retired && tenant.users === 0) tenant.dataset.close();
}

export function createHolder(first: OpenDataset, steps: SwapSteps): SwappingHolder {
  let tenant: Tenant = { dataset: first, users: 0, retired: false };
  let lastSwap: Promise<unknown> = Promise.resolve();

  function retire(old: Tenant): void {
    if (old.retired) return;
    old.retired = true;
    closeWhenUnused(old);
  }

  function leave(used: Tenant): void {
    used.users -= 1;
    closeWhenUnused(used);
  }

  async function swapNow(path: string): Promise<SwapResult> {
    try {
      await steps.verify(path);
      const dataset = await steps.open(path);
      const old = tenant;
      tenant = { dataset, users: 0, retired: false };
      retire(old);
      return { swapped: true, identity: dataset.service.dataset.identity };
    } catch (error) {
      return { swapped: false, reason: error instanceof Error ? error.message : String(error) };
    }
  }

  return {
    current: () => tenant.dataset.service,
    use(work) {
      const used = tenant;
      used.users += 1;
      let result: ReturnType<typeof work>;
      try {
        result = work(used.dataset.service);
      } catch (error) {
        leave(used);
        throw error;
      }
      if (!(result instanceof Promise)) {
        leave(used);
        return result;
      }
      return result.finally(() => leave(used));
    },
    swap(path) {
      const result = lastSwap.then(() => swapNow(path));
      lastSwap = result;
      return result;
    },
    close: () => retire(tenant),
  };
}
