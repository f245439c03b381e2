import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  possibleNumbers,
  readTrackingNumber,
  type TrackedCarrier,
  trackingPatternOf,
  trackingUrlOf,
} from './tracking-rules.ts';

const DHL = { carrierId: 'dhl-paket', name: 'DHL Paket' };
const EXPRESS = { carrierId: 'dhl-express', name: 'DHL Express' };
const UPS = { carrierId: 'ups-standard', name: 'UPS Standard' };
const FEDEX = { carrierId: 'c4', name: 'FedEx International Priority' };
const USPS = { carrierId: 'usps', name: 'US Mail' };
const DPD = { carrierId: 'DPD_classic', name: 'Classic' };
const GLS = { carrierId: 'gls-business', name: 'GLS BusinessParcel' };
const POST = { carrierId: 'deutsche-post-warenpost', name: 'Deutsche Post Warenpost' };
const COURIER = { carrierId: 'bike', name: 'Bicycle courier' };
const UNKNOWN: TrackedCarrier = {};
const CARRIERS = [DHL, EXPRESS, UPS, FEDEX, USPS, DPD, GLS, POST, COURIER, UNKNOWN];

// Published examples of the sources named in tracking-rules.ts.
const RIGHT = [
  [DHL, '201298452277', '563102430313', '00340433836442636597', '340433836442636597', '0034 0434 1610 9402 2115'],
  [DHL, 'JJD1410302937991', 'JD014600006281230704', 'JJD0099999999', 'JVGL0999999990', '60120172242323'],
  [EXPRESS, '3318810025', '73891051146', '8487135506', '1099255990', 'JJD0099999999'],
  [UPS, '1Z5R89390357567127', '1Z879E930346834440', '1Z410E7W0392751591', '1ZXX3150YW44070023', '1z 8v92a7 0367203024'],
  [UPS, '1Z999AA10123456784', 'K1506235620', 'V0490119172'],
  [
    FEDEX,
    '986578788855',
    '477179081230',
    '799531274483',
    '041441760228964',
    '568283610012734',
    '9611020987654312345672',
  ],
  [USPS, '03071790000523483741', '71123456789123456787', '71969010756003077385', '9101026837331000039521'],
  [USPS, '9400111206206406260787', '9505511069605048600624', '92748931507708513018050063', '9361289878700317633795'],
  [DPD, '09980000020033', '01015026003653'],
  [GLS, '12345678901', '123456789012', 'XHAX4HDA'],
  [POST, 'RB123456785GB', 'A0012345670001234567'],
  [
    COURIER,
    'RB123456785US',
    '1Z5R89390357567127',
    '340434161094022115',
    'Tour 7, stop 12',
    'rb-17',
    '999999999999999999',
  ],
  [UNKNOWN, '123', '986578788856', '996005234512345678'],
] as const;

test('published numbers of each carrier have no doubt', () => {
  for (const [carrier, ...numbers] of RIGHT)
    for (const number of numbers)
      assert.equal(readTrackingNumber(carrier, number).doubt, undefined, `${carrier.carrierId} ${number}`);
});

const WRONG_DIGIT = [
  [DHL, '201298452278', '563102430331', '00340433836442636598', '340433836442636579'],
  [EXPRESS, '3318810010', '3318810034', '73891051145'],
  [FEDEX, '996578788855', '568283610012732', '9611020987654312345673'],
  [FEDEX, '1001901781990001000300617767839438', '9622001560001234567100794808390595'],
  [USPS, '03071790000523483742', '9434611206206407667131', '9101123456789000000014', '420787459400111206206406260788'],
  [DPD, '09980000020033D', '008182709980000020033350276A'],
] as const;

test('a wrong check digit is doubtful', () => {
  for (const [carrier, ...numbers] of WRONG_DIGIT)
    for (const number of numbers)
      assert.equal(readTrackingNumber(carrier, number).doubt, 'CHECK_DIGIT', `${carrier.carrierId} ${number}`);
});

test('a wrong check digit of S10, 1Z or SSCC is doubtful for every carrier', () => {
  for (const carrier of CARRIERS)
    for (const number of ['RB123456786GB', '1Z5R89390357567128', '00340434161094022116'])
      assert.equal(readTrackingNumber(carrier, number).doubt, 'CHECK_DIGIT', `${carrier.carrierId} ${number}`);
  for (const carrier of [DHL, POST, COURIER, UNKNOWN])
    assert.equal(readTrackingNumber(carrier, '340434161094022116').doubt, 'CHECK_DIGIT');
});

const LONG = [
  [DHL, '00340433836442636597', 'JD014600006281230704'],
  [EXPRESS, '00340433836442636597'],
  [FEDEX, '9611020987654312345672', '1001921334250001000300779017972697', '00012345000000000027'],
  [USPS, '9400111206206406260787', '420787459400111206206406260787', '03071790000523483741'],
  [UPS, '9274893150770851301805'],
  [DPD, '008182709980000020033350276C'],
  [GLS, '0034043383644263659712'],
] as const;

test('the first 18 characters of a longer number are doubtful', () => {
  for (const [carrier, ...numbers] of LONG)
    for (const number of numbers) {
      assert.equal(readTrackingNumber(carrier, number).doubt, undefined, `${carrier.carrierId} ${number}`);
      assert.equal(readTrackingNumber(carrier, number.slice(0, 18)).doubt, 'FORMAT', `${carrier.carrierId} ${number}`);
    }
});

test('a number of DHL Paket that was torn at 10 to 18 digits is doubtful', () => {
  for (const number of ['00340433836442636597', '00340434161094022115', '340433836442636597'])
    for (const length of [10, 11, 13, 14, 15, 16, 17])
      if (length < number.length && (number.startsWith('00') || length > 11))
        assert.equal(readTrackingNumber(DHL, number.slice(0, length)).doubt, 'FORMAT', number.slice(0, length));
  for (const number of ['6012017224232312', '3318810025'])
    assert.equal(readTrackingNumber(DHL, number).doubt, undefined);
});

test('a number with other characters or of another length is doubtful for a known carrier', () => {
  for (const [carrier, ...numbers] of [
    // A Leitcode.
    [DHL, '21348075016401'],
    [DHL, '4006381333931', '2012984522-77'],
    [UPS, '1Z5R8939035756712', '1A5R89390357567127'],
    [FEDEX, '98657878885', 'ABC'],
    [DPD, '099800000200', '4006381333931'],
    [GLS, '1234', '123456789012345'],
  ] as const)
    for (const number of numbers)
      assert.equal(readTrackingNumber(carrier, number).doubt, 'FORMAT', `${carrier.carrierId} ${number}`);
});

test('a scanned label is read as the number that its carrier knows', () => {
  for (const [carrier, scan, number] of [
    [USPS, '420787459400111206206406260787', '9400111206206406260787'],
    [USPS, '4201028200009261290113185417468510', '9261290113185417468510'],
    [USPS, '4201002334249200190132607600833457', '9200190132607600833457'],
    [USPS, '420221539101026837331000039521', '9101026837331000039521'],
    [FEDEX, '1001921334250001000300779017972697', '779017972697'],
    [FEDEX, '9622001900000000000000776632517510', '776632517510'],
    [DPD, '008182709980000020033350276C', '09980000020033'],
    [DPD, '%008182709980000020033350276', '09980000020033'],
    [DPD, '0998 0000 0200 34d', '09980000020034'],
    [DHL, ']C100340433836442636597', '00340433836442636597'],
    [DHL, '(00)340433836442636597', '00340433836442636597'],
    [UPS, ' 1z 8v92a70367203024\n', '1Z8V92A70367203024'],
    [UPS, ']C01Z8V92A70367203024', '1Z8V92A70367203024'],
    [COURIER, ' Tour 7 ', 'Tour 7'],
  ] as const)
    assert.deepEqual(readTrackingNumber(carrier, scan), { number });
});

test('an SSCC means the same parcel with and without its prefix', () => {
  for (const scan of ['340433836442636597', '00340433836442636597', ']C100340433836442636597'])
    for (const number of ['340433836442636597', '00340433836442636597'])
      assert.ok(possibleNumbers(scan).includes(number), `${scan} ${number}`);
  assert.ok(possibleNumbers('99.60.123456.78901234').includes('996012345678901234'));
  assert.equal(possibleNumbers('0034043383644263659').includes('34043383644263659'), false);
});

test('the page of a parcel is known by the id or the name of its carrier', () => {
  assert.equal(trackingUrlOf({ name: 'ups' }, '1z 5'), 'https://www.ups.com/track?tracknum=1z%205');
  assert.equal(trackingUrlOf(DPD, '0998 0000 0200 33'), 'https://tracking.dpd.de/status/en_US/parcel/09980000020033');
  assert.equal(trackingUrlOf(EXPRESS, '1')?.split('?')[0], 'https://www.dhl.com/global-en/home/tracking.html');
  for (const other of [COURIER, { name: 'Cupsy' }, { name: 'UPS Mail Innovations' }, UNKNOWN])
    assert.equal(trackingUrlOf(other, '1'), undefined);
});

test('the pattern of staff wins, and an empty one means no page', () => {
  const trackingUrlPattern = 'https://x.example/{trackingNumber}?n={trackingNumber}';
  assert.equal(trackingUrlOf({ ...UPS, trackingUrlPattern }, '$&/1'), 'https://x.example/%24%26%2F1?n=%24%26%2F1');
  assert.equal(trackingUrlOf({ ...UPS, trackingUrlPattern: '' }, '1'), undefined);
  assert.equal(
    trackingPatternOf({ ...UPS, trackingUrlPattern: null }),
    'https://www.ups.com/track?tracknum={trackingNumber}',
  );
});
