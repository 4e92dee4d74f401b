/** The parts of the service that stand beside the lookup: each is registered in the app, and linked from `GET /api`. */

import type { Settings } from '../../config.ts';
import type { AppOptions } from '../../http/app.ts';
import type { ServiceHolder } from '../../http/holder.ts';
import { TILES_PATH, tilesPlugin } from '../../http/tiles.ts';
import { webPlugin } from '../../http/web.ts';
import { MCP_PATH, mcpPlugin } from '../../mcp/plugin.ts';

export type FurtherParts = Required<Pick<AppOptions, 'plugins' | 'links'>>;

export function furtherParts(settings: Settings, holder: ServiceHolder, version: string): FurtherParts {
  return {
    plugins: [
      mcpPlugin({ holder, settings, version }),
      tilesPlugin({ holder, settings, version }),
      webPlugin({ holder, publicUrl: settings.publicUrl }),
    ],
    links: [
      { rel: 'mcp', path: MCP_PATH, title: 'Model Context Protocol' },
      { rel: 'tiles', path: TILES_PATH, title: 'Vector tiles' },
      { rel: 'map', path: '/', title: 'Map' },
    ],
  };
}
