import { minorUnits } from '../shipping/currencies.ts';
import { drawList } from './list-sheet.ts';
import type { StatementPaper } from './paper-types.ts';
import type { PaperWords } from './paper-words.ts';
import type { Sheet } from './pdf-sheet.ts';

/** Draws the sums of a statement, its orders, and the parts without a price. Each begins a new page. */
export function drawStatement(sheet: Sheet, words: PaperWords, statement: StatementPaper): void {
  const { statement: copy } = words.copy;
  const { from, clientName, month, closed, totals, positions, orders, missing } = statement;
  const title = `${copy.title} ${month} · ${clientName}`;
  const money = (amount: number, currency: string) => {
    const digits = minorUnits(currency);
    return `${words.number(amount / 10 ** digits, digits)} ${currency}`;
  };
  const nameOf = ({ kind, title: name, code, technology }: StatementPaper['positions'][number] | Missing) => {
    const what = [copy.kinds[kind] ?? kind, ...(technology ? [words.technology(technology)] : [])].join(' ');
    const place = kind === 'PRINT' ? words.place(name) : name;
    return [[what, place].filter((part) => part !== '').join(': '), ...(code ? [code] : [])].join('\n');
  };
  const facts = [
    from.join(', '),
    closed ? copy.closed(words.day(closed)) : copy.open,
    ...totals.map(({ currency, amount }) => `${copy.total}: ${money(amount, currency)}`),
    copy.noInvoice,
  ];
  drawList(sheet, words, {
    title,
    facts: missing.length > 0 ? [...facts, copy.missingIs(words.number(missing.length))] : facts,
    columns: [
      { title: copy.position, share: 50 },
      { title: copy.quantity, share: 12, align: 'right' },
      { title: copy.price, share: 19, align: 'right' },
      { title: copy.amount, share: 19, align: 'right', bold: true },
    ],
    rows: positions.map((position) => [
      [nameOf(position), copy.causes[position.cause ?? ''] ?? '', position.reason ?? ''].filter(Boolean).join('\n'),
      words.number(position.quantity),
      money(position.unitAmount, position.currency),
      money(position.amount, position.currency),
    ]),
  });
  if (orders.length > 0)
    drawList(sheet, words, {
      title,
      facts: [copy.ofOrders(words.number(orders.length))],
      columns: [
        { title: words.copy.order, share: 55 },
        { title: copy.shipped, share: 20 },
        { title: copy.amount, share: 25, align: 'right', bold: true },
      ],
      rows: orders.map(({ orderId, shipped, currency, amount }) => [
        ...[orderId, shipped ? words.day(shipped) : '', money(amount, currency)],
      ]),
    });
  if (missing.length > 0)
    drawList(sheet, words, {
      title,
      facts: [copy.missing],
      columns: [
        { title: words.copy.order, share: 32 },
        { title: copy.position, share: 36 },
        { title: copy.quantity, share: 10, align: 'right' },
        { title: copy.problem, share: 22 },
      ],
      rows: missing.map((one) => [
        ...[
          `${one.orderId}\n${one.day}`,
          nameOf(one),
          words.number(one.quantity),
          copy.problems[one.problem] ?? one.problem,
        ],
      ]),
    });
}

type Missing = StatementPaper['missing'][number];
