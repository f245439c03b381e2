import { custom, NECK_LABEL, print, printOf, ready } from './demo-items.ts';
import { RECIPIENTS as to } from './demo-recipients.ts';
import {
  accepted,
  cancelAsked,
  cancellationRejected,
  type DemoOrder,
  noted,
  shipped,
  trackingCorrected,
} from './order-story.ts';

const DHL = 'DHL Paket';

/** Orders with the shop's own labels, as PDF, ZPL and PNG. */
export const fuchsbauOrders: readonly DemoOrder[] = [
  {
    orderId: 'FB-20411',
    hoursAgo: 226.4,
    items: [custom(1, 29.9, 'ST-CREATOR-NVY-M', [print('summit-club', 'DTG')])],
    to: to.jule,
    label: { type: 'pdf', trackingNumber: '00340434161094020411' },
    story: [accepted(3.1), shipped(22.6, DHL, '00340434161094020411')],
  },
  {
    orderId: 'FB-20412',
    hoursAgo: 221.2,
    items: [
      custom(2, 29.9, 'ST-CREATOR-WHT-L', [print('night-ride', 'DTG')], {
        qualityControlImageUrl: 'qc/night-ride-white.jpg',
      }),
      custom(1, 54.9, 'ST-EMBER-CHA-M', [print('crest-small', 'DTF', 'LEFT_CHEST')]),
    ],
    to: to.henrik,
    label: { type: 'zpl', trackingNumber: '00340434161094020412' },
    story: [accepted(4.4), shipped(27.1, DHL, '00340434161094020412')],
  },
  {
    orderId: 'FB-20415',
    hoursAgo: 201.7,
    items: [custom(1, 29.9, 'ST-CREATOR-SND-S', [print('pine-camp', 'DTG')])],
    to: to.lukas,
    label: { type: 'png', trackingNumber: '01906213700415' },
    story: [
      accepted(2.2),
      shipped(20.3, 'DPD Classic', '01906213700451'),
      trackingCorrected(25.8, '01906213700415'),
    ],
  },
  {
    orderId: 'FB-20419',
    hoursAgo: 178.9,
    items: [
      custom(3, 27.5, 'ST-CREATOR-HGR-L', [
        print('crest-small', 'DTG', 'LEFT_CHEST'),
        print('summit-club', 'DTG', 'BACK'),
      ]),
      ready(2, 19.9, '2000103000011'),
    ],
    to: to.joost,
    label: { type: 'pdf', trackingNumber: '00340434161094020419' },
    hasSlip: true,
    story: [accepted(5.7), shipped(30.2, DHL, '00340434161094020419')],
  },
  {
    orderId: 'FB-20422',
    hoursAgo: 155.3,
    items: [custom(1, 29.9, 'ST-CREATOR-RED-M', [print('golden-hour', 'DTG')])],
    to: to.esra,
    label: { type: 'pdf', trackingNumber: '00340434161094020422' },
    isLeftAlone: true,
    story: [cancelAsked(0.01, 'Ordered twice by mistake.')],
  },
  {
    orderId: 'FB-20424',
    hoursAgo: 149.8,
    items: [custom(1, 44.9, 'ST-HEARTH-NVY-L', [print('blue-whale', 'DTG')])],
    to: to.gesine,
    label: { type: 'zpl', trackingNumber: '00340434161094020424' },
    story: [accepted(6.5), shipped(24.9, DHL, '00340434161094020424')],
  },
  {
    orderId: 'FB-20430',
    hoursAgo: 108.1,
    items: [
      custom(4, 26.5, 'ST-CREATOR-MUS-M', [print('night-ride', 'DTG')], {
        qualityControlImageUrl: 'qc/night-ride-mustard.jpg',
      }),
    ],
    to: to.mattis,
    label: { type: 'pdf', trackingNumber: '00340434161094020430' },
    story: [accepted(3.9), shipped(21.4, DHL, '00340434161094020430')],
  },
  {
    orderId: 'FB-20433',
    hoursAgo: 90.6,
    items: [custom(1, 29.9, 'ST-CREATOR-FOR-M', [print('summit-club', 'DTG')])],
    to: to.magdalena,
    label: { type: 'png', trackingNumber: '01906213700433' },
    story: [cancelAsked(1.4, 'The customer wants another size and will order again.')],
  },
  {
    orderId: 'FB-20436',
    hoursAgo: 70.4,
    items: [custom(2, 54.9, 'ST-EMBER-HGR-L', [print('pine-camp', 'DTG')])],
    to: to.veronika,
    label: { type: 'pdf', trackingNumber: '00340434161094020436' },
    story: [
      accepted(2.8),
      cancelAsked(18.2, 'The customer found it cheaper elsewhere.'),
      cancellationRejected(18.9, 'Both hoodies are printed already.'),
      shipped(24.6, DHL, '00340434161094020436'),
    ],
  },
  {
    orderId: 'FB-20438',
    hoursAgo: 52.3,
    items: [
      custom(6, 24.5, 'ST-CREATOR-WHT-S', [print('crest-small', 'DTG', 'LEFT_CHEST')]),
      custom(6, 24.5, 'ST-CREATOR-WHT-L', [print('crest-small', 'DTG', 'LEFT_CHEST')]),
      custom(3, 24.5, 'ST-CREATOR-WHT-XL', [print('crest-small', 'DTG', 'LEFT_CHEST')]),
    ],
    to: to.joost,
    label: { type: 'pdf', trackingNumber: '00340434161094020438' },
    hasSlip: true,
    story: [
      accepted(20.6),
      noted(21.2, 'For a climbing event: all fifteen have to look the same, so print them in one run.'),
    ],
  },
  {
    orderId: 'FB-20440',
    hoursAgo: 47.2,
    items: [custom(1, 29.9, 'ST-CREATOR-NVY-L', [printOf('artwork/broken-upload.png', 'DTG')])],
    to: to.henrik,
    label: { type: 'zpl', trackingNumber: '00340434161094020440' },
    story: [],
  },
  {
    orderId: 'FB-20441',
    hoursAgo: 45.5,
    items: [custom(1, 29.9, 'ST-CREATOR-SKY-M', [print('blue-whale', 'DTG')])],
    to: to.jule,
    label: { type: 'pdf', trackingNumber: '00340434161094020441' },
    story: [],
  },
  {
    orderId: 'FB-20443',
    hoursAgo: 30.7,
    items: [custom(2, 32.9, 'ST-MERIDIAN-NVY-L', [print('summit-club', 'DTG')])],
    to: to.esra,
    label: { type: 'png', trackingNumber: '01906213700443' },
    story: [accepted(4.2), cancelAsked(26.5, 'The recipient has moved; a new order will follow.')],
  },
  {
    orderId: 'FB-20444',
    hoursAgo: 27.4,
    items: [
      custom(2, 29.9, 'ST-CREATOR-BLK-L', [print('golden-hour', 'DTG')], { customizations: [NECK_LABEL] }),
      custom(1, 54.9, 'ST-EMBER-BLK-M', [print('golden-hour', 'DTF', 'BACK')]),
      custom(1, 21.9, 'BG-MARKET-NAT-OS', [print('herb-leaf', 'DTG')]),
    ],
    to: to.mattis,
    label: { type: 'zpl', trackingNumber: '00340434161094020444' },
    hasSlip: true,
    story: [],
  },
  {
    orderId: 'FB-20445',
    hoursAgo: 22.2,
    items: [custom(1, 29.9, 'ST-CREATOR-WHT-S', [print('studio-cat', 'DTG')])],
    to: to.gesine,
    label: { type: 'pdf', trackingNumber: '00340434161094020445' },
    story: [],
  },
  {
    orderId: 'FB-20446',
    hoursAgo: 9.3,
    items: [custom(1, 29.9, 'ST-CREATOR-HGR-M', [printOf('artwork/summit-club-v3.png', 'DTG')])],
    to: to.veronika,
    label: { type: 'pdf', trackingNumber: '00340434161094020446' },
    story: [
      noted(1.3, 'Wrote to the shop: the file was renamed on their side. They send the order again today.'),
    ],
  },
  {
    orderId: 'FB-20447',
    hoursAgo: 6.1,
    items: [custom(1, 36.9, 'ST-ATLAS-NVY-M', [print('pine-camp', 'DTF')])],
    to: to.lukas,
    label: { type: 'png', trackingNumber: '01906213700447' },
    story: [],
  },
  {
    orderId: 'FB-20448',
    hoursAgo: 2.7,
    items: [
      custom(1, 29.9, 'ST-CREATOR-NVY-S', [
        printOf('https://uploads.fuchsbau-prints.example/o/20448/front.png', 'DTG'),
      ]),
    ],
    to: to.jule,
    label: { type: 'pdf', trackingNumber: '00340434161094020448' },
    story: [],
  },
  {
    orderId: 'FB-20449',
    hoursAgo: 0.9,
    items: [custom(1, 29.9, 'ST-CREATOR-MUS-S', [print('night-ride', 'DTG')])],
    to: to.henrik,
    label: { type: 'zpl', trackingNumber: '00340434161094020449' },
    story: [],
  },
];
