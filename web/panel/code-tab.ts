/** The code itself: whole, in its parts with what each says, and as a QR code to take away. */

import type { MaExplanation } from '../../src/code/index.ts';
import { address } from '../api.ts';
import { type CodePart, codeParts, type PartGroup } from '../code-parts.ts';
import { el } from '../dom.ts';
import { downloadLabel, printLabel } from '../label.ts';
import type { Subject } from '../subject.ts';
import type { PanelContext } from './context.ts';
import { button, linkButton, section } from './parts.ts';

const GROUPS: readonly PartGroup[] = ['proprietary', 'standard', 'extension'];

/** The whole string with its parts in colours; the signs between them stay plain. */
function colouredCode(ma: string, parts: readonly CodePart[]): HTMLElement {
  const pieces: (Node | string)[] = [];
  let at = 0;
  for (const { text, group } of parts) {
    const start = ma.indexOf(text, at);
    if (start > at) pieces.push(ma.slice(at, start));
    if (ma[start - 1] === '/') pieces.push(el('wbr', {}));
    pieces.push(el('span', { class: `part ${group}` }, text));
    at = start + text.length;
  }
  return el('code', { class: 'ma' }, ...pieces, ma.slice(at));
}

function partList(parts: readonly CodePart[], { language, texts }: PanelContext): HTMLElement[] {
  return GROUPS.filter((group) => parts.some((part) => part.group === group)).map((group) =>
    el(
      'div',
      { class: `part-group ${group}` },
      el('h4', {}, texts.code.groups[group]),
      el(
        'dl',
        { class: 'parts' },
        ...parts
          .filter((part) => part.group === group)
          .map(({ text, name, meaning }) =>
            el(
              'div',
              {},
              el('dt', {}, el('code', { class: `part ${group}` }, text)),
              el(
                'dd',
                {},
                el('span', { class: 'part-name' }, name[language]),
                el('span', { class: 'part-meaning' }, meaning[language]),
              ),
            ),
          ),
      ),
    ),
  );
}

/** White around it is part of a QR code, by night too. */
const QR_SHOWN = { size: 176, margin: 2 };
const QR_SAVED = { size: 1024, margin: 4 };

function fileNameOf(ma: string, extension: string): string {
  return `${ma.replaceAll('/', '_')}.${extension}`;
}

function qrSection(subject: Subject, context: PanelContext): HTMLElement {
  const { ma } = subject;
  const { code } = context.texts;
  const image = el('img', {
    class: 'qr',
    src: address('/api/ma/qr', { ma, ...QR_SHOWN, format: 'svg' }),
    width: QR_SHOWN.size,
    height: QR_SHOWN.size,
    alt: code.qrAlt(ma),
    onerror: () => image.replaceWith(el('p', { class: 'soft' }, code.qrFailed)),
  });
  const saved = (format: 'svg' | 'png'): string => address('/api/ma/qr', { ma, ...QR_SAVED, format });
  const fail = (): void => context.say(code.qrFailed);
  return section(
    code.qr,
    el(
      'div',
      { class: 'qr-row' },
      image,
      el(
        'div',
        { class: 'qr-actions' },
        linkButton(`${code.download} ${code.downloadSvg}`, saved('svg'), { download: fileNameOf(ma, 'svg') }),
        linkButton(`${code.download} ${code.downloadPng}`, saved('png'), { download: fileNameOf(ma, 'png') }),
        button(
          code.label,
          'download',
          () => void downloadLabel(subject, fileNameOf(ma, 'label.svg')).catch(fail),
          'button quiet',
        ),
        button(code.printLabel, 'print', () => void printLabel(subject).catch(fail), 'button quiet'),
      ),
    ),
  );
}

export function codeTab(subject: Subject, context: PanelContext): HTMLElement {
  const { texts } = context;
  const parts = codeParts(subject.ma);
  return el(
    'div',
    { class: 'tab-body' },
    el('div', { class: 'code-box' }, colouredCode(subject.ma, parts)),
    qrSection(subject, context),
    el('section', { class: 'section' }, el('h3', {}, texts.code.intro), ...partList(parts, context)),
  );
}

/** A string that is no code, with the place where it goes wrong. */
export function faultyCode(text: string, explanation: Extract<MaExplanation, { valid: false }>): HTMLElement {
  const { position } = explanation;
  return el(
    'code',
    { class: 'ma faulty' },
    text.slice(0, position),
    el('mark', {}, text.slice(position, position + 1) || '␣'),
    text.slice(position + 1),
  );
}
