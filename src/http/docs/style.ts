/** The look of the documentation page: one style sheet, light and dark, no pictures, no scripts. */

import { createHash } from 'node:crypto';

export const STYLE = `
:root { color-scheme: light dark; --ink: #17303f; --soft: #5b7280; --line: #d6e1e6; --paper: #fff; --shade: #f2f7f9; --water: #0b6f9c; }
@media (prefers-color-scheme: dark) { :root { --ink: #dbe7ec; --soft: #9bb0ba; --line: #2b414c; --paper: #10191e; --shade: #17242b; --water: #6cc3e8; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 60rem; color: var(--ink); background: var(--paper);
  font: 16px/1.6 system-ui, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif; }
h1 { font-size: 1.7rem; margin: 0 0 .3rem; } h2 { font-size: 1.25rem; margin: 2.2rem 0 .6rem; } h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
a { color: var(--water); } p { margin: .4rem 0; } .soft { color: var(--soft); }
code { font: .88em ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
nav ul { list-style: none; padding: 0; columns: 2 18rem; } nav li { padding: .1rem 0; break-inside: avoid; }
article { border: 1px solid var(--line); border-radius: .6rem; margin: 1rem 0; padding: .9rem 1rem; }
article:target { border-color: var(--water); }
.method { display: inline-block; padding: 0 .5rem; border-radius: .3rem; background: var(--water); color: var(--paper); font-size: .8rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .92rem; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); } th { color: var(--soft); font-weight: 600; }
.try a { display: inline-block; margin: .2rem .8rem .2rem 0; overflow-wrap: anywhere; }
pre { background: var(--shade); padding: .7rem; border-radius: .4rem; overflow-x: auto; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Lets in this one style sheet and nothing else. */
export const DOCS_CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
