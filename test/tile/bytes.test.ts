import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PbfReader } from 'pbf';
import { createByteWriter, fieldBytes, packedBytes, textBytes, varintBytes } from '../../src/format/tile-bytes.ts';
import { decodeTileList, encodeTileList } from '../../src/format/tile-list.ts';

const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom('a', '7', 'é', '河', '𠀀', '\ud800', '\udc00'), fc.string()),
});
const wholeNumber = fc.oneof(fc.nat(300), fc.nat(20_000), fc.maxSafeNat());

test('texts, numbers and packed numbers are read back by another reader, and are as long as foretold', () => {
  const packed = fc.array(fc.oneof(fc.nat(300), fc.nat(20_000), fc.nat(2 ** 31 - 1)));
  fc.assert(
    fc.property(anyText, wholeNumber, packed, (text, number, values) => {
      const writer = createByteWriter(1);
      writer.textField(1, text);
      assert.equal(writer.size, fieldBytes(textBytes(text)));
      writer.numberField(2, number);
      const before = writer.size;
      writer.packedField(
        3,
        Int32Array.from(values),
        values.length,
        packedBytes(Int32Array.from(values), values.length),
      );
      const length = values.reduce((sum, value) => sum + varintBytes(value), 0);
      assert.equal(writer.size - before, fieldBytes(length));
      const reader = new PbfReader(writer.written());
      const found: unknown[] = [];
      reader.readFields((field) => {
        if (field === 1) found.push(reader.readString());
        else if (field === 2) found.push(reader.readVarint());
        else found.push(reader.readPackedVarint());
      }, found);
      assert.deepEqual(found, [text.toWellFormed(), number, values]);
    }),
  );
});

test('the list of a crowded tile is read back as it was written, wherever in memory it lies', () => {
  const ids = fc.array(fc.integer({ min: 1, max: 2 ** 32 - 1 }));
  fc.assert(
    fc.property(ids, ids, fc.nat(7), (reaches, pois, offset) => {
      const bytes = encodeTileList({ reaches, pois });
      const moved = new Uint8Array(offset + bytes.length);
      moved.set(bytes, offset);
      assert.deepEqual(decodeTileList(moved.subarray(offset)), { reaches, pois });
    }),
  );
});
