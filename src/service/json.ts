/** JSON text of a value; whole numbers past 2^53 (bigints) are written as bare numbers with all their digits. */

interface JsonWithRaw {
  rawJSON(text: string): unknown;
}

/** Bigints are rare, and the plain way is several times quicker: it says itself when it met one. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return JSON.stringify(value, (_key, member: unknown) =>
      typeof member === 'bigint' ? (JSON as unknown as JsonWithRaw).rawJSON(member.toString()) : member,
    );
  }
}
