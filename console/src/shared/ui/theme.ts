import { Badge, type CSSVariablesResolver, createTheme, DEFAULT_THEME, Modal, Table, Tooltip } from '@mantine/core';

const TONES = ['gray', 'red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'violet'] as const;

/** A dense theme with the fonts of the system. */
export const theme = createTheme({
  primaryColor: 'cyan',
  primaryShade: 9,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.0625rem' } } },
  respectReducedMotion: true,
  components: {
    Badge: Badge.extend({ defaultProps: { variant: 'light', tt: 'none', fw: 600 } }),
    Modal: Modal.extend({
      // The page never scrolls, and Mantine's style that locks scrolling has no nonce.
      defaultProps: { centered: true, lockScroll: false, transitionProps: { duration: 120 } },
      // A title may contain a client's name, which may need three lines.
      styles: { title: { fontWeight: 600, lineHeight: 1.35, overflowWrap: 'anywhere' } },
    }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 6, horizontalSpacing: 10, highlightOnHover: true } }),
    // A scrolled region is reached by keyboard.
    TableScrollContainer: Table.ScrollContainer.extend({
      defaultProps: { minWidth: 0, scrollAreaProps: { viewportProps: { tabIndex: 0 } } },
    }),
    Tooltip: Tooltip.extend({
      // Tooltips also open by keyboard and touch, and may need two lines.
      defaultProps: { multiline: true, maw: 320, events: { hover: true, focus: true, touch: true } },
    }),
  },
});

/**
 * Mantine makes hovered buttons lighter, where white text has too little contrast. This makes them darker.
 */
const HOVER = { '--mantine-color-cyan-filled-hover': '#095f6d' };

/** Replaces Mantine's pale colours and grey text, whose contrast is too low for WCAG AA. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...HOVER,
    '--mantine-color-dimmed': DEFAULT_THEME.colors.gray[7],
    '--mantine-color-placeholder': DEFAULT_THEME.colors.gray[7],
    '--mantine-color-error': DEFAULT_THEME.colors.red[9],
    '--mantine-color-anchor': DEFAULT_THEME.colors.cyan[9],
    ...Object.fromEntries(TONES.map((tone) => [`--mantine-color-${tone}-light-color`, darkOf(tone)])),
    ...Object.fromEntries(TONES.map((tone) => [`--mantine-color-${tone}-outline`, darkOf(tone)])),
  },
  dark: {
    ...HOVER,
    '--mantine-color-dimmed': DEFAULT_THEME.colors.dark[1],
    '--mantine-color-placeholder': DEFAULT_THEME.colors.dark[1],
    '--mantine-color-error': DEFAULT_THEME.colors.red[4],
    ...Object.fromEntries(TONES.map((tone) => [`--mantine-color-${tone}-light-color`, DEFAULT_THEME.colors[tone][2]])),
  },
});

/** Returns a dark tone: even the darkest yellow and orange are too light on a pale background. */
function darkOf(tone: (typeof TONES)[number]): string {
  return { yellow: '#7a4f01', orange: '#a33b00', green: '#1f6b2c' }[tone as string] ?? DEFAULT_THEME.colors[tone][9];
}
