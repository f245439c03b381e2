import { problemMessage } from '../../platform/errors/problem-messages.ts';
import { oneOf } from '../../platform/errors/wording.ts';
import { type FileContent, type MediaType, PIXELS_MAX } from '../../platform/files/file-content.ts';

export type FileRole = 'artwork' | 'quality_control_image' | 'packing_slip' | 'label';

interface ContentViolation {
  code:
    | 'wrong_file_type'
    | 'unreadable_file'
    | 'image_too_large'
    | 'encrypted_file'
    | 'file_without_pages'
    | 'file_too_complex'
    | 'file_not_printable';
  message: string;
}

/** Pages of a PDF. A label file may have all documents of a parcel, and a packing slip may list 500 items. */
const PAGES_MAX: Readonly<Record<FileRole, number>> = {
  artwork: 10,
  quality_control_image: 1,
  packing_slip: 50,
  label: 10,
};

const ROLES = Object.keys(PAGES_MAX) as FileRole[];

const ACCEPTED: Readonly<Record<FileRole, readonly MediaType[]>> = {
  artwork: ['image/png', 'application/pdf'],
  quality_control_image: ['image/png', 'image/jpeg'],
  packing_slip: ['image/png', 'application/pdf'],
  label: ['application/pdf', 'application/zpl', 'image/png'],
};

const NAMES: Readonly<Record<MediaType, string>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'application/pdf': 'PDF',
  'application/zpl': 'ZPL',
  'text/html': 'a web page',
};

/** Returns the reason why a file with this content cannot have the role. */
export function contentViolation(role: FileRole, content: FileContent): ContentViolation | undefined {
  const { mediaType, fault } = content;
  if (fault === 'too_complex') return { code: 'file_too_complex', message: problemMessage('file_too_complex') };
  if (mediaType === undefined || !ACCEPTED[role].includes(mediaType)) return wrongType(ACCEPTED[role], content);
  if (fault === 'unreadable') {
    return { code: 'unreadable_file', message: problemMessage('unreadable_file', { type: NAMES[mediaType] }) };
  }
  if (fault === 'too_many_pixels') {
    return { code: 'image_too_large', message: problemMessage('image_too_large', { limit: PIXELS_MAX / 1e6 }) };
  }
  if (fault === 'encrypted') return { code: 'encrypted_file', message: problemMessage('encrypted_file') };
  if (fault === 'no_pages') return { code: 'file_without_pages', message: problemMessage('file_without_pages') };
  if (fault === 'not_printable') return { code: 'file_not_printable', message: content.problem ?? '' };
  const { pages = 0 } = content;
  const limit = PAGES_MAX[role];
  if (pages <= limit) return undefined;
  return { code: 'file_not_printable', message: problemMessage('too_many_pages', { pages, limit }) };
}

/** Returns the reason why a file with this content fits no role of the list. */
export function uploadViolation(content: FileContent, roles = ROLES): ContentViolation | undefined {
  const faults = roles.flatMap((role) => contentViolation(role, content) ?? []);
  if (faults.length < roles.length) return undefined;
  const accepted = new Set(roles.flatMap((role) => ACCEPTED[role]));
  return faults.find(({ code }) => code !== 'wrong_file_type') ?? wrongType([...accepted], content);
}

function wrongType(
  types: readonly MediaType[],
  { mediaType, otherType = 'of another type', bytes }: FileContent,
): ContentViolation {
  const type = mediaType ? NAMES[mediaType] : otherType;
  const accepted = oneOf(types.map((each) => NAMES[each]));
  const message = problemMessage(bytes === 0 ? 'file_empty' : 'wrong_file_type', { accepted, type });
  return { code: 'wrong_file_type', message };
}
