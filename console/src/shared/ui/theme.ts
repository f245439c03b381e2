import {
  Badge,
  type CSSVariablesResolver,
  createTheme,
  DEFAULT_THEME,
  Modal,
  Table,
  Tooltip,
} from '@mantine/core';

const TONES = ['gray', 'red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'violet'] as const;

/** Calm and dense, in the fonts of the machine. */
export const theme = createTheme({
  primaryColor: 'cyan',
  primaryShade: 9,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.0625rem' } } },
  respectReducedMotion: true,
  components: {
    Badge: Badge.extend({ defaultProps: { variant: 'light', tt: 'none', fw: 600 } }),
    Modal: Modal.extend({
      // The page itself never scrolls, and the style that would lock it has no nonce.
      defaultProps: { centered: true, lockScroll: false, transitionProps: { duration: 120 } },
      // A question may name a client, whose name may take three lines.
      styles: { title: { fontWeight: 600, lineHeight: 1.35, overflowWrap: 'anywhere' } },
    }),
    Table: Table.extend({
      defaultProps: { verticalSpacing: 6, horizontalSpacing: 10, highlightOnHover: true },
    }),
    Tooltip: Tooltip.extend({
      // A reason is read by keyboard and finger too, and may take two lines.
      defaultProps: { multiline: true, maw: 320, events: { hover: true, focus: true, touch: true } },
    }),
  },
});

/** Below the pointer a button turns a shade lighter in Mantine, where white text is too faint; here it turns darker. */
const HOVER = { '--mantine-color-cyan-filled-hover': '#095f6d' };

/** Mantine's pale tones and grey text are too faint for WCAG AA; these are not. */
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
    ...Object.fromEntries(
      TONES.map((tone) => [`--mantine-color-${tone}-light-color`, DEFAULT_THEME.colors[tone][2]]),
    ),
  },
});

/** Yellow and orange at their darkest are still too light for text on a pale ground of their own. */
function darkOf(tone: (typeof TONES)[number]): string {
  return (
    { yellow: '#7a4f01', orange: '#a33b00', green: '#1f6b2c' }[tone as string] ??
    DEFAULT_THEME.colors[tone][9]
  );
}
