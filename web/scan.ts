/** The dialogue to put a code in: pasted, from the camera, or from a picture. */

import { el } from './dom.ts';
import { readCodeFrom } from './given-code.ts';
import { button, iconButton } from './panel/parts.ts';
import type { Texts } from './texts/en.ts';

/** What browsers that can read QR codes offer; the types of the language do not know it yet. */
interface Detector {
  detect(source: CanvasImageSource | Blob): Promise<{ rawValue: string }[]>;
}

type DetectorMaker = new (options: { formats: string[] }) => Detector;

function makeDetector(): Detector | undefined {
  const Maker = (globalThis as { BarcodeDetector?: DetectorMaker }).BarcodeDetector;
  return Maker === undefined ? undefined : new Maker({ formats: ['qr_code'] });
}

const LOOK_EVERY_MS = 200;

export function openScanDialog(texts: Texts, onCode: (code: string) => void): void {
  const { scan } = texts;
  const detector = makeDetector();
  const status = el('p', { class: 'soft', role: 'status' }, detector === undefined ? scan.noCamera : '');
  const video = el('video', {
    class: 'camera',
    muted: true,
    playsinline: true,
    hidden: true,
    'aria-label': scan.looking,
  });
  const field = el('input', {
    id: 'scan-text',
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    class: 'field',
  });
  let stream: MediaStream | undefined;
  let timer = 0;

  function stopCamera(): void {
    clearInterval(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = undefined;
    video.hidden = true;
  }

  function take(text: string): void {
    const code = readCodeFrom(text);
    if (code === '') return;
    dialog.close();
    onCode(code);
  }

  async function look(source: CanvasImageSource | Blob): Promise<boolean> {
    const [found] = (await detector?.detect(source)) ?? [];
    if (found === undefined) return false;
    take(found.rawValue);
    return true;
  }

  async function startCamera(): Promise<void> {
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      video.srcObject = stream;
      video.hidden = false;
      await video.play();
      status.textContent = scan.looking;
      timer = window.setInterval(() => void look(video).catch(() => {}), LOOK_EVERY_MS);
    } catch {
      stopCamera();
      status.textContent = scan.cameraFailed;
    }
  }

  async function readPicture(): Promise<void> {
    const [file] = picture.files ?? [];
    if (file === undefined) return;
    const found = await look(file).catch(() => false);
    if (!found) status.textContent = scan.nothing;
  }

  const picture = el('input', {
    type: 'file',
    accept: 'image/*',
    class: 'visually-hidden',
    tabindex: '-1',
    'aria-label': scan.image,
    onchange: () => void readPicture(),
  });
  const form = el(
    'form',
    {
      class: 'scan-form',
      onsubmit: (event: Event) => {
        event.preventDefault();
        take(field.value);
      },
    },
    el('label', { for: 'scan-text' }, scan.paste),
    el('div', { class: 'field-row' }, field, el('button', { type: 'submit', class: 'button primary' }, scan.open)),
  );
  const dialog = el(
    'dialog',
    {
      class: 'dialog',
      'aria-labelledby': 'scan-title',
      onclose: () => {
        stopCamera();
        dialog.remove();
      },
    },
    el(
      'div',
      { class: 'dialog-head' },
      el('h2', { id: 'scan-title' }, scan.title),
      iconButton(scan.close, 'close', () => dialog.close()),
    ),
    form,
    detector !== undefined &&
      el(
        'div',
        { class: 'actions' },
        button(scan.camera, 'scan', () => void startCamera()),
        button(scan.image, 'download', () => picture.click(), 'button quiet'),
      ),
    video,
    picture,
    status,
  );
  document.body.append(dialog);
  dialog.showModal();
  field.focus();
}
