import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newOperator, type Operator } from '../../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { importCatalog } from '../../../catalog/import-catalog.ts';
import { sampleCatalog } from '../../../catalog/test-support/sample-catalog.ts';

let server: TestServer;
let operator: Operator;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  await importCatalog(server.pool, sampleCatalog, {});
});
after(() => server.close());

const AREAS = '/articles/ST-CREATOR/print-areas';
const area = (location: string, topMm: number, more = {}) => ({
  location,
  area: { widthMm: 100, heightMm: 100, origin: 'COLLAR', topMm, side: 'FRONT', ...more },
});

test('areas of an article replace those of its variants, by size, and an import keeps them', async () => {
  const areas = [area('NECK', 5, { side: 'INSIDE' }), { ...area('REGULAR', 70), size: 'M' }];
  const saved = await operator.send('PUT', AREAS, { areas });
  assert.deepEqual([saved.status, saved.json], [200, { areas }]);
  await importCatalog(server.pool, sampleCatalog, {});
  assert.deepEqual((await operator.get(AREAS)).json, { areas });
  const { variants } = (await operator.get('/articles/ST-CREATOR')).json;
  const widthAt = (sku: string, place: string) => {
    const { allowedLocations } = variants.find((one: { sku: string }) => one.sku === sku);
    return allowedLocations.find(({ location }: { location: string }) => location === place).printArea?.widthMm;
  };
  assert.equal(widthAt('ST-CREATOR-BLK-M', 'REGULAR'), 100);
  assert.equal(widthAt('ST-CREATOR-BLK-L', 'REGULAR'), 355.6);
  assert.equal(widthAt('ST-CREATOR-BLK-L', 'NECK'), 100);
  assert.equal(widthAt('ST-CREATOR-BLK-L', 'LEFT_SLEEVE'), undefined);
});

test('areas that are zero, negative, given twice or overlap are refused with a sentence', async () => {
  const messagesOf = async (...areas: object[]) => {
    const { status, json } = await operator.send('PUT', AREAS, { areas });
    assert.equal(status, 400);
    return json.violations.map(({ pointer, message }: { pointer: string; message: string }) => [pointer, message]);
  };
  const [[zero]] = await messagesOf(area('NECK', 5, { widthMm: 0 }));
  assert.equal(zero, '/areas/0/area/widthMm');
  const [[negative]] = await messagesOf(area('NECK', 5, { heightMm: -10 }));
  assert.equal(negative, '/areas/0/area/heightMm');
  assert.deepEqual(await messagesOf(area('FRONT', 70), area('POCKET', 120)), [
    ['/areas/1', 'The areas of FRONT and POCKET overlap on the side FRONT. Correct a size or a position.'],
  ]);
  const [[, twice]] = await messagesOf(area('FRONT', 70), area('FRONT', 300));
  assert.equal(twice, 'The location FRONT has two areas.');
  assert.equal((await operator.send('PUT', '/articles/NONE/print-areas', { areas: [] })).status, 404);
});

test('fitting rules and technologies are changed, and a rule that is given twice is refused', async () => {
  const rules = [{ manufacturerCode: 'ST-CREATOR', fit: 'COVER', position: 'CENTER' }];
  assert.deepEqual((await operator.send('PUT', '/fitting-rules', { rules })).json, { rules });
  const again = await operator.send('PUT', '/fitting-rules', { rules: [...rules, ...rules] });
  assert.deepEqual([again.status, again.json.violations[0].code], [400, 'duplicate']);
  const { technologies } = (await operator.get('/print-technologies')).json;
  const mirrored = technologies.filter((one: { isMirrored: boolean }) => one.isMirrored);
  assert.deepEqual(
    mirrored.map(({ technology }: { technology: string }) => technology),
    ['DTF', 'HEAT_PRESS', 'SUBLIMATION'],
  );
  const settings = { isMirrored: false, pictureKind: 'TIFF', keepsPdf: false, dpi: 600, needsAlpha: false };
  const saved = await operator.send('PUT', '/print-technologies/DTF', settings);
  assert.deepEqual(saved.json, { technology: 'DTF', ...settings });
  assert.equal((await operator.send('PUT', '/print-technologies/DTF', { ...settings, dpi: 0 })).status, 400);
});
