// biome-ignore-all lint/suspicious/noControlCharactersInRegex: printers take some control characters for commands.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { printZpl } from './print-zpl.ts';
import { COMMANDS_MAX, FIELD_BYTES_MAX, LABELS_MAX, readZpl, ZPL_BYTES_MAX } from './read-zpl.ts';
import { DRAWING_COMMANDS, DROPPED_COMMANDS, LASTING_COMMANDS } from './zpl-commands.ts';
import { GRAPHIC_BYTES_MAX } from './zpl-graphics.ts';

const MEDIA = { mediaWidthMm: 101.6, mediaHeightMm: 152.4, dotsPerInch: 203 };
const BEGIN = '^PW812^LL1218^BY2,3,10^CFA,9,5^CI0^FWN^LH0,0^LRN^PMN^PON';

/** The driver of Windows, as ZebraDesigner writes it to a file. */
const DRIVER = 'CT~~CD,~CC^~CT~\n^XA~TA000~JSN^LT0^MNW^MTT^PON^PMN^LH0,0^JMA^PR4,4~SD15^JUS^LRN^CI27^PA0,1,1,0^XZ\n';

/** Labels as carriers and their programs make them, with the data of people left out. */
const CARRIERS: Record<string, string> = {
  ZebraDesigner: `${DRIVER}^XA\n^MMT\n^PW812\n^LL1218\n^LS0\n^FT30,60^A0N,28,28^FH\\^CI28^FDM\\C3\\BCller\\5E^FS^CI27\n^BY4,3,160^FT60,400^BCN,,Y,N,N,A^FH\\^FD>;0034043^FS\n^PQ1,0,1,Y\n^XZ\n`,
  FedEx:
    '^XA^CF,0,0,0^PR12^MD30^PW800^PON^CI13^LH0,20\n^FO12,139^GB753,2,2^FS\n^FO28,19^A0N,24,24^FWN^FH^FDFROM:^FS\n^FO31,1009^BY2,2^B7N,10,5,14^FH^FWN^FH^FD[)>_1E01_1D0210118_1D840_1D019_1D_1E_04^FS\n^FO95,1051^BY3,2^BCN,200,N,N,N,N^FWN^FD>;9632001960^FS\n^PQ1\n^XZ',
  UPS: '^XA^LRN^MNY^MFN,N^LH10,12^MCY^POI^PW812^CI27\n^FO15,10^A0N,20,24^FVSENDER^FS\n^FO420,370^BD3^FH^FD003840100450000_5B)>_1E01_1D961Z12345675_1DUPSN_1D12345E_1E_04^FS\n^FO60,620^BY3^BCN,103,N,N,,A^FV1Z12345675^FS^FO0,820^GB800,14,14^FS\n^XZ',
  'USPS of Endicia':
    '^XA^MCY^XZ^XA^FWN^CFD,24^PW1200^LH0,0^CI13^PR2^MNY^MTT^MMT^MD0^PON^PMN^LRN\n^FO43,25^GB1114,1750,3,B^FS^FO120,1300^BY4^BCN,225,N,N,N,N^FD>;>842010118>89205500000^FS^FO50,50^A0N,40,30^TBN,400,90^FDPRIORITY MAIL^FS^FO900,40^BXN,4,200,,,6,_^FH^FD_1Dx^FS\n^XZ',
  DHL: '\ufeff^XA^CI28^LH0,0^MMT^LL1200^PW800^FO20,20^A@N,28,26,E:ARI000.TTF^FB740,3,4,L,0^FDAn:\\&Zoë Müller^FS^FO100,800^BY3,3,120^B2N,120,Y,N,N^FD340434^FS^FX Routing ^FS^FO20,900^GB760,0,4^FS^FO600,60^BXN,6,200,0,0,1,~^FH\\^FD~1JVGL\\7E^FS^XZ',
  DPD: '^XA^LT0^MD5^SZ2^JZY^LH0,0^FO10,10^GB780,1180,2^FS^FO40,700^BY3^BCN,150,N,N,N,A^FD%007110601632532948375187276^FS^FO400,40^BQN,2,5^FDMA,0071106^FS^FO600,20^B0R,5,N,0,N,1,0^FDAZTEC^FS^FO10,10^FR^GC90,3,B^FS^XZ',
  'ShipStation, a picture': '^XA^POI^LH0,0^FO0,0^GFA,24,24,3,\nFFF0FFP0\n,::\n^FS^PQ1^XZ',
  'EasyPost, a packed picture': `^XA^FO0,0^GFA,4,4,1,:Z64:${deflateSync(Buffer.from('abcd')).toString('base64')}:1C2D^FS^XZ`,
  'UPS WorldShip, a stored picture': `~DGR:UPSLOGO.GRF,8,2,FF00FF00\nFF00FF00\n^XA^FO20,20^XGR:UPSLOGO.GRF,1,1^FS^FO20,90^IMUPSLOGO^FS^XZ^XA^IDR:UPSLOGO.GRF^FS^XZ`,
};

const read = (label: string, encoding: BufferEncoding = 'utf8') => readZpl(Buffer.from(label, encoding));
function printed(label: string, encoding?: BufferEncoding): string {
  const reading = read(label, encoding);
  assert.ok(reading.kind === 'labels', `${label.slice(0, 200)}: ${JSON.stringify(reading)}`);
  return printZpl(reading.labels, MEDIA).toString('latin1');
}

/** The names of the commands in a label, found in another way than the reader does. */
function commandsOf(zpl: string): string[] {
  return [...zpl.matchAll(/[\^~\x1e\x10][A-Za-z].?/g)].map(([name]) => name);
}
const ALLOWED = new Set([...Object.keys(DRAWING_COMMANDS), '^XA', '^XZ', '^PQ', '^FD', '^FV', '^FH', '^GF']);
function assertDrawsAlone(zpl: string): void {
  for (const name of commandsOf(zpl)) {
    assert.ok(ALLOWED.has(name) || /^\^A[A-Z0-9]$/.test(name), `${JSON.stringify(name)} in ${zpl}`);
  }
  for (const [, copies] of zpl.matchAll(/\^PQ([^^]*)/g)) assert.equal(copies, '1');
}

test('labels of carriers and drivers are printed, with the commands that draw alone', () => {
  for (const [carrier, label] of Object.entries(CARRIERS)) {
    const zpl = printed(label);
    assertDrawsAlone(zpl);
    assert.equal(zpl.match(/\^XA/g)?.length, 1, carrier);
    // Printed again it is the same: nothing is added, lost or escaped twice.
    assert.equal(printed(zpl, 'latin1'), zpl, carrier);
  }
  const settings = BEGIN.replace('^CI0', '^CI27').replace('^LH0,0', '^LH10,12').replace('^PON', '^POI');
  assert.ok(printed(CARRIERS.UPS ?? '').startsWith(`^XA${settings}^FO15,10^A0N,20,24^FVSENDER^FS`));
});

test('what the settings of a file say in one label holds for its next one, and for no other file', () => {
  const zpl = printed(`${DRIVER}^XA^LH30,40^CI28^POI^XZ^XA^FO1,1^FDa^FS^PW400^XZ^XA^FDb^FS^XZ`);
  const settings = BEGIN.replace('^CI0', '^CI28').replace('^LH0,0', '^LH30,40').replace('^PON', '^POI');
  assert.equal(
    zpl,
    `^XA${settings}^FO1,1^FDa^FS^PW400^PQ1^XZ\n^XA${settings.replace('^PW812', '^PW400')}^FDb^FS^PQ1^XZ\n`,
  );
  assert.equal(printed('^XA^FDc^FS^XZ'), `^XA${BEGIN}^FDc^FS^PQ1^XZ\n`);
});

test('every command whose effect outlives a label stands at the beginning of each', () => {
  const zpl = printed('^XA^FDx^FS^XZ');
  for (const name of LASTING_COMMANDS) assert.ok(zpl.indexOf(name) < zpl.indexOf('^FD'), name);
});

test('a command that does anything but draw is refused by its name', () => {
  for (const [command, name] of [
    ['^PQ99999999', '^PQ'],
    ['^PQ2,0,1,Y', '^PQ'],
    ['^JUF', '^JUF'],
    ['^JUN', '^JUN'],
    ['^JUR', '^JUR'],
    ['^KP1234', '^KP'],
    ['^IDR:*.*', '^ID'],
    ['^IDE:LOGO.GRF', '^ID'],
    ['~JR', '~JR'],
    ['~ja', '~JA'],
    ['\x10JR', '~JR'],
    ['\x1eJUF', '^JUF'],
    ['^CC!', '^CC!'],
    ['~CC!', '~CC!'],
    ['^CD;', '^CD;'],
    ['^CT+', '^CT+'],
    ['^MCN', '^MCN'],
    ['^JMB', '^JMB'],
    ['^MUM', '^MUM'],
    ['^SZ1', '^SZ1'],
    ['^DFR:A.ZPL', '^DF'],
    ['^XFR:A.ZPL', '^XF'],
    ['^FN1', '^FN'],
    ['^SN001,1,Y', '^SN'],
    ['^ISR:A.GRF,N', '^IS'],
    ['^ILR:A.GRF', '^IL'],
    ['^XGR:OTHER.GRF,1,1', '^XG'],
    ['^IMR:OTHER.GRF', '^IM'],
    ['^EG', '^EG'],
    ['~EG', '~EG'],
    ['~DYR:A,P,P,4,0,\x89PNG', '~DY'],
    ['~DUR:A.FNT,4,abcd', '~DU'],
    ['^CW0,E:A.TTF', '^CW'],
    ['^SE', '^SE'],
    ['^ND2,P,1.2.3.4', '^ND'],
    ['~WC', '~WC'],
    ['~HS', '~HS'],
    ['^HH', '^HH'],
    ['^SP100', '^SP'],
    ['^FDApt ~JR^FS', '~JR'],
    ['^FX comment ~JR ^FS', '~JR'],
    ['^GFC,4,4,1,abcd', '^GF'],
  ] as const) {
    for (const label of [`^XA${command}^FDx^FS^XZ`, `${command}^XA^FDx^FS^XZ`, `^XA^FDx^FS^XZ${command}`]) {
      const reading = read(label);
      assert.ok(reading.kind === 'refused', `${label}: ${reading.kind}`);
      assert.equal(reading.command, name, label);
      assert.ok(reading.message.includes(name), reading.message);
      assert.match(reading.message, /send the label as PDF or PNG\.$/);
    }
  }
});

test('parameters outside of their bounds are refused with what they may be', () => {
  for (const [command, message] of [
    ['^FO99999,1', 'In the ZPL command ^FO, x must be 0 to 32000.'],
    ['^FO1,-1', 'In the ZPL command ^FO, y must be 0 to 32000.'],
    ['^PW1e9', 'In the ZPL command ^PW, width must be 0 to 32000.'],
    ['^BCX', 'In the ZPL command ^BC, orientation must be N, R, I, B.'],
    ['^A0N,40000', 'In the ZPL command ^A0, height must be 0 to 32000.'],
    ['^A@N,9,9,E:../A.TTF', 'In the ZPL command ^A@, font must be the name of a font'],
    ['^BY500', 'In the ZPL command ^BY, module must be 1 to 100.'],
    ['^CI15', 'In the ZPL command ^CI, encoding must be 0, 1, '],
    ['^POX', 'In the ZPL command ^PO, orientation must be N, I.'],
    ['^FHa', 'In the ZPL command ^FH, the indicator must be a sign.'],
    [`^FD${'x'.repeat(FIELD_BYTES_MAX + 1)}`, `more than ${FIELD_BYTES_MAX} bytes`],
    ['^FDa\x02b', 'control character'],
    ['^FO1\x1b,1', 'x must be'],
    [`^GFA,${GRAPHIC_BYTES_MAX + 1},${GRAPHIC_BYTES_MAX + 1},100,FF`, '(^GF)'],
    ['^GFA,1,1,9000,FF', '(^GF)'],
    ['^GFA,1,1,1,:Z64:AAAA:0000', '(^GF)'],
    ['^GFA,1,1,1,QQ?', '(^GF)'],
    ['^GF,x', '(^GF)'],
    [`^GFA,9,9,1000,FF${':'.repeat(3_000)}`, '(^GF)'],
    [`^GFA,9,9,4000,${'zzzzzzzzzzF'.repeat(1_100)}`, '(^GF)'],
    [`^GFA,9,9,1,:Z64:${deflateSync(Buffer.alloc(GRAPHIC_BYTES_MAX + 1)).toString('base64')}:0000`, '(^GF)'],
    ['~DGR:A.GRF,99999999,10,FF', '(~DG)'],
    ['~DGR:A.TTF,1,1,FF', '(~DG)'],
  ] as const) {
    const reading = read(`^XA${command}^FS^XZ`);
    assert.ok(reading.kind === 'refused', `${command}: ${reading.kind}`);
    assert.ok(reading.message.includes(message), reading.message);
  }
});

test('graphics count by what they are unpacked, in each label together, as often as they are recalled', () => {
  const half = GRAPHIC_BYTES_MAX / 2;
  const stored = `~DGA,${half},100,FF\n`;
  assert.equal(read(`${stored}^XA^XGA^FS^XGA^FS^XZ^XA^XGA^FS^XZ`).kind, 'labels');
  assert.equal(read(`${stored}^XA^XGA^FS^XGA^FS^GFA,1,1,1,FF^FS^XZ`).kind, 'refused');
  // Two bytes are printed for each that is stored, label by label.
  const large = `~DGA,${half},100,${'F'.repeat(2 * half)}\n`;
  const label = '^XA^XGA^FS^XGA^FS^XZ';
  assert.equal(read(large + label).kind, 'labels');
  const reading = read(large + label.repeat(3));
  assert.ok(reading.kind === 'refused' && reading.message.includes(`${ZPL_BYTES_MAX} bytes in print`));
});

test('a stored graphic becomes part of the label, and a binary one text; nothing stays in the printer', () => {
  assert.equal(
    printed(CARRIERS['UPS WorldShip, a stored picture'] ?? ''),
    `^XA${BEGIN}^FO20,20^GFA,8,8,2,FF00FF00FF00FF00^FS^FO20,90^GFA,8,8,2,FF00FF00FF00FF00^FS^PQ1^XZ\n`,
  );
  const binary = Buffer.concat([
    Buffer.from('^XA^GFB,6,6,2,'),
    Buffer.from('\0~JR^X', 'latin1'),
    Buffer.from('^FS^XZ'),
  ]);
  const reading = readZpl(binary);
  assert.ok(reading.kind === 'labels');
  assert.equal(reading.labels[0]?.body, '^GFA,6,6,2,007E4A525E58^FS');
  assert.equal(read('~DGA,1,1,FF^XA^XGA,2,2^FS^XZ').kind, 'refused');
  // A deleted graphic cannot be recalled.
  assert.equal(read('~DGA,1,1,FF^XA^IDA^FS^XGA^FS^XZ').kind, 'refused');
});

test('at most ten labels are printed of a file; settings are no labels, and more are counted', () => {
  const label = '^XA^FO1,1^FDx^FS^XZ';
  assert.equal(read(`${DRIVER}${label.repeat(LABELS_MAX)}^XA^MCY^XZ`).kind, 'labels');
  const many = read(label.repeat(300_000));
  assert.ok(many.kind === 'refused');
  assert.match(many.message, /^The file has 300000 labels; at most 10 are printed\./);
  const busy = read(`^XA${'^FS'.repeat(COMMANDS_MAX)}^XZ`);
  assert.ok(busy.kind === 'refused' && busy.message.includes(`${COMMANDS_MAX} ZPL commands`));
  // The printed labels are within the limits too, so that they can be read again.
  const most = COMMANDS_MAX - 13;
  assert.ok(printed(printed(`^XA${'^FS'.repeat(most - 1)}^FDx^XZ`)).length > most);
  for (const [part, count] of [
    ['^FS', most + 1],
    ['^FD~^FS', Math.floor(most / 3) + 1],
  ] as const) {
    const reading = read(`^XA${part.repeat(count)}^XZ`);
    assert.ok(reading.kind === 'refused' && reading.message.includes('ZPL commands in print'), part);
  }
  assert.equal(read(`^XA^FD${'~'.repeat(FIELD_BYTES_MAX / 3)}^FS^XZ`).kind, 'labels');
  assert.equal(read(`^XA^FD${'~'.repeat(FIELD_BYTES_MAX / 3 + 1)}^FS^XZ`).kind, 'refused');
  const large = read(`^XA^FX${'x'.repeat(ZPL_BYTES_MAX)}^XZ`);
  assert.ok(large.kind === 'refused' && large.message.includes(`at most ${ZPL_BYTES_MAX} bytes`));
});

test('text of a field stays text: signs that begin commands and lines are written so that they do not', () => {
  for (const [data, expected] of [
    ['a ~5 ^ b_c', '^FH_^FDa _7E5 _5E b_5Fc'],
    ['first\r\n! U1 do "device.reset" ""', '^FDfirst! U1 do "device.reset" ""'],
    ['Zo\u00eb', '^FDZo\u00c3\u00ab'],
  ] as const) {
    const zpl = printed(`^XA^FD${data}^FS^XZ`);
    assert.ok(zpl.includes(`${expected}^FS`), zpl);
    assert.equal(printed(zpl, 'latin1'), zpl);
  }
  assert.ok(printed('^XA^FH\\^FD~1 a_b\\41^FS^XZ').includes('^FH\\^FD\\7E1 a_b\\41^FS'));
});

test('a file without an end, without a label or in another language is told apart', () => {
  for (const label of ['^XA^FDHello', '^XA^XZ^XA^FDa^FS', '^XA^GFB,9999,9999,1,^XZ']) {
    assert.equal(read(label).kind, 'incomplete', label);
  }
  for (const other of ['', 'hello', '^FDx^FS', '{"a":"^XA^XZ"}', '<p>^XA^XZ', '^XA\0^XZ', 'MZ\x90\0^XA^XZ']) {
    assert.equal(read(other).kind, 'not_zpl', other);
  }
  assert.equal(printed('Label: ^xa^xz'), `^XA${BEGIN}^PQ1^XZ\n`);
});

test('the guide lists every command with its bounds, and every one that is left out', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/label-files.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| (`.+`) \| (.*) \|$/gm)].map(([, names = '', bounds = '']) => ({
    names,
    bounds,
  }));
  for (const [name, { parameters }] of Object.entries(DRAWING_COMMANDS)) {
    const expected = parameters.map(({ name: parameter, values }) => `${parameter}: ${values}`).join('; ') || '–';
    const documented = rows.filter(({ names }) => names.split(', ').includes(`\`${name}\``));
    assert.deepEqual(
      documented.map(({ bounds }) => bounds),
      [expected],
      name,
    );
  }
  for (const name of Object.keys(DROPPED_COMMANDS)) {
    if (!/C[CDT]$/.test(name)) assert.ok(guide.includes(name), name);
  }
  for (const [name, { initial }] of Object.entries(DRAWING_COMMANDS)) {
    if (initial !== undefined) assert.ok(guide.includes(`\`${name}${initial}\``), name);
  }
});

test('the time to read a file depends on its length alone, whatever is in it', () => {
  const length = ZPL_BYTES_MAX - 100;
  // Anything that is read several times would take hours here.
  for (const [begin, part, end] of [
    ['^XA^FD', '~', '^FS^XZ'],
    ['^XA^FD', '~5', '^FS^XZ'],
    ['^XA^ID', ' ', 'x^FS^XZ'],
    ['^XA^XG', ' ', 'x,1,1^FS^XZ'],
    ['~DGA,1,1,FF^XA^XGA,', ' ', 'x^FS^XZ'],
    ['^XA^FO', ' ,', '^FS^XZ'],
    ['^XA^FO', '1', '^FS^XZ'],
    ['^XA^GFA,', ' ', 'x^FS^XZ'],
    ['^XA^GFA,1,1,1,', 'z', '^FS^XZ'],
    ['^XA^GFA,1,1,1,', ':Z64:', '^FS^XZ'],
    ['^XA^PQ', '0', 'x^XZ'],
    ['', '\n', '^XA^XZ'],
    ['', '^XA', ''],
    ['', '^XZ', '^XA^XZ'],
  ] as const) {
    read(begin + part.repeat(length / part.length) + end);
  }
});

test('whatever is printed draws alone, is the same when it is read again, and begins and ends each label', () => {
  const names = [...ALLOWED, '^A0', '^XG', '^JU', '^CC', '^ID', '^MM', '~JR', '~SD', '~DG', '^GFB', '^GFA', '^'];
  const signs = fc.constantFrom(...'^~\x1e\x10,_\\:;NYA01\n \x02\xff'.split(''), 'JR', 'JUF', 'XZ', 'XA', '12', 'F');
  const part = fc.oneof(
    fc.constantFrom(...names),
    fc.array(signs, { maxLength: 6 }).map((all) => all.join('')),
    fc.constantFrom(...Object.values(CARRIERS)),
    fc.constantFrom(
      '^FO10,20',
      '^A0N,20',
      '^FH_',
      '^FD~',
      '^FDtext',
      '^FS',
      '1,1,1,FF',
      '^BXN,1,200,,,,~',
      '^XA',
      '^XZ',
    ),
  );
  let printable = 0;
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const reading = read(`^XA${parts.join('')}^XZ`, 'latin1');
      if (reading.kind !== 'labels') return;
      printable += 1;
      const zpl = printZpl(reading.labels, MEDIA).toString('latin1');
      assertDrawsAlone(zpl);
      assert.match(zpl, /^(\^XA[^\x00-\x08\x0a-\x1f]*\^PQ1\^XZ\n){1,10}$/);
      assert.equal(zpl.match(/\^XA/g)?.length, reading.labels.length);
      assert.equal(printed(zpl, 'latin1'), zpl);
    }),
    { numRuns: 2_000 },
  );
  assert.ok(printable > 200, String(printable));
});
