/** Which methods a path knows, to tell a wrong method (405) from a wrong path (404). */

export interface AllowedMethods {
  add(methods: string | readonly string[], routePath: string): void;
  /** For the Allow header: sorted, OPTIONS among them; empty for a path that nothing is at. */
  at(path: string): string[];
}

/** Route paths as the router writes them: `:name` for one segment, `*` for all the rest. */
function patternOf(routePath: string): RegExp {
  const source = routePath
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replaceAll('*', '.*');
  return new RegExp(`^${source}$`);
}

export function createAllowedMethods(): AllowedMethods {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  return {
    add(methods, routePath) {
      const route = routes.get(routePath) ?? { pattern: patternOf(routePath), methods: new Set(['OPTIONS']) };
      routes.set(routePath, route);
      for (const method of [methods].flat()) route.methods.add(method);
    },
    at(path) {
      const found = new Set<string>();
      for (const { pattern, methods } of routes.values()) {
        if (pattern.test(path)) for (const method of methods) found.add(method);
      }
      return [...found].sort();
    },
  };
}
