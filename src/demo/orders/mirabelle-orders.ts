import { custom, NECK_LABEL, print, printOf, ready } from './demo-items.ts';
import { RECIPIENTS as to } from './demo-recipients.ts';
import {
  accepted,
  cancelAsked,
  cancellationGranted,
  type DemoOrder,
  failed,
  held,
  noted,
  preferred,
  shipped,
} from './order-story.ts';

const DHL = 'DHL Paket';
const POST = 'Deutsche Post Warenpost';
const FEDEX = 'FedEx International Priority';
const WHALE = 'qc/blue-whale.jpg';

/** Orders to addresses in Europe and beyond. */
export const mirabelleOrders: readonly DemoOrder[] = [
  {
    orderId: 'AM-1038',
    hoursAgo: 233.5,
    items: [custom(1, 31, 'ST-MUSE-WHT-M', [print('lemon-grove', 'DTG')])],
    to: to.zoe,
    story: [accepted(5.2), shipped(26.3, POST, 'LX001038114DE')],
  },
  {
    orderId: 'AM-1039',
    hoursAgo: 214.9,
    items: [
      custom(1, 48, 'ST-HEARTH-WHT-M', [print('blue-whale', 'DTG')], { qualityControlImageUrl: WHALE }),
      ready(1, 34, '2000116000015'),
    ],
    to: to.reto,
    currency: 'CHF',
    story: [accepted(3.6), shipped(28.7, DHL, 'CY001039228DE')],
  },
  {
    orderId: 'AM-1040',
    hoursAgo: 197.3,
    items: [custom(2, 22, 'BG-MARKET-NAT-OS', [print('lemon-grove', 'DTG')])],
    to: to.fenna,
    story: [accepted(2.4), shipped(19.9, POST, 'LX001040771DE')],
  },
  {
    orderId: 'AM-1041',
    hoursAgo: 185.6,
    items: [
      custom(1, 33, 'ST-MUSE-OCN-L', [print('studio-cat', 'DTG')]),
      custom(1, 24, 'KD-SPROUT-WHT-110116', [print('studio-cat', 'DTG')]),
    ],
    to: to.maya,
    carrierId: 'fedex-international',
    currency: 'USD',
    story: [accepted(4.8), shipped(31.5, FEDEX, '794610411041')],
  },
  {
    orderId: 'AM-1042',
    hoursAgo: 171.2,
    items: [custom(1, 31, 'ST-MUSE-LAV-S', [print('golden-hour', 'DTG')])],
    to: to.lukasz,
    story: [accepted(3.3), shipped(23.1, POST, 'LX001042055DE')],
  },
  {
    orderId: 'AM-1043',
    hoursAgo: 152.4,
    items: [ready(2, 29, '2000113000018'), ready(1, 29, '2000112000019')],
    to: to.athina,
    story: [accepted(2.1), shipped(22.8, DHL, '00340434161094001043')],
  },
  {
    orderId: 'AM-1044',
    hoursAgo: 133.8,
    items: [
      custom(1, 62, 'ST-EMBER-SND-L', [
        print('pine-camp', 'DTG'),
        print('crest-small', 'DTF', 'LEFT_SLEEVE'),
      ]),
      ready(4, 16, '2000107000017'),
    ],
    to: to.roasters,
    story: [
      accepted(4.5),
      shipped(24.2, DHL, '00340434161094001044', [{ id: '2', quantity: 4 }]),
      shipped(47.6, DHL, '00340434161094101044'),
    ],
  },
  {
    orderId: 'AM-1045',
    hoursAgo: 124.7,
    items: [custom(1, 29, 'ST-CREATOR-SND-M', [print('herb-leaf', 'DTG')])],
    to: to.djordje,
    story: [accepted(5.6), shipped(27.4, DHL, 'CY001045319DE')],
  },
  {
    orderId: 'AM-1046',
    hoursAgo: 112.5,
    items: [custom(2, 24, 'KD-SPROUT-SKY-122128', [print('studio-cat', 'DTG')])],
    to: to.soren,
    story: [accepted(2.9), cancelAsked(4.3, 'Wrong size ordered.'), cancellationGranted(4.9)],
  },
  {
    orderId: 'AM-1047',
    hoursAgo: 101.1,
    items: [custom(1, 31, 'ST-MUSE-BLK-M', [print('rings-small', 'DTG', 'LEFT_CHEST')])],
    to: to.nuria,
    story: [accepted(3.7), shipped(25.5, POST, 'LX001047902DE')],
  },
  {
    orderId: 'AM-1048',
    hoursAgo: 94.4,
    items: [custom(1, 48, 'ST-HEARTH-SND-S', [printOf('artwork/herb-leaf-final.png', 'DTG')])],
    to: to.asa,
    story: [cancelAsked(7.2, 'We no longer have the artwork.')],
  },
  {
    orderId: 'AM-1049',
    hoursAgo: 78.3,
    items: [
      custom(1, 33, 'ST-DRIFT-SAG-L', [print('herb-leaf', 'DTF')], { customizations: [NECK_LABEL] }),
      ready(1, 18, '2000126000012'),
    ],
    to: to.seraina,
    currency: 'CHF',
    story: [accepted(6.8), shipped(30.1, DHL, 'CY001049540DE')],
  },
  {
    orderId: 'AM-1050',
    hoursAgo: 66.9,
    items: [
      custom(8, 27, 'ST-CREATOR-NVY-M', [print('rings-small', 'DTG', 'LEFT_CHEST')]),
      custom(8, 27, 'ST-CREATOR-NVY-L', [print('rings-small', 'DTG', 'LEFT_CHEST')]),
      ready(12, 14, '2000107000017'),
    ],
    to: to.museum,
    story: [
      accepted(5.1),
      noted(
        5.4,
        'The museum opens its shop on Saturday. The mugs may leave first.\nAsk for Dr. Wolters at the side entrance.',
      ),
      shipped(48.8, DHL, '00340434161094001050', [{ id: '3', quantity: 12 }]),
    ],
  },
  {
    orderId: 'AM-1051',
    hoursAgo: 58.2,
    items: [custom(1, 31, 'ST-MUSE-PNK-M', [print('lemon-grove', 'DTG')])],
    to: to.ines,
    story: [
      accepted(3.4),
      failed(
        21.7,
        'The artwork has a white box behind the lemons instead of transparency.\nPlease send it without a background.',
        '/items/0/customProduct/prints/0',
      ),
    ],
  },
  {
    orderId: 'AM-1052',
    hoursAgo: 49.6,
    items: [custom(2, 31, 'ST-MUSE-RST-M', [print('golden-hour', 'DTG')])],
    to: to.tereza,
    story: [accepted(21.3)],
  },
  {
    orderId: 'AM-1053',
    hoursAgo: 43.8,
    items: [custom(1, 62, 'ST-EMBER-BLK-XL', [print('pine-camp', 'DTG')])],
    to: to.benoit,
    story: [noted(19.1, 'Birthday on Friday. The supplier delivers black XL on Wednesday.'), preferred(19.5)],
  },
  {
    orderId: 'AM-1054',
    hoursAgo: 34.1,
    items: [
      custom(2, 33, 'ST-DRIFT-BLK-L', [print('night-ride', 'DTF')]),
      custom(1, 33, 'ST-DRIFT-WHT-L', [print('night-ride', 'DTF')]),
    ],
    to: to.loic,
    currency: 'CHF',
    story: [accepted(6.2)],
  },
  {
    orderId: 'AM-1055',
    hoursAgo: 28.6,
    items: [custom(1, 29, 'ST-CREATOR-BUR-M', [print('crest-small', 'DTG', 'LEFT_CHEST')])],
    to: to.ginevra,
    story: [],
  },
  {
    orderId: 'AM-1056',
    hoursAgo: 25.2,
    items: [custom(1, 29, 'KD-ACORN-SKY-98104', [print('bear-draft', 'DTG')])],
    to: to.veera,
    story: [],
  },
  {
    orderId: 'AM-1057',
    hoursAgo: 19.4,
    items: [
      custom(1, 48, 'ST-HEARTH-HGR-M', [print('blue-whale', 'DTG')], { qualityControlImageUrl: WHALE }),
    ],
    to: to.imogen,
    currency: 'GBP',
    story: [accepted(2.5), cancelAsked(16.2, 'Customs duties were not expected.')],
  },
  {
    orderId: 'AM-1058',
    hoursAgo: 11.8,
    items: [
      custom(1, 5200, 'ST-MUSE-NAT-S', [print('lemon-grove', 'DTG')]),
      custom(1, 3400, 'BG-MARKET-NAT-OS', [print('lemon-grove', 'DTG')]),
    ],
    to: to.yui,
    carrierId: 'fedex-international',
    currency: 'JPY',
    story: [],
  },
  {
    orderId: 'AM-1059',
    hoursAgo: 7.4,
    items: [custom(1, 31, 'ST-MUSE-WHT-S', [print('studio-cat', 'DTG')])],
    to: to.cathal,
    story: [held(0.8, 'The address looks incomplete: the flat number is missing. We have asked the shop.')],
  },
  {
    orderId: 'AM-1060',
    hoursAgo: 4.3,
    items: [custom(1, 31, 'ST-MUSE-SAG-M', [print('herb-leaf', 'DTG')])],
    to: to.zoe,
    story: [],
  },
  {
    orderId: 'AM-1061',
    hoursAgo: 1.6,
    items: [custom(1, 31, 'ST-CREATOR-SKY-S', [printOf('artwork/notes.png', 'DTG')])],
    to: to.yoana,
    story: [],
  },
];
