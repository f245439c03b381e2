import { ribColor } from './draw-collar.ts';
import type { DrawShape } from './draw-shape.ts';
import { both, dot, fill, seam, stitches, stroke, symmetrical, tone } from './svg-marks.ts';

const cap: DrawShape = (material) => {
  const brim =
    'M192 446C150 512 156 572 198 586C300 536 500 536 602 586C644 572 650 512 608 446C540 420 260 420 192 446Z';
  const brimRow = (row: number) => {
    const [left, y, bow] = [182 + row * 3, 552 - row * 22, 504 - row * 20];
    return stitches(`M${left} ${y}C300 ${bow} 500 ${bow} ${800 - left} ${y}`, material);
  };
  return {
    behind:
      `<path d="${brim}" fill="#4a3f33" fill-opacity=".4" transform="translate(0 16)" filter="url(#soft)"/>` +
      fill(brim, ribColor(material)) +
      fill(
        'M198 586C300 536 500 536 602 586C612 583 620 577 626 568C500 518 300 518 174 568C180 577 188 583 198 586Z',
        tone(material.hex, -0.2),
      ) +
      [0, 1, 2, 3].map(brimRow).join(''),
    outline: symmetrical(
      [0, 196],
      [
        [110, 196, 196, 260, 216, 420],
        [222, 440, 218, 456, 206, 462],
        [140, 436, 70, 428, 0, 428],
      ],
    ),
    print: { x: 400, y: 338, width: 138, height: 138 },
    folds: ['M220 400C236 320 262 270 300 236', 'M330 260C316 300 308 350 306 400'],
    light: 'cloth',
    detail:
      both(
        seam('M400 196C330 206 284 290 276 436', material) +
          stitches('M392 196C322 206 276 290 268 436', material) +
          dot(298, 262, 6, tone(material.hex, -0.3)),
      ) + stitches('M192 452C260 426 330 418 400 418S540 426 608 452', material),
    above: `<ellipse cx="400" cy="195" rx="17" ry="9" fill="${tone(material.hex, -0.15)}"/>`,
  };
};

const beanie: DrawShape = (material) => {
  const columns = Array.from({ length: 23 }, (_, index) => (index - 11) * 19);
  const knit = columns.map(
    (x) => `M${400 + x} 450C${400 + x} 330 ${400 + x * 0.7} 240 ${400 + x * 0.16} 168`,
  );
  const cuff = columns.map((x) => `M${400 + x} 452V660`);
  const ribbing = (data: string[]) =>
    `<path d="${data.join('')}" fill="none" stroke="#000" stroke-opacity=".16" stroke-width="5.5"/>`;
  return {
    outline: symmetrical(
      [0, 160],
      [
        [120, 160, 204, 260, 208, 446],
        [222, 452, 226, 470, 226, 540],
        [226, 610, 222, 632, 206, 640],
        [140, 652, 60, 654, 0, 654],
      ],
    ),
    lining:
      ribbing(knit) +
      fill('M170 450C300 436 500 436 630 450V660H170Z', tone(material.hex, 0.06)) +
      ribbing(cuff) +
      stroke('M176 452C300 438 500 438 624 452', '#000000', 7, 0.22),
    print: { x: 400, y: 548, width: 148, height: 84, corner: 7 },
    folds: ['M232 420C240 330 270 250 330 200', 'M340 240C310 300 296 360 296 430'],
    light: 'cloth',
    detail:
      '<rect x="331" y="511" width="138" height="74" rx="5" fill="none" stroke="#8a7a60" stroke-opacity=".7" stroke-width="1.6" stroke-dasharray="5 3.5"/>',
  };
};

const tote: DrawShape = (material) => ({
  behind:
    stroke('M326 300C330 76 470 76 474 300', tone(material.hex, -0.24), 24) +
    stroke('M300 300C300 40 500 40 500 300', tone(material.hex, -0.05), 27) +
    stroke('M289 300C289 27 511 27 511 300M311 300C311 53 489 53 489 300', '#3a3128', 1.6, 0.25),
  outline: symmetrical(
    [0, 272],
    [
      [90, 272, 160, 270, 196, 268],
      [200, 420, 204, 560, 210, 712],
      [140, 724, 70, 726, 0, 726],
    ],
  ),
  print: { x: 400, y: 510, width: 282, height: 282 },
  folds: [
    'M216 330C248 420 238 560 222 694M300 290C312 350 330 384 350 404',
    'M270 320C282 420 274 560 264 690M400 290C398 330 402 350 400 370',
  ],
  light: 'cloth',
  detail:
    stitches('M202 302C300 306 500 306 598 302', material) +
    seam('M202 308C300 312 500 312 598 308', material) +
    both(
      fill('M286.5 272h27v64h-27Z', tone(material.hex, -0.05)) +
        stitches('M289 274V333H311V274M289 306L311 333M311 306L289 333', material) +
        seam('M286.5 274V336H313.500V274M206 280C202 440 198 580 196 712', material),
    ),
});

const drawstringBag: DrawShape = (material) => {
  const cord = 'M292 184C168 250 150 520 196 690';
  const gathers = [250, 285, 320, 355, 390].map(
    (x) =>
      `M${400 - (400 - x) * 1.1} 124Q${x} 160 ${400 - (400 - x) * 0.82} 184Q${x} 220 ${400 - (400 - x) * 1.2} 262`,
  );
  return {
    behind: both(stroke(cord, '#000000', 10, 0.12) + stroke(cord, '#efe8da', 8)),
    outline: symmetrical(
      [0, 126],
      [
        [24, 116, 44, 132, 66, 122],
        [88, 114, 108, 128, 142, 112],
        [140, 144, 116, 160, 112, 182],
        [124, 220, 196, 240, 202, 330],
        [208, 460, 210, 580, 210, 704],
        [140, 718, 60, 720, 0, 720],
      ],
    ),
    print: { x: 400, y: 476, width: 274, height: 274 },
    folds: [
      'M296 200C280 260 240 290 232 370M340 200C336 250 316 280 308 330M214 690C226 610 250 570 256 510M390 200C392 240 386 270 388 300',
      'M318 200C306 260 276 300 268 360M366 200C364 240 350 280 348 310M300 690C306 640 300 610 306 580',
    ],
    light: 'cloth',
    detail:
      both(
        stroke(gathers.join(''), '#000000', 3, 0.14) +
          dot(210, 692, 10, '#c9c6be') +
          dot(210, 692, 5, '#5f5c56'),
      ) + stitches('M200 704C280 712 520 712 600 704', material),
    above:
      stroke('M290 186C330 198 470 198 510 186', '#000000', 9, 0.2) +
      stroke('M290 183C330 195 470 195 510 183', '#efe8da', 7),
  };
};

const apron: DrawShape = (material) => {
  const pocket = 'M290 478H510V606C510 622 500 630 486 630H314C300 630 290 622 290 606Z';
  return {
    behind:
      stroke('M318 190C296 60 504 60 482 190', tone(material.hex, -0.25), 15) +
      both(stroke('M196 386C130 400 116 470 146 560', tone(material.hex, -0.2), 13)),
    outline: symmetrical(
      [0, 172],
      [
        [40, 172, 80, 170, 108, 168],
        [112, 260, 146, 340, 214, 376],
        [220, 480, 220, 600, 216, 706],
        [140, 716, 60, 718, 0, 718],
      ],
    ),
    print: { x: 400, y: 322, width: 212, height: 212 },
    folds: [
      'M226 400C252 480 244 590 230 690M320 690C330 660 324 650 332 636M300 220C304 280 290 330 270 360',
      'M276 420C290 500 286 600 276 690M360 200C350 220 348 230 350 250',
    ],
    light: 'cloth',
    detail:
      both(stitches('M300 180C306 270 332 346 190 388', material) + dot(306, 190, 6, '#b79a5f')) +
      stitches('M296 182H504M190 704C280 708 520 708 610 704', material) +
      fill(pocket, tone(material.hex, material.dark ? 0.05 : -0.03)) +
      seam(`${pocket}M400 478V630`, material) +
      stitches('M290 492H510M298 492V604C298 616 304 622 316 622H484C496 622 502 616 502 604V492', material),
  };
};

const socks: DrawShape = (material) => {
  const thick = tone(material.hex, -0.1);
  const leg = (x: number) =>
    `M${x} 118H${x + 144}C${x + 142} 220 ${x + 136} 330 ${x + 140} 420C${x + 146} 480 ${x + 120} 520 ${x + 84} 560L${x + 4} 652C${x - 30} 692 ${x - 96} 688 ${x - 108} 640C${x - 114} 606 ${x - 90} 586 ${x - 66} 562L${x - 8} 492C${x + 8} 470 ${x + 10} 440 ${x + 8} 410C${x + 6} 320 ${x + 2} 220 ${x} 118Z`;
  const pair = (draw: (x: number) => string) => draw(266) + draw(486);
  const ribbing = (x: number) =>
    Array.from({ length: 13 }, (_, index) => `M${x + 6 + index * 11} 118V204`).join('');
  return {
    outline: pair(leg),
    print: { x: 400, y: 290, width: 240, height: 240 },
    light: 'flat',
    detail:
      pair((x) =>
        fill(
          `M${x - 150} 560H${x - 54}L${x - 14} 700H${x - 130}ZM${x + 154} 420C${x + 90} 430 ${x + 80} 480 ${x + 110} 540L${x + 180} 520Z`,
          thick,
        ),
      ) +
      `<path d="${pair(ribbing)}" stroke="#4a4036" stroke-opacity=".16" stroke-width="4"/>` +
      `<g filter="url(#soft)">${pair((x) => stroke(`M${x + 12} 440C${x + 50} 452 ${x + 90} 444 ${x + 116} 430M${x + 20} 510C${x + 40} 500 ${x + 66} 506 ${x + 84} 522`, '#000000', 13, 0.12))}</g>` +
      pair((x) =>
        seam(
          `M${x} 206H${x + 144}M${x - 64} 560C${x - 44} 590 ${x - 24} 640 ${x - 26} 680M${x + 142} 428C${x + 88} 440 ${x + 82} 490 ${x + 106} 536`,
          material,
        ),
      ),
  };
};

export const accessories = { cap, beanie, tote, drawstringBag, apron, socks };
