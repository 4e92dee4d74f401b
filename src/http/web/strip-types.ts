/** TypeScript as the browser wants it: types blanked out, lines and columns kept, so that no build step is needed. */

import { stripTypeScriptTypes } from 'node:module';

/** Node warns once that the function is experimental; who starts the service can do nothing about that. */
function withoutExperimentalWarning<T>(work: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}

export function stripTypes(source: string): string {
  return withoutExperimentalWarning(() => stripTypeScriptTypes(source));
}
