import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EMPTY_STATE, NETWORK_PARTS, type State, TABS } from '../../web/state/state.ts';
import { stateToUrl, urlToState } from '../../web/state/url.ts';

const MA = 'MA.1002.3261.101201/3261001.0.1715/HS0701.OPE1062035N0380739.RV';

function there(state: State, base = ''): State {
  const url = new URL(stateToUrl(state, base, ''), 'https://rivers.example.org');
  return urlToState(url.pathname, url.hash, base);
}

test('nothing chosen is the plain address', () => {
  assert.equal(stateToUrl(EMPTY_STATE, '', ''), '/');
  assert.deepEqual(urlToState('/', '', ''), EMPTY_STATE);
});

test('a chosen river is the path that its QR code can point at, part by part as it is', () => {
  assert.equal(stateToUrl({ ...EMPTY_STATE, ma: MA }, '', ''), `/ma/${MA}`);
  assert.equal(stateToUrl({ ...EMPTY_STATE, ma: MA }, '/rivers', '?lang=zh'), `/rivers/ma/${MA}?lang=zh`);
  assert.equal(urlToState(`/rivers/ma/${MA}`, '', '/rivers').ma, MA);
});

const coordinate = (limit: number) => fc.integer({ min: -limit * 1e4, max: limit * 1e4 }).map((value) => value / 1e4);

const state: fc.Arbitrary<State> = fc.record(
  {
    ma: fc
      .oneof(fc.constantFrom('', MA, 'ma.1002.3261.101201/3261001', 'MA.1OO2'), fc.string({ unit: 'grapheme' }))
      .map((text) =>
        // The address of an empty path is that of no choice, and dots alone are steps between folders.
        /^[./\\]*$|[/\\]\.{0,2}[/\\]|(?:^|[/\\])\.{1,2}$|^[/\\]|\\/.test(text) ? '' : text,
      ),
    tab: fc.constantFrom(...TABS),
    other: fc.constantFrom('', 'pick', MA),
    at: fc.option(fc.record({ lon: coordinate(180), lat: coordinate(90) }, { noNullPrototype: true }), {
      nil: undefined,
    }),
    view: fc.option(
      fc.record(
        {
          zoom: fc.integer({ min: 0, max: 1400 }).map((value) => value / 100),
          lat: coordinate(90),
          lon: coordinate(180),
        },
        { noNullPrototype: true },
      ),
      { nil: undefined },
    ),
    query: fc.string({ unit: 'grapheme' }),
    hiddenPlaces: fc.subarray(['city', 'dam', 'gauge']),
    hiddenParts: fc.subarray([...NETWORK_PARTS]),
  },
  { noNullPrototype: true },
);

test('every state comes back from its address, whatever is typed', () => {
  fc.assert(
    fc.property(state, fc.constantFrom('', '/rivers'), (before, base) => {
      assert.deepEqual(there(before, base), before);
    }),
  );
});

test('an address that somebody has mangled is read as far as it goes', () => {
  const { view, at, tab, hiddenParts } = urlToState('/', '#map=900/x&at=1&tab=secret&show=nonsense&=&%', '');
  assert.equal(view, undefined);
  assert.equal(at, undefined);
  assert.equal(tab, 'overview');
  assert.deepEqual(hiddenParts, [...NETWORK_PARTS]);
});
