/** Finds what a TypeScript file imports: static, dynamic and re-exporting alike, comments left out. */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

export interface Import {
  /** File that imports, from the root of the project, with forward slashes. */
  from: string;
  /** File or package it imports; a file is given from the root of the project. */
  to: string;
}

export function importsOf(root: string, from: string, source: string): Import[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(^|[^:'"`\\])\/\/.*$/gm, '$1');
  const pattern =
    /\b(?:import|export)\s+(?:type\s+)?(?:[\w*$]+|(?:[\w$]+\s*,\s*)?\{[^}]*\}|\*\s+as\s+[\w$]+)\s+from\s*['"]([^'"]+)['"]|\bimport\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"`]([^'"`]+)['"`]/g;
  return [...code.matchAll(pattern)].map(([, named, bare, dynamic]) => {
    const to = named ?? bare ?? dynamic ?? '';
    if (!to.startsWith('.')) return { from, to };
    return { from, to: toSlashes(relative(root, resolve(root, dirname(from), to))) };
  });
}

/** Every .ts file below a folder, from the root of the project. */
export function typescriptFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => toSlashes(join(folder, name)));
}

export function readImports(root: string, folder: string): Import[] {
  return typescriptFiles(root, folder).flatMap((file) => importsOf(root, file, readFileSync(join(root, file), 'utf8')));
}

function toSlashes(path: string): string {
  return path.split(sep).join('/');
}
