/** From the state to what is to be seen: loads what the code names, its network, and the rivers near a place. */

import { address, getJson } from './api.ts';
import { loadNetwork } from './network.ts';
import type { Networks } from './panel/network-tab.ts';
import type { LocatedReach } from './records.ts';
import type { State, Store } from './state/state.ts';
import { loadSubject, type Subject } from './subject.ts';
import type { Language } from './texts/language.ts';

export type View =
  | { status: 'empty' }
  | { status: 'loading' }
  /** No river is near the place asked for. */
  | { status: 'nothing-near' }
  | { status: 'failed'; text: string; error: unknown }
  | { status: 'ready'; subject: Subject; networks: Networks | undefined };

export interface Explorer {
  readonly view: View;
  /** The rivers near the place asked for, nearest first. */
  readonly located: readonly LocatedReach[];
  reload(): void;
  subscribe(listener: (view: View) => void): void;
}

const NEAREST = { limit: 4, maxDistanceM: 500_000 };

export function createExplorer(store: Store, languageNow: () => Language): Explorer {
  let view: View = { status: 'empty' };
  let located: readonly LocatedReach[] = [];
  let running = new AbortController();
  const listeners: ((view: View) => void)[] = [];

  function show(next: View): void {
    view = next;
    for (const listener of listeners) listener(view);
  }

  async function locate({ lon, lat }: NonNullable<State['at']>, signal: AbortSignal): Promise<void> {
    const reply = await getJson<{ items: LocatedReach[] }>(
      address('/api/locate', { lon: lon.toFixed(6), lat: lat.toFixed(6), ...NEAREST }),
      { signal },
    );
    located = reply.items;
  }

  function networksOf(subject: Subject, signal: AbortSignal): Networks | undefined {
    if (subject.kind !== 'river') return undefined;
    const networks = {
      upstream: loadNetwork(subject.code, 'upstream', signal),
      downstream: loadNetwork(subject.code, 'downstream', signal),
    };
    // Whoever shows them handles failures; here they must only not be lost.
    for (const each of Object.values(networks)) each.catch(() => {});
    return networks;
  }

  async function load({ ma, at }: State, signal: AbortSignal): Promise<void> {
    located = [];
    if (at !== undefined) await locate(at, signal);
    const chosen = ma || located[0]?.ma;
    if (chosen === undefined) return show({ status: at === undefined ? 'empty' : 'nothing-near' });
    if (ma === '') return store.update({ ma: chosen });
    const subject = await loadSubject(chosen, { language: languageNow(), signal });
    if (!signal.aborted) show({ status: 'ready', subject, networks: networksOf(subject, signal) });
  }

  function reload(): void {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const { state } = store;
    if (state.ma === '' && state.at === undefined) {
      located = [];
      show({ status: 'empty' });
      return;
    }
    show({ status: 'loading' });
    load(state, signal).catch((error: unknown) => {
      if (!signal.aborted) show({ status: 'failed', text: state.ma, error });
    });
  }

  store.subscribe((state, before) => {
    if (state.ma !== before.ma || state.at !== before.at) reload();
  });
  return {
    get view() {
      return view;
    },
    get located() {
      return located;
    },
    reload,
    subscribe(listener) {
      listeners.push(listener);
    },
  };
}
