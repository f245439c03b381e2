import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { newOperator } from '../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { makePdf, makePng } from '../../platform/files/test-support/sample-files.ts';
import { type Customer, newCustomer } from '../test-support/customer.ts';
import { newIntakeHost, serve } from '../test-support/intake-context.ts';
import { item, order } from '../test-support/sample-orders.ts';

const ZPL = '^XA^FO20,20^A0N,40,40^FDHELLO^FS^XZ';
const GZIP = { 'content-encoding': 'gzip' };

let server: TestServer;
let shop: Customer;
before(async () => {
  server = await startTestServer();
  shop = await newCustomer(server);
});
after(() => server.close());

test('papers at URLs of programs, with any ending and content encoding, are taken by their content', async (t) => {
  const host = await newIntakeHost(t, server, {
    '/wp-admin/admin-ajax.php': serve(makePdf()),
    '/slips/SO.10A': serve(makePng()),
    '/slip.aspx': serve(gzipSync(makePdf()), GZIP),
    '/slip.pdf;jsessionid=A.node1': serve(brotliCompressSync(makePng()), { 'content-encoding': 'br' }),
    '/label.TXT': serve(ZPL, { 'content-encoding': 'aws-chunked' }),
    '/label.prn': serve(ZPL, GZIP),
    '/label.bin': serve(gzipSync(ZPL), GZIP),
    '/label.html': serve(makePdf(), { 'content-encoding': 'binary' }),
    '/broken.php': serve('<!DOCTYPE html><title>Sign in</title>'),
    '/label.gifs': serve('GIF89a'),
  });
  const papers = [
    ['/wp-admin/admin-ajax.php?action=slip&order_ids=1', '/label.TXT'],
    ['/slips/SO.10A', '/label.prn'],
    ['/slip.aspx', '/label.bin'],
    ['/slip.pdf;jsessionid=A.node1', '/label.html'],
    ['/broken.php', '/label.html'],
    ['/slip.aspx', '/label.gifs'],
  ] as const;
  for (const [index, [slip, label]] of papers.entries()) {
    const given = {
      packingSlip: `${host.files.url}${slip}`,
      shipping: { shippingLabelUrl: `${host.files.url}${label}` },
    };
    const created = await shop.post(order({ orderId: `URL-${index}`, items: [item()], ...given }));
    assert.equal(created.status, 200, created.text);
  }
  await host.takeIn(shop.clientId);
  const found = await Promise.all(papers.map(async (_, index) => (await shop.read(`URL-${index}`)).json));
  assert.deepEqual(
    found.map(({ status, statusReason }) => [status, statusReason?.code, statusReason?.pointer]),
    [
      ...new Array(4).fill(['ASSIGNED', undefined, undefined]),
      ['ERROR', 'wrong_file_type', '/packingSlip'],
      ['ERROR', 'wrong_file_type', '/shipping/shippingLabelUrl'],
    ],
  );
  assert.match(found[4].statusReason.message, /must be PNG or PDF, but its content is/);
});

test('a known wrong ending is refused at once wherever such a URL is given', async () => {
  const operator = await newOperator(server);
  const given = (ending: string) => ({
    packingSlip: `https://a.example/slip.${ending}`,
    shipping: { shippingLabelUrl: `https://a.example/label.${ending}` },
  });
  assert.equal((await shop.post(order({ orderId: 'ENDING', items: [item()], ...given('do') }))).status, 200);
  for (const refused of [
    await shop.post(order({ orderId: 'ENDING-2', items: [item()], ...given('DOCX') })),
    await shop.put('ENDING', order({ orderId: 'ENDING', items: [item()], ...given('gif;v=1') })),
    await operator.send('PATCH', `/orders/${shop.clientId}/ENDING`, { reason: 'New papers.', ...given('%6apg') }),
  ]) {
    assert.equal(refused.status, 400, refused.text);
    assert.deepEqual(
      refused.json.violations.map(({ pointer, code, allowed }: Record<string, unknown>) => [pointer, code, allowed]),
      [
        ['/shipping/shippingLabelUrl', 'unsupported_file_type', ['pdf', 'zpl', 'png']],
        ['/packingSlip', 'unsupported_file_type', ['png', 'pdf']],
      ],
    );
  }
});
