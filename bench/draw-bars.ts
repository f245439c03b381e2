import { writeFile } from 'node:fs/promises';

interface Bars {
  title: string;
  series: readonly string[];
  rows: readonly { name: string; values: readonly number[] }[];
  unit: string;
}

const WIDTH = 900;
const NAMES_WIDTH = 210;
const VALUE_WIDTH = 90;
const BAR_HEIGHT = 9;
const ROW_GAP = 9;
const HEAD_HEIGHT = 62;
const TEXT_BELOW = 8;
/** Told apart also by those who see no red or green; readable on white and on black. */
const COLORS = ['#3b7dd8', '#e08a1e', '#8a63c9'];
const TEXT = '#808890';

/** Writes an SVG with a bar for each value, on one scale from zero. */
export async function drawBars(file: string, { title, series, rows, unit }: Bars): Promise<void> {
  const most = Math.max(...rows.flatMap(({ values }) => values), Number.MIN_VALUE);
  const rowHeight = series.length * BAR_HEIGHT + ROW_GAP;
  const height = HEAD_HEIGHT + rows.length * rowHeight + ROW_GAP;
  const scale = (WIDTH - NAMES_WIDTH - VALUE_WIDTH) / most;
  const parts = [`<title>${title}</title>`, text(0, 20, title, 15)];
  for (const [index, name] of series.entries()) {
    const x = NAMES_WIDTH + index * 160;
    parts.push(rect(x, 34, 12, 12, COLORS[index]), text(x + 18, 44, name));
  }
  for (const [place, { name, values }] of rows.entries()) {
    const top = HEAD_HEIGHT + place * rowHeight;
    parts.push(text(0, top + (series.length * BAR_HEIGHT) / 2 + 4, name));
    for (const [index, value] of values.entries()) {
      const y = top + index * BAR_HEIGHT;
      const width = Math.max(1, value * scale);
      parts.push(rect(NAMES_WIDTH, y, width, BAR_HEIGHT - 1, COLORS[index]));
      parts.push(text(NAMES_WIDTH + width + 5, y + TEXT_BELOW, `${shown(value)} ${unit}`.trim(), 9));
    }
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" fill="${TEXT}">\n${parts.join('\n')}\n</svg>\n`;
  await writeFile(file, svg);
}

function text(x: number, y: number, content: string, size = 12): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}">${escaped}</text>`;
}

function rect(x: number, y: number, width: number, height: number, color = TEXT): string {
  return `<rect x="${x}" y="${y}" width="${width.toFixed(1)}" height="${height}" fill="${color}"/>`;
}

function shown(value: number): string {
  return value < 10 ? value.toFixed(2) : String(Math.round(value));
}
