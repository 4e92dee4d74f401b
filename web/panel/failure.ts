/** What the panel says when there is nothing to show: why, and what to do next. */

import { explainMa } from '../../src/code/index.ts';
import { ApiError } from '../api.ts';
import { el } from '../dom.ts';
import { faultyCode } from './code-tab.ts';
import type { PanelContext } from './context.ts';
import { button, notice } from './parts.ts';

const EXAMPLE = 'MA.1002.3261.101201/3261001.0.1';

function suggestions(list: readonly string[], { texts, open }: PanelContext): HTMLElement | undefined {
  if (list.length === 0) return undefined;
  return el(
    'div',
    {},
    el('p', { class: 'soft' }, texts.errors.suggestion),
    ...list
      .slice(0, 3)
      .map((ma) => el('button', { type: 'button', class: 'pill code-pill', onclick: () => open(ma) }, ma)),
  );
}

export function failure(text: string, error: unknown, context: PanelContext, retry: () => void): HTMLElement {
  const { errors, panel } = context.texts;
  const explanation = explainMa(text);
  if (!explanation.valid && text !== '') {
    return notice(
      errors.invalid,
      explanation.message[context.language],
      faultyCode(text, explanation),
      suggestions(explanation.suggestions, context) ??
        el('p', { class: 'soft' }, errors.invalidHint, ' ', el('code', {}, EXAMPLE)),
    );
  }
  const again = button(panel.retry, 'arrow', retry);
  const kind = error instanceof ApiError ? error.kind : 'server';
  switch (kind) {
    case 'not-found':
    case 'invalid':
      return notice(errors.notFound, errors.notFoundHint, el('code', { class: 'ma' }, text));
    case 'network':
      return notice(errors.network, errors.networkHint, again);
    case 'busy':
      return notice(errors.busy, errors.busyHint, again);
    case 'server':
      return notice(errors.server, errors.serverHint, again);
  }
}
