/** A progress bar on a terminal; a line for each stage where standard error is a file or a pipe. */

const WIDTH = 28;
const REDRAW_MS = 80;
/** A quicker stage leaves no line. */
const WORTH_A_LINE_S = 0.5;

export interface ProgressBar {
  /** How far a stage has come, from 0 to 1. */
  update(stage: string, part: number): void;
  /** Takes the bar off the screen, so that other lines can follow. */
  end(): void;
}

export interface ProgressOutput {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

export function createProgressBar(output: ProgressOutput): ProgressBar {
  let current = '';
  let started = Date.now();
  let drawn = 0;

  function finishStage(): void {
    if (current === '') return;
    const seconds = (Date.now() - started) / 1000;
    if (output.isTTY) output.write('\r\u001b[K');
    if (seconds >= WORTH_A_LINE_S) output.write(`  ${current} ${seconds.toFixed(1)} s\n`);
    current = '';
  }

  return {
    update(stage, part) {
      if (stage !== current) {
        finishStage();
        current = stage;
        started = Date.now();
        drawn = 0;
      }
      if (!output.isTTY || Date.now() - drawn < REDRAW_MS) return;
      drawn = Date.now();
      const filled = Math.round(Math.min(1, Math.max(0, part)) * WIDTH);
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
      const left = part > 0.02 && part < 1 ? remaining((drawn - started) / part - (drawn - started)) : '';
      output.write(
        `\r\u001b[K  ${`${bar} ${String(Math.floor(part * 100)).padStart(3)} % ${stage}${left}`.slice(0, (output.columns ?? 80) - 3)}`,
      );
    },
    end: finishStage,
  };
}

function remaining(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 1) return '';
  return seconds < 90 ? `, ${seconds} s left` : `, ${Math.round(seconds / 60)} min left`;
}
