// biome-ignore-all lint/suspicious/noControlCharactersInRegex: printers take some control characters for commands.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { COMMANDS_MAX, LABELS_MAX, readZpl } from './read-zpl.ts';
import {
  DRAWING_COMMANDS,
  HARMLESS_PARAMETERS,
  HOSTILE_COMMANDS,
  initialCommands,
  USUAL_MEDIA,
  ZPL_BYTES_MAX,
} from './zpl-commands.ts';
import { FIELD_BYTES_MAX } from './zpl-field.ts';
import { GRAPHIC_BYTES_MAX } from './zpl-graphics.ts';

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
  return reading.labels.join('');
}

/** The names of the commands in a label, found in another way than the reader does. */
function commandsOf(zpl: string): string[] {
  return [...zpl.matchAll(/[\^~\x1e\x10][A-Za-z].?/g)].map(([name]) => name);
}
const ALLOWED = new Set([...DRAWING_COMMANDS.keys(), ...'^XA ^XZ ^PQ ^FD ^FV ^SN ^SF ^FH ^GF'.split(' ')]);
function assertDrawsAlone(zpl: string): void {
  for (const name of commandsOf(zpl)) {
    assert.ok(ALLOWED.has(name) || /^\^A[A-Z0-9]$/.test(name), `${JSON.stringify(name)} in ${zpl}`);
  }
  for (const [, copies] of zpl.matchAll(/\^PQ([^^]*)/g)) assert.ok(Number(copies) >= 1 && Number(copies) <= LABELS_MAX);
}

test('labels of carriers and drivers are printed, with the commands that draw alone', () => {
  for (const [carrier, label] of Object.entries(CARRIERS)) {
    const zpl = printed(label);
    assertDrawsAlone(zpl);
    assert.equal(zpl.match(/\^XA/g)?.length, 1, carrier);
    // Printed again it is the same: nothing is added, lost or escaped twice.
    assert.equal(printed(zpl, 'latin1'), zpl, carrier);
  }
  const settings = BEGIN.replace('^CI0', '^CI0^CI27').replace('^LH0,0', '^LH0,0^LH10,12').replace('^PON', '^PON^POI');
  assert.ok(printed(CARRIERS.UPS ?? '').startsWith(`^XA${settings}^FO15,10^A0N,20,24^FVSENDER^FS`));
});

test('what the settings of a file say in one label holds for its next one, and for no other file', () => {
  const zpl = printed(`${DRIVER}^XA^LH30,40^CI28^POI^XZ^XA^FO1,1^FDa^FS^PW400^XZ^XA^FDb^FS^XZ`);
  const settings = '^PW812^LL1218^BY2,3,10^CFA,9,5^CI0^CI27^CI28^FWN^LH0,0^LH30,40^LRN^PMN^PON^POI';
  assert.equal(
    zpl,
    `^XA${settings}^FO1,1^FDa^FS^PW400^PQ1^XZ\n^XA${settings.replace('812', '812^PW400')}^FDb^FS^PQ1^XZ\n`,
  );
  assert.equal(printed('^XA^FDc^FS^XZ'), `^XA${BEGIN}^FDc^FS^PQ1^XZ\n`);
});

test('every command whose effect outlives a label stands at the beginning of each', () => {
  const zpl = printed('^XA^FDx^FS^XZ');
  for (const command of initialCommands(USUAL_MEDIA)) assert.ok(zpl.indexOf(command) < zpl.indexOf('^FD'), command);
});

test('a command that changes, reads or controls the printer is refused by its name, with what it does', () => {
  for (const [reason, names] of Object.entries(HOSTILE_COMMANDS)) {
    for (const name of names.split(' ')) {
      if (['^DF', '^XF', '~DY'].includes(name)) continue;
      const argument = HARMLESS_PARAMETERS[name] ? 'Q' : 'R:OTHER.GRF';
      const written = HARMLESS_PARAMETERS[name] ? `${name}Q` : name;
      const command = name + argument;
      for (const label of [
        `^XA${command}^FDx^FS^XZ`,
        `${command}^XA^FDx^FS^XZ`,
        `^XA^FDx^FS^XZ${command.toLowerCase()}`,
      ]) {
        const reading = read(label);
        assert.ok(reading.kind === 'refused', `${label}: ${reading.kind}`);
        assert.equal(reading.command, written, label);
        const message = `The ZPL command ${written} is not allowed: a label may only draw, and this ${reason}. Remove it, or send the label as PDF or PNG.`;
        assert.equal(reading.message, message);
      }
    }
  }
  for (const label of [
    '\x10JR^XA^XZ',
    '^XA\x1eJUF^XZ',
    '^XA^FDApt ~JR^FS^XZ',
    '^XA^FX comment ~JR ^FS^XZ',
    '^CC!^XA!JUF!XZ',
  ]) {
    assert.equal(read(label).kind, 'refused', label);
  }
  for (const label of [
    '^XA^IDR:*.*^XZ',
    '^XA^DFR:A.ZPL^FDx^FS^XZ',
    '^XA^XFR:A.ZPL^FS^XZ',
    '~DYE:A.TTF,A,T,2,0,FFFF^XA^XZ',
  ]) {
    const reading = read(label);
    assert.ok(reading.kind === 'refused' && /stores, deletes or reads files/.test(reading.message), label);
  }
});

test('what draws nothing and is not known is dropped, wherever it is', () => {
  const label = '^FO1,1^FDx^FS';
  for (const file of [
    `^XA${label}^DN^XZ`,
    `^XA^QQ1,2${label}^ZX^XZ`,
    `~JO^XA${label}^XZ`,
    `\ufeff^XA${label}^XZ\r\n`,
    `\x02^XA${label}^XZ\x03`,
    `\0\0^XA${label}^XZ\0\0\x1a`,
    `^XA\0${label}^XZ`,
    `^XA${label}^XZ\x1atext between\0\x1a`,
    `${DRIVER}^XA${label}^XZ`,
    `<xpml><page quantity='0' pitch='152.4 mm'></xpml>^XA${label}^XZ<xpml></page></xpml>`,
    `^xa^fo1,1^fdx^fs^xz`,
    `^XA^MMT^MNY^SEE:A.DAT^LT20^PR4^MD10~SD15^CN^PH^JUS^JMA^MCY^SZ2^XB^LS0^CVY^ZZX${label}^XZ`.replace('^ZZX', ''),
    `^XA^CC!!FO1,1!FDx!FS!XZ`,
    `^CC!~CT+!CD;+CC^^XA^FO1;1^FDx^FS^XZ`,
    `\x1eXA\x1eFO1\x1f1\x1eFDx\x1eFS\x1eXZ`,
  ]) {
    const zpl = printed(file);
    const settings = file.includes(DRIVER) ? BEGIN.replace('^CI0', '^CI0^CI27') : BEGIN;
    assert.equal(zpl, `^XA${settings}${label}^PQ1^XZ\n`, JSON.stringify(file));
  }
});

test('the printer itself gets parameters that are missing, unreadable or out of range', () => {
  for (const [command, written] of [
    ['^FO99999,1', '^FO99999,1'],
    ['^FO464,--', '^FO464,--'],
    ['^FT777, -899 ', '^FT777,-899'],
    ['^A048,40', '^A048,40'],
    ['^BCX,100,Q', '^BCX,100,Q'],
    ['^BXN,6,200,18,18,1,~', '^BXN,6,200,18,18,1,~'],
    ['^BXN,6,~5,^7', '^BXN,6,5,7'],
    [`^GB${'1'.repeat(99)},5`, `^GB${'1'.repeat(32)},5`],
    ['^BY96,96', '^BY96,96'],
    ['^FHa^FDa41_b', '^FH_^FD_41_5Fb'],
    ['^FH5^FD_541', '^FH_^FD_5F_41'],
    ['^FH\\^FD\\7E1 a_b\\4', '^FH_^FD_7E1 a_5Fb\\4'],
    ['^FD1\x1d2\x1e\x04', '^FH_^FD1_1D2_1E_04'],
    ['^SN001,1,Y', '^SN001,1,Y'],
    ['^IMMISSING.PNG', ''],
    ['^XG.GRF,1,1', ''],
    ['^GFA,1,1,1,:Z64:AAAA:0000', ''],
    ['^GFA,1,1,1,QQ?', ''],
    ['^GFC,4,4,1,abcd', ''],
    ['^GF', ''],
  ] as const) {
    const rest = '^FS^FO1,1^FDx^FS';
    assert.equal(printed(`^XA^FS${command}${rest}^XZ`), `^XA${BEGIN}^FS${written}${rest}^PQ1^XZ\n`, command);
  }
  for (const command of ['^BY96,96', '^BY,,50', '^CFB0,30', '^CI28,146,198,157,216', '^POX', '^PW', '^LL4MM']) {
    const initial = BEGIN.replace(new RegExp(`\\^${command.slice(1, 3)}[^^]*`), (found) => found + command);
    assert.equal(printed(`^XA${command}^FDx^FS^XZ`), `^XA${initial}^FDx^FS^PQ1^XZ\n`, command);
  }
});

test('the limits of a file are hard', () => {
  for (const [command, message] of [
    [`^FD${'x'.repeat(FIELD_BYTES_MAX + 1)}`, `more than ${FIELD_BYTES_MAX} bytes`],
    [`^GFA,${GRAPHIC_BYTES_MAX + 1},${GRAPHIC_BYTES_MAX + 1},100,FF`, '(^GF)'],
    ['^GFA,1,1,9000,FF', '(^GF)'],
    [`~DGA,${GRAPHIC_BYTES_MAX},100,FF${'^XGA'.repeat(9_000)}`, '(^XG)'],
    [`~DGA,100000,100,FF^XGA,10,10`, '(^XG)'],
    [`^GFA,9,9,1,:Z64:${deflateSync(Buffer.alloc(GRAPHIC_BYTES_MAX + 1)).toString('base64')}:0000`, '(^GF)'],
    ['^GFA,9,9,1,:Z64:AAAA:0000'.repeat(2 * LABELS_MAX + 1), '(^GF)'],
    ['~DGR:A.GRF,99999999,10,FF', '(~DG)'],
    ['^PQ99999999', '^PQ asks for 99999999 copies; at most 10 labels are printed.'],
    ['^FDx^FS^PQ10^XZ^XA^FDx', 'The file has 11 labels; at most 10 are printed.'],
  ] as const) {
    const reading = read(`^XA${command}^FS^XZ`);
    assert.ok(reading.kind === 'refused', `${command.slice(0, 99)}: ${reading.kind}`);
    assert.ok(reading.message.includes(message), reading.message);
  }
  const empty = read('^XA^DFA^FO9,9^FN1^FS^XZ^XA^XFA^FS^XZ');
  assert.ok(empty.kind === 'refused' && /^The label prints nothing\. None of its fields/.test(empty.message));
  // Nothing is left to print.
  for (const command of ['^XGR:NONE.GRF,1,1', '^GFA,1,1,1,QQ?', '^GFC,4,4,1,abcd', '^GFB,9999,9999,1,']) {
    const reading = read(`^XA^FO1,1${command}^FS^XZ`);
    assert.ok(reading.kind === 'refused' && /^The label prints nothing\. A graphic/.test(reading.message), command);
  }
});

test('copies are labels of the file', () => {
  assert.match(printed('^XA^FDx^FS^PQ3,0,1,Y^XZ'), /\^FDx\^FS\^PQ3\^XZ\n$/);
  assert.match(printed('^XA^FDx^FS^PQ0^XZ'), /\^PQ1\^XZ\n$/);
});

test('units, letters of fonts and the justification of a file become part of each command', () => {
  const field = (file: string) =>
    printed(file)
      .replace(/^\^XA.*\^PON/, '')
      .replace('^PQ1^XZ\n', '');
  assert.equal(field('^XA^MUM^FO10,20^A0N,5,5^FDx^FS^GB94,0,.5^FS^XZ'), '^FO80,160^A0N,40,40^FDx^FS^GB751,0,4^FS');
  assert.equal(field('^XA^MUI^FO1,2^FDx^FS^MUD^FO1,2^FDy^FS^XZ'), '^FO203,406^FDx^FS^FO1,2^FDy^FS');
  assert.equal(field('^XA^MUd,150,300^FO50,50^GB200,100,4^FS^XZ'), '^FO100,100^GB400,200,8^FS');
  assert.equal(
    field('^XA^CWW,E:ARI000.TTF^FO1,1^AWN,30^FDx^FS^FO2,2^A0N,30^FDy^FS^XZ'),
    '^FO1,1^A@N,30,,E:ARI000.TTF^FDx^FS^FO2,2^A0N,30^FDy^FS',
  );
  assert.equal(field('^XA^CWW,E:ARI000.TTF^FS^CFW,24^FO1,1^FDx^FS^XZ'), '^FS^CFW,24^FO1,1^A@,24,,E:ARI000.TTF^FDx^FS');
  assert.equal(field('^XA^FWN,1^FO1,1^FDx^FS^FO1,1,0^FDy^FS^XZ'), '^FO1,1,1^FDx^FS^FO1,1,0^FDy^FS');
});

test('in encodings of two bytes a command sign may be the second byte of a character', () => {
  const zpl = printed('^XA^CI15^FO1,1^FD\x83^Ay\x83~z^FS^XZ', 'latin1');
  assert.ok(zpl.includes('^FH_^FD_83_5EAy_83_7Ez^FS'), zpl);
  assert.equal(printed(zpl, 'latin1'), zpl);
});

test('graphics of every form are printed as digits', () => {
  const packed = deflateSync(Buffer.from('abcd')).toString('base64');
  for (const [graphic, written] of [
    ['^GFA,4,4,1,61626364', '^GFA,4,4,1,61626364'],
    ['^GFA,4,,1,61626364', '^GFA,4,4,1,61626364'],
    ['^GFA,12,12,2,FF,1!:gHF,0', '^GFA,12,12,2,FF,1FFF:FFFF::'],
    ['^GFA,4,4,2,F', '^GFA,4,4,2,F0,,'],
    [`^GFA,4,4,1,:Z64:${packed}:1C2D`, '^GFA,4,4,1,61626364'],
    ['^GFA,4,4,1,:B64:YWJjZA==:0000', '^GFA,4,4,1,61626364'],
    ['^GFB,4,4,1,abcd', '^GFA,4,4,1,61626364'],
    ['^GFB,99,99,1,abcd', `^GFA,99,99,1,61626364,${':'.repeat(94)}`],
    ['~DGA,2,1,F081^XGA,3,2', '^GFA,12,12,3,FFF0,:E00007:'],
    ['~DYR:A,A,G,4,1,61626364^XGA', '^GFA,4,4,1,61626364'],
    ['~DYR:A,B,G,4,1,abcd^XGA', '^GFA,4,4,1,61626364'],
    ['~DGE:A.GRF,4,1,IF^ILR:A.GRF', '^FO0,0^GFA,4,4,1,FFF0,:^FS'],
    ['~DGA,4,2,FFFF:^XGA,1,1', '^GFA,4,4,2,FFFF:'],
  ] as const) {
    assert.ok(printed(`^XA${graphic}^FS^XZ`).includes(`${written}^FS`), graphic);
  }
});

test('a stored format is filled with the data of its fields', () => {
  const format = '^XA^CI28^DFR:A.ZPL^FS^BY3^FO9,9^FH^FN1^FS^FO9,60^BCN,80^FN2"No"^FDnone^FS^FO9,90^FN1^FH\\^FS^XZ';
  for (const [given, one, two, three] of [
    ['^FN1^FDZoe_41^FS^FN2^FD12^FS', '^FH_^FDZoe_41', '^FD12', '^FH_^FDZoe_5F41'],
    ['^FN2^FD12^FS^FN1^FH\\^FDZo\\65 ~^FS', '^FH_^FDZo_65 _7E', '^FD12', '^FH_^FDZo_65 _7E'],
    ['', '', '^FDnone', ''],
  ] as const) {
    const zpl = printed(`${format}^XA^XFE:A.ZPL^FS${given}^FO1,1^FDx^FS^XZ`);
    const fields = `^FS^BY3^FO9,9${one}^FS^FO9,60^BCN,80${two}^FS^FO9,90${three}^FS^FS^FO1,1^FDx^FS`;
    assert.ok(zpl.includes(fields), `${zpl} ${fields}`);
    assert.ok(zpl.includes('^CI28'), zpl);
    assert.equal(printed(zpl, 'latin1'), zpl);
  }
  const deleted = `^XA^IDR:A.ZPL^FS^XZ${format}^XA^XFR:A.ZPL^FS^XZ^XA^IDR:A.ZPL^FS^XZ`;
  assert.equal(printed(deleted), printed(`${format}^XA^XFR:A.ZPL^FS^XZ`));
  assert.equal(printed('^XA^FO1,1^FN3^FDx^FS^FN1^XZ'), `^XA${BEGIN}^FO1,1^FDx^FS^PQ1^XZ\n`);
  const fields = '^FS^FO1,1^FN1'.repeat(4_000);
  for (const label of [
    `^XA^DFA${fields}^FS^XZ^XA^XFA^FN1^FD${'x'.repeat(9_000)}^FS^XZ`,
    `^XA^DFA${fields}^FS^XZ^XA${'^XFA'.repeat(9_000)}^XZ`,
  ]) {
    const reading = read(label);
    assert.ok(reading.kind === 'refused' && reading.message.includes('bytes in print'));
  }
});

test('binary data that a program has changed ends at the next command', () => {
  const text = Buffer.from('^FO1,1^FDx^FS^XZ');
  for (const command of ['^GFB,9,9,3,', '~DYR:A,B,G,9,3,', '~DYR:A.PNG,P,P,9,0,\x89']) {
    for (const data of ['ab\ncd\nefgh', 'ab\ncd']) {
      const label = Buffer.concat([Buffer.from(`^XA${command}${data}`, 'latin1'), Buffer.from('^FS'), text]);
      const reading = readZpl(label);
      assert.ok(reading.kind === 'labels' && reading.labels[0]?.endsWith('^FO1,1^FDx^FS^PQ1^XZ\n'), command);
    }
  }
});

test('a graphic that cannot be read is left out, also where the file recalls or deletes it', () => {
  const label = '^XA^IMR:A.PNG^FS^FO1,1^FDx^FS^XZ^XA^IDR:A.PNG^FS^XZ';
  for (const stored of ['~DYR:A.PNG,P,P,2,0,8950', '~DGR:A.GRF,1,1,:Z64:AAAA:0000', '~DYR:A,C,G,2,1,8950']) {
    assert.equal(printed(stored + label), `^XA${BEGIN}^FS^FO1,1^FDx^FS^PQ1^XZ\n`, stored);
  }
});

test('graphics count in each label together, as often as they are recalled', () => {
  const half = GRAPHIC_BYTES_MAX / 2;
  const stored = `~DGA,${half},100,FF\n`;
  assert.equal(read(`${stored}^XA^XGA^FS^XGA^FS^XZ^XA^XGA^FS^XZ`).kind, 'labels');
  assert.equal(read(`${stored}^XA^XGA^FS^XGA^FS^GFA,1,1,1,FF^FS^XZ`).kind, 'refused');
  // Two bytes are printed for each that is stored, label by label.
  const large = `~DGA,${half},256,${`${'F0'.repeat(256)}${'0F'.repeat(256)}`.repeat(half / 512)}\n`;
  const label = '^XA^XGA^FS^XGA^FS^XZ';
  assert.equal(read(large + label).kind, 'labels');
  const reading = read(large + label.repeat(3));
  assert.ok(reading.kind === 'refused' && reading.message.includes(`${ZPL_BYTES_MAX} bytes in print`));
});

test('a stored graphic becomes part of the label, and a binary one text; nothing stays in the printer', () => {
  assert.equal(
    printed(CARRIERS['UPS WorldShip, a stored picture'] ?? ''),
    `^XA${BEGIN}^FO20,20^GFA,8,8,2,FF,:::^FS^FO20,90^GFA,8,8,2,FF,:::^FS^PQ1^XZ\n`,
  );
  const binary = Buffer.concat([
    Buffer.from('^XA^GFB,6,6,2,'),
    Buffer.from('\0~JR^X', 'latin1'),
    Buffer.from('^FS^XZ'),
  ]);
  const reading = readZpl(binary);
  assert.ok(reading.kind === 'labels');
  assert.ok(reading.labels[0]?.includes('^GFA,6,6,2,007E4A525E58^FS'));
  // Drivers delete a graphic in front of the one that they store.
  const own = '~DGR:A.GRF,1,1,FF^XA^FO1,1^XGR:A.GRF^FS^XZ';
  assert.equal(printed(`^XA^IDR:A.GRF^FS^XZ${own}^XA^IDR:A.GRF^XZ^XA^IDR:A.GRF^XZ`), printed(own));
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
    const reading = read(`^XA${part.repeat(count)}^FDx^XZ`);
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
  assert.ok(printed('^XA^FH\\^FD~1 a_b\\41^FS^XZ').includes('^FH_^FD_7E1 a_5Fb_41^FS'));
});

test('a file without an end, without a label or in another language is told apart', () => {
  for (const label of ['^XA^FDHello', '^XA^XZ^XA^FDa^FS', '^XA^GFB,9999,9999,1,x']) {
    assert.equal(read(label).kind, 'incomplete', label);
  }
  for (const other of ['', 'hello', '^FDx^FS', '{"a":"^XA^XZ"}', '<p>^XA^XZ', 'GIF89a\0^XA^XZ', 'MZ\x90\0^XA^XZ']) {
    assert.equal(read(other).kind, 'not_zpl', other);
  }
  assert.equal(printed('Label: ^xa^xz'), `^XA${BEGIN}^PQ1^XZ\n`);
});

test('the guide lists every command that is printed or refused', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/label-files.md'), 'utf8');
  for (const name of DRAWING_COMMANDS.keys()) assert.ok(guide.includes(`\`${name}\``), name);
  for (const command of initialCommands(USUAL_MEDIA).slice(2)) assert.ok(guide.includes(`\`${command}\``), command);
  for (const [reason, names] of Object.entries(HOSTILE_COMMANDS)) {
    assert.ok(
      guide.includes(
        `| ${reason} | ${names
          .split(' ')
          .map((name) => `\`${name}\``)
          .join(', ')} |`,
      ),
      reason,
    );
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
  const names = [
    ...ALLOWED,
    '^A0',
    '^CW',
    '^MU',
    '^CI15',
    '^FN',
    '^DF',
    '^XF',
    '~DY',
    '^IL',
    '^PQ2',
    '^XG',
    '^JU',
    '^CC',
    '^ID',
    '^MM',
    '~JR',
    '~SD',
    '~DG',
    '^GFB',
    '^GFA',
    '^',
  ];
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
      const zpl = reading.labels.join('');
      assertDrawsAlone(zpl);
      assert.match(zpl, /^(\^XA[^\x00-\x08\x0a-\x1f]*\^PQ\d+\^XZ\n){1,10}$/);
      assert.equal(zpl.match(/\^XA/g)?.length, reading.labels.length);
      assert.equal(printed(zpl, 'latin1'), zpl);
    }),
    { numRuns: 2_000 },
  );
  assert.ok(printable > 200, String(printable));
});
