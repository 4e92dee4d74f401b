/** Reading the texts of background knowledge, once, at the start. */

import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** In the order they are told. */
const TOPICS = ['water-resources', 'water-code', 'hydropower', 'remote-sensing', 'tools'];
const LANGUAGES = ['zh', 'en'];

/** By language and topic: `zh/water-code`. */
export function readKnowledge(): Map<string, string> {
  const root = join(dirname(findPackageJSON(import.meta.url) ?? ''), 'knowledge');
  const names = LANGUAGES.flatMap((language) => TOPICS.map((topic) => `${language}/${topic}`));
  const present = names.filter((name) => existsSync(join(root, `${name}.md`)));
  return new Map(present.map((name) => [name, readFileSync(join(root, `${name}.md`), 'utf8')]));
}
