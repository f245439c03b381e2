import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseMachineRule } from './machine-rules.ts';
import { fileNameOf, type PrintView, previewTemplates, READY_TEMPLATES } from './machine-templates.ts';

const VIEW: PrintView = {
  ...{ code: 'P1', order: 'A', client: 'C', batch: '7', place: 1, technology: 'DTG', location: 'FRONT', step: 1 },
  ...{ sku: 'S', article: 'Tee', color: '', size: '', treatment: '', width: 300, height: 40.5, copies: 1, due: '' },
  ...{ rush: false, attempt: 0, machine: 'M', prints: [] },
};
const codesOf = (nameTemplate: string, ticket?: { format: 'JSON' | 'XML' | 'CSV'; template: string }) =>
  previewTemplates({ nameTemplate, ticket: ticket ? { ...ticket, isFirst: false } : null }).mistakes.map(
    ({ code }) => code,
  );
const NAME = '{code}_{location}.png';

test('a name has the fields of the print and the ending of its type', () => {
  const name = fileNameOf('{code}_{location}_{technology}_{sku}_{width}x{height}mm_{copies}.png', VIEW, 'image/tiff');
  assert.equal(name, 'P1_FRONT_DTG_S_300x40.5mm_1.tif');
});

test('a name is one that every file system takes', () => {
  const named = (fields: Partial<PrintView>, template = '{sku}_{code}') =>
    fileNameOf(template, { ...VIEW, ...fields }, 'image/png');
  assert.equal(named({ sku: '../../etc/passwd' }), '-..-etc-passwd_P1.png'.replace('-..', '-..'));
  assert.equal(named({ sku: 'a:b*c?"<d>|e\u0000\u202Ef' }), 'a-b-c-d-e-f_P1.png');
  assert.equal(named({ code: 'CON' }, '{code}'), '_CON.png');
  assert.equal(named({ code: 'nul.txt' }, '{code}'), '_nul.txt.png');
  assert.equal(named({ code: 'a. . .' }, '{code}'), 'a.png');
  const long = named({ sku: 'x'.repeat(300) });
  assert.ok(Buffer.byteLength(long) < 160 && /~[0-9a-f]{8}\.png$/.test(long), long);
  assert.notEqual(long, named({ sku: `${'x'.repeat(300)}y` }));
  assert.ok(Buffer.byteLength(named({ sku: '漢'.repeat(300) })) < 160);
});

test('mistakes of a name are found before it is saved', () => {
  assert.deepEqual(codesOf(NAME), []);
  assert.deepEqual(codesOf('{code}_{nothing}_{step}.png'), ['template_field_unknown']);
  assert.deepEqual(codesOf('{code_{location}.png'), [
    'template_field_unknown',
    'template_name_without',
    'template_name_without',
  ]);
  assert.deepEqual(codesOf('{code}_{location'), ['template_unclosed']);
  assert.deepEqual(codesOf('{code}/{location}.png'), ['template_name_character']);
  assert.deepEqual(codesOf('{code}\u0000{location}.png'), ['template_name_character']);
  assert.deepEqual(codesOf('CON.{code}_{location}.png'), ['template_name_reserved']);
  assert.deepEqual(codesOf('.{code}_{location}.png'), ['template_name_dot']);
  assert.deepEqual(codesOf('{code}_{location}..png'), ['template_name_dot']);
  assert.deepEqual(codesOf('{location}.png'), ['template_name_without']);
  assert.deepEqual(codesOf('{#prints}{code}{/prints}_{location}'), ['template_tag_refused', 'template_name_without']);
});

test('mistakes of a ticket are found before it is saved', () => {
  const json = (template: string) => codesOf(NAME, { format: 'JSON', template });
  const xml = (template: string) => codesOf(NAME, { format: 'XML', template });
  const csv = (template: string) => codesOf(NAME, { format: 'CSV', template });
  assert.deepEqual(json('{"a":"{{article}}","p":[{{#prints}}"{{location}}"{{^last}},{{/last}}{{/prints}}]}'), []);
  assert.deepEqual(json('{"a":{{article}}}'), ['template_result_invalid']);
  assert.deepEqual(json('{"a":"{{article}}"'), ['template_result_invalid']);
  assert.deepEqual(json('{"a":"{{{article}}}"}'), ['template_tag_refused']);
  assert.deepEqual(json('{"a":"{{>file}}"}'), ['template_tag_refused']);
  assert.deepEqual(json('{{#prints}}{{#prints}}1{{/prints}}{{/prints}}'), ['template_field_unknown']);
  assert.deepEqual(json('{{#prints}}1'), ['template_unclosed']);
  assert.deepEqual(json('{"a":"{{constructor}}"}'), ['template_field_unknown']);
  assert.deepEqual(xml('<a b="{{article}}">{{color}}</a>'), []);
  assert.deepEqual(xml('<a>{{color}}'), ['template_result_invalid']);
  assert.deepEqual(xml('no tags'), ['template_result_invalid']);
  assert.deepEqual(csv('code;article\n{{code}};{{article}}\n'), []);
  assert.deepEqual(csv('code,article\n{{code}},"{{article}}"\n'), ['template_result_invalid']);
  assert.deepEqual(csv('code,article\n{{code}}\n'), ['template_result_invalid']);
});

test('the ready templates have no mistakes', () => {
  for (const { name, ...templates } of READY_TEMPLATES)
    assert.deepEqual(previewTemplates(templates).mistakes, [], name);
});

test('the rule with the most specific condition decides', () => {
  const rule = (machineId: string, given: object) => ({
    ...{ machineId, technology: null, manufacturerCode: null, stationId: null, ...given },
  });
  const rules = [
    rule('any', {}),
    rule('dtg', { technology: 'DTG' }),
    rule('tee', { manufacturerCode: 'TEE' }),
    rule('tee dtg', { manufacturerCode: 'TEE', technology: 'DTG' }),
    rule('press 1', { stationId: 'press-1' }),
  ];
  const chosen = (technology: string, manufacturerCode: string, stationId: string | null) =>
    chooseMachineRule(rules, { technology, manufacturerCode, stationId })?.machineId;
  assert.equal(chosen('DTF', 'MUG', null), 'any');
  assert.equal(chosen('DTG', 'MUG', null), 'dtg');
  assert.equal(chosen('DTF', 'TEE', null), 'tee');
  assert.equal(chosen('DTG', 'TEE', null), 'tee dtg');
  assert.equal(chosen('DTG', 'TEE', 'press-1'), 'press 1');
  assert.equal(chosen('DTG', 'TEE', 'press-2'), 'tee dtg');
});
