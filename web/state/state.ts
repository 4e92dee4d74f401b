/** What the page shows at a moment, and who is told when it changes. */

export type Tab = 'overview' | 'network' | 'code' | 'places';

export const TABS: readonly Tab[] = ['overview', 'network', 'code', 'places'];

export interface MapView {
  zoom: number;
  lat: number;
  lon: number;
}

export interface State {
  /** The MA string that is looked at, as it came: it may be wrong. '' when nothing is chosen. */
  ma: string;
  tab: Tab;
  /** Another MA string to compare with; 'pick' while one is still to be chosen. '' when nothing is compared. */
  other: string;
  /** The place that the nearest river was asked for. */
  at: { lon: number; lat: number } | undefined;
  /** Undefined until the map has been moved: then the choice decides what is in view. */
  view: MapView | undefined;
  query: string;
  /** Types of places that are not drawn. */
  hiddenPlaces: readonly string[];
  /** Parts of the network that are not highlighted. */
  hiddenParts: readonly NetworkPart[];
}

export type NetworkPart = 'upstream' | 'downstream' | 'subbasin';

export const NETWORK_PARTS: readonly NetworkPart[] = ['upstream', 'downstream', 'subbasin'];

/** The outline of the sub-basin is there for those who ask for it. */
export const EMPTY_STATE: State = {
  ma: '',
  tab: 'overview',
  other: '',
  at: undefined,
  view: undefined,
  query: '',
  hiddenPlaces: [],
  hiddenParts: ['subbasin'],
};

export const PICK_OTHER = 'pick';

export type Listener = (state: State, before: State) => void;

export interface Store {
  readonly state: State;
  /** `step` makes it a step that the browser's Back button takes back. */
  update(changes: Partial<State>, options?: { step?: boolean }): void;
  subscribe(listener: Listener): void;
}

export function createStore(first: State, onChange: (state: State, isStep: boolean) => void): Store {
  let state = first;
  const listeners: Listener[] = [];
  return {
    get state() {
      return state;
    },
    update(changes, { step = false } = {}) {
      const before = state;
      state = { ...state, ...changes };
      onChange(state, step);
      for (const listener of listeners) listener(state, before);
    },
    subscribe(listener) {
      listeners.push(listener);
    },
  };
}
