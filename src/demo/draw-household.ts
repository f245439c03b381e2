import type { DrawShape } from './draw-shape.ts';
import { both, dot, fill, stitches, stroke, symmetrical, tone } from './svg-marks.ts';

const ENAMEL_RIM = '#2d4a66';

const mug: DrawShape = (material) => ({
  behind:
    stroke('M552 322C700 286 716 524 552 546', '#4a3f33', 42, 0.12) +
    stroke('M552 314C696 278 708 516 552 536', tone(material.hex, -0.22), 42) +
    stroke('M550 312C690 276 702 512 550 531', tone(material.hex, -0.07), 36) +
    stroke('M550 305C682 268 695 505 550 522', tone(material.hex, 0.6), 9, 0.8),
  outline: symmetrical(
    [0, 190],
    [
      [90, 190, 168, 200, 172, 222],
      [174, 360, 172, 520, 164, 616],
      [158, 646, 90, 656, 0, 656],
    ],
  ),
  print: { x: 400, y: 434, width: 238, height: 238 },
  light: 'round',
  detail: stroke('M238 620C250 640 330 648 400 648S550 640 562 620', '#000000', 4, 0.08),
  above:
    `<ellipse cx="400" cy="222" rx="172" ry="33" fill="${tone(material.hex, -0.03)}"/>` +
    `<ellipse cx="400" cy="225" rx="160" ry="26" fill="${tone(material.hex, -0.3)}"/>` +
    fill(
      'M242 230C262 210 340 206 400 206S538 210 558 230C540 220 470 216 400 216S262 220 242 230Z',
      '#000000',
      0.14,
    ) +
    '<ellipse cx="400" cy="236" rx="140" ry="15" fill="#5a3524"/>' +
    stroke('M300 238C330 246 360 248 392 248', '#ffffff', 3, 0.3),
});

const enamelMug: DrawShape = (material) => ({
  behind:
    stroke('M562 340C676 318 690 520 560 528', '#4a3f33', 26, 0.14) +
    stroke('M560 336C672 316 684 514 558 522', tone(material.hex, -0.07), 22) +
    stroke('M562 330C680 312 692 520 560 530', ENAMEL_RIM, 4),
  outline: symmetrical(
    [0, 226],
    [
      [90, 226, 174, 234, 178, 252],
      [176, 380, 174, 500, 170, 600],
      [160, 632, 90, 640, 0, 640],
    ],
  ),
  print: { x: 400, y: 446, width: 246, height: 246 },
  light: 'round',
  detail: stroke('M230 606C250 630 330 636 400 636S550 630 570 606', ENAMEL_RIM, 5, 0.75),
  above:
    `<ellipse cx="400" cy="252" rx="178" ry="30" fill="${tone(material.hex, -0.2)}"/>` +
    fill(
      'M230 258C260 236 340 232 400 232S540 236 570 258C540 246 470 242 400 242S260 246 230 258Z',
      '#000000',
      0.1,
    ) +
    fill(
      'M232 260C270 284 340 282 400 282S530 284 568 260C530 272 470 274 400 274S270 272 232 260Z',
      '#ffffff',
      0.4,
    ) +
    `<ellipse cx="400" cy="252" rx="178" ry="30" fill="none" stroke="${ENAMEL_RIM}" stroke-width="8"/>`,
});

const bottle: DrawShape = (material) => ({
  behind:
    stroke('M352 120C352 58 448 58 448 120', '#2b2d31', 17) +
    fill('M330 128C330 116 338 108 350 108H450C462 108 470 116 470 128V206H330Z', '#33353a') +
    fill('M330 128C330 116 338 108 350 108H366V206H330Z', '#ffffff', 0.13) +
    fill('M438 108H450C462 108 470 116 470 128V206H438Z', '#000000', 0.28) +
    fill('M336 192H464V222H336Z', '#c9c7c2') +
    fill('M360 192H378V222H360Z', '#ffffff', 0.6),
  outline: symmetrical(
    [0, 212],
    [
      [58, 212],
      [76, 214, 120, 234, 122, 292],
      [122, 690],
      [122, 718, 108, 728, 84, 730],
      [0, 730],
    ],
  ),
  print: { x: 400, y: 476, width: 196, height: 196 },
  light: 'round',
  detail:
    fill('M270 694H530V740H270Z', tone(material.hex, -0.12)) +
    stroke('M278 694H522', '#000000', 2.5, 0.2) +
    stroke('M280 286C330 298 470 298 520 286', '#000000', 2, 0.08),
});

const phoneCase: DrawShape = (material) => ({
  behind: fill('M222 236h8v60h-8ZM222 312h8v60h-8ZM570 264h8v84h-8Z', tone(material.hex, -0.3)),
  outline:
    'M290 92H510C548 92 572 116 572 154V646C572 684 548 708 510 708H290C252 708 228 684 228 646V154C228 116 252 92 290 92Z',
  print: { x: 400, y: 400, width: 344, height: 616, corner: 54 },
  light: 'flat',
  detail:
    fill('M540 92L572 92V708H410Z', '#ffffff', 0.08) +
    stroke(
      'M290 96H510C546 96 568 118 568 154V646C568 682 546 704 510 704H290C254 704 232 682 232 646V154C232 118 254 96 290 96Z',
      '#ffffff',
      7,
      0.35,
    ) +
    '<rect x="254" y="118" width="142" height="146" rx="38" fill="#26272b" stroke="#fff" stroke-opacity=".5" stroke-width="4"/>' +
    lens(294, 158) +
    lens(294, 224) +
    lens(358, 191) +
    dot(360, 146, 8, '#efe7cf'),
});

function lens(x: number, y: number): string {
  return dot(x, y, 27, '#3a3c42') + dot(x, y, 17, '#15161a') + dot(x - 6, y - 6, 5, '#6f86a8');
}

const cushion: DrawShape = () => ({
  outline: symmetrical(
    [0, 160],
    [
      [90, 160, 180, 152, 262, 128],
      [276, 128, 282, 136, 280, 150],
      [252, 230, 246, 320, 246, 402],
      [246, 490, 254, 580, 280, 656],
      [282, 672, 272, 680, 260, 676],
      [180, 652, 90, 644, 0, 644],
    ],
  ),
  print: { x: 400, y: 404, width: 340, height: 340 },
  folds: [
    'M142 150C200 210 230 230 262 250M142 660C200 600 226 580 260 560',
    'M190 160C230 210 250 220 290 236M190 400C196 450 200 500 212 540',
  ],
  light: 'cloth',
  detail: stroke(
    'M152 144C240 172 320 178 400 178S560 172 648 144M152 662C240 636 320 628 400 628S560 636 648 662',
    '#000000',
    2,
    0.12,
  ),
});

const BLANKET = symmetrical(
  [0, 100],
  [
    [90, 94, 170, 104, 232, 98],
    [240, 290, 230, 490, 236, 702],
    [160, 708, 90, 696, 0, 702],
  ],
);

const blanket: DrawShape = (material) => ({
  outline: BLANKET,
  print: { x: 400, y: 404, width: 500, height: 640 },
  folds: [
    'M226 110C256 260 226 420 252 690M340 110C316 260 366 420 336 690M170 270C260 290 330 262 400 280',
    'M276 110C300 280 272 420 300 690M396 110C380 280 416 420 392 690M170 520C260 500 330 520 400 512',
  ],
  light: 'cloth',
  detail:
    stroke(BLANKET, tone(material.hex, -0.02), 30) +
    both(stitches('M184 114C192 290 182 500 180 688', material)),
});

const poster: DrawShape = () => ({
  behind:
    '<path d="M176 76H624V724H176Z" transform="translate(10 20)" fill="#4a3f33" fill-opacity=".45" filter="url(#wide)"/>' +
    fill('M176 76H624V724H176Z', '#b98d5c') +
    fill('M176 76H624L610 90H190Z', '#d3aa79') +
    fill('M176 724H624L610 710H190Z', '#8f6a40') +
    fill('M624 76V724L610 710V90Z', '#a47a4b'),
  outline: 'M190 90H610V710H190Z',
  print: { x: 400, y: 400, width: 332, height: 510 },
  light: 'flat',
  detail:
    stroke('M190 90H610V710H190Z', '#000000', 8, 0.14) +
    fill('M190 90H360L190 420ZM470 90H520L190 700V610Z', '#ffffff', 0.09),
});

const mousePad: DrawShape = () => ({
  behind: fill(
    'M150 206H650C672 206 684 218 684 240V580C684 602 672 614 650 614H150C128 614 116 602 116 580V240C116 218 128 206 150 206Z',
    '#1b1c1f',
  ),
  outline:
    'M150 196H650C672 196 684 208 684 230V570C684 592 672 604 650 604H150C128 604 116 592 116 570V230C116 208 128 196 150 196Z',
  print: { x: 400, y: 400, width: 568, height: 408 },
  light: 'flat',
  detail:
    '<rect x="121" y="201" width="558" height="398" rx="30" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="2" stroke-dasharray="6 4"/>',
});

const teaTowel: DrawShape = (material) => ({
  behind: stroke('M400 132C378 96 392 72 400 72S422 96 400 132', tone(material.hex, -0.25), 8),
  outline: symmetrical(
    [0, 128],
    [
      [70, 124, 140, 132, 186, 126],
      [194, 300, 186, 500, 192, 706],
      [120, 712, 70, 702, 0, 708],
    ],
  ),
  print: { x: 400, y: 418, width: 340, height: 340 },
  folds: [
    'M250 140C276 300 250 480 272 700M350 140C340 300 372 480 350 700',
    'M300 140C318 300 296 480 312 700M396 140C388 300 406 480 394 700',
  ],
  light: 'cloth',
  detail:
    stroke('M206 176C300 180 500 172 594 176M206 660C300 664 500 656 594 660', '#e2b53a', 7, 0.85) +
    stroke('M206 192C300 196 500 188 594 192M206 644C300 648 500 640 594 644', '#4f8a5b', 3, 0.8) +
    both(stitches('M222 132C216 300 224 500 216 700', material)) +
    stitches('M216 140H584M210 696H590', material),
});

export const household = { mug, enamelMug, bottle, phoneCase, cushion, blanket, poster, mousePad, teaTowel };
