import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MediaType } from '../../platform/files/file-content.ts';
import { contentViolation, type FileRole } from './content-rules.ts';

const TYPES: readonly MediaType[] = ['image/png', 'image/jpeg', 'application/pdf', 'application/zpl', 'text/html'];

test('each role accepts its own file types', () => {
  const accepted: Record<FileRole, readonly MediaType[]> = {
    artwork: ['image/png', 'application/pdf'],
    quality_control_image: ['image/png', 'image/jpeg'],
    packing_slip: ['image/png', 'application/pdf'],
    label: ['image/png', 'application/pdf', 'application/zpl'],
  };
  for (const [role, types] of Object.entries(accepted)) {
    for (const mediaType of TYPES) {
      const violation = contentViolation(role as FileRole, { mediaType, bytes: 9 });
      const expected = types.includes(mediaType) ? undefined : 'wrong_file_type';
      assert.equal(violation?.code, expected, `${role} ${mediaType}`);
    }
  }
});

test('the message names the found and the accepted type', () => {
  for (const [content, message] of [
    [{ mediaType: 'text/html', bytes: 9 }, 'The file must be PDF, ZPL, or PNG, but its content is a web page.'],
    [{ mediaType: undefined, bytes: 9 }, 'The file must be PDF, ZPL, or PNG, but its content is of another type.'],
    [
      { mediaType: undefined, otherType: 'WebP', bytes: 9 },
      'The file must be PDF, ZPL, or PNG, but its content is WebP.',
    ],
    [{ mediaType: undefined, bytes: 0 }, 'The file must be PDF, ZPL, or PNG, but its content is empty.'],
  ] as const) {
    assert.deepEqual(contentViolation('label', content), { code: 'wrong_file_type', message });
  }
});

test('a damaged file is unreadable, and an image with too many pixels is too large', () => {
  const content = { mediaType: 'image/png', bytes: 9 } as const;
  const unreadable = contentViolation('artwork', { ...content, fault: 'unreadable' });
  assert.equal(unreadable?.code, 'unreadable_file');
  const large = contentViolation('artwork', { ...content, fault: 'too_many_pixels' });
  assert.deepEqual(large, {
    code: 'image_too_large',
    message: 'The image must not have more than 400 million pixels.',
  });
});

test('an unprintable file is refused with a message that says what to do', () => {
  const pdf = { mediaType: 'application/pdf', bytes: 9 } as const;
  for (const [content, code, message] of [
    [{ ...pdf, fault: 'encrypted' }, 'encrypted_file', /save it without a password/],
    [{ ...pdf, fault: 'no_pages' }, 'file_without_pages', /no page/],
    [{ ...pdf, fault: 'too_complex' }, 'file_too_complex', /simpler, or smaller/],
    [{ mediaType: undefined, bytes: 9, fault: 'too_complex' }, 'file_too_complex', /simpler/],
  ] as const) {
    const violation = contentViolation('label', content);
    assert.equal(violation?.code, code);
    assert.match(violation.message, message);
  }
});

test('a file with active content or too many pages is refused with a message that says what to do', () => {
  const pdf = { mediaType: 'application/pdf', bytes: 9 } as const;
  const code = 'file_not_printable';
  const problem = 'The PDF has a form. Send one without.';
  for (const role of ['artwork', 'label', 'packing_slip'] as const) {
    const violation = contentViolation(role, { ...pdf, fault: 'not_printable', problem });
    assert.deepEqual(violation, { code, message: problem }, role);
  }
  for (const [role, most] of [
    ['artwork', 10],
    ['label', 10],
    ['packing_slip', 50],
  ] as const) {
    assert.equal(contentViolation(role, { ...pdf, pages: most }), undefined);
    const message = `The PDF has ${most + 1} pages. At most ${most} are printed.`;
    assert.deepEqual(contentViolation(role, { ...pdf, pages: most + 1 }), { code, message });
  }
});
