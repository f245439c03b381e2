import type { OrderStatus } from './order-fields.ts';

export type Language = 'en' | 'de';
type Words = Readonly<Record<Language, string>>;

/** The words of staff for each status. `npm run openapi` writes them and the reasons for the console. */
export const STATUS_WORDS: Readonly<Record<OrderStatus, Words>> = {
  NEW: { en: 'New', de: 'Neu' },
  ASSIGNED: { en: 'Assigned', de: 'Zugewiesen' },
  ACCEPTED: { en: 'In production', de: 'In Produktion' },
  SHIPPED: { en: 'Shipped', de: 'Versandt' },
  ERROR: { en: 'Error', de: 'Fehler' },
  CANCELLED: { en: 'Cancelled', de: 'Storniert' },
};

/** Why orders wait or are in error. The list is open, because staff may use other codes. */
export const REASON_WORDS: Readonly<Record<string, Words>> = {
  waiting_for_stock: { en: 'Waiting for stock', de: 'Wartet auf Ware' },
  waiting_for_file: { en: 'Waiting for files', de: 'Wartet auf Dateien' },
  on_hold: { en: 'On hold', de: 'Angehalten' },
  file_not_found: { en: 'File not found', de: 'Datei nicht gefunden' },
  file_forbidden: { en: 'No access to the file', de: 'Kein Zugriff auf die Datei' },
  file_request_rejected: { en: 'File request rejected', de: 'Dateianfrage abgelehnt' },
  file_unexpected_answer: { en: 'Unexpected answer instead of the file', de: 'Unerwartete Antwort statt der Datei' },
  file_unreachable: { en: 'File server unreachable', de: 'Dateiserver nicht erreichbar' },
  file_timeout: { en: 'File server too slow', de: 'Dateiserver zu langsam' },
  file_server_error: { en: 'File server error', de: 'Fehler des Dateiservers' },
  file_rate_limited: { en: 'Too many requests to the file server', de: 'Zu viele Anfragen an den Dateiserver' },
  file_certificate_invalid: {
    en: 'Invalid certificate of the file server',
    de: 'Ungültiges Zertifikat des Dateiservers',
  },
  file_url_invalid: { en: 'Invalid file URL', de: 'Ungültige Datei-URL' },
  file_address_refused: { en: 'File address refused', de: 'Dateiadresse abgelehnt' },
  too_many_redirects: { en: 'Too many redirects', de: 'Zu viele Weiterleitungen' },
  invalid_redirect: { en: 'Invalid redirect', de: 'Ungültige Weiterleitung' },
  unsupported_encoding: { en: 'File cannot be decompressed', de: 'Datei lässt sich nicht entpacken' },
  file_too_large: { en: 'File too large', de: 'Datei zu groß' },
  storage_low: { en: 'Disk of the server nearly full', de: 'Speicher des Servers fast voll' },
  order_files_too_large: { en: 'Order files too large', de: 'Auftragsdateien zu groß' },
  file_quota_reached: { en: 'Daily download limit reached', de: 'Tageslimit für Downloads erreicht' },
  wrong_file_type: { en: 'Wrong file type', de: 'Falscher Dateityp' },
  unreadable_file: { en: 'Unreadable file', de: 'Datei nicht lesbar' },
  image_too_large: { en: 'Image too large', de: 'Bild zu groß' },
  encrypted_file: { en: 'Encrypted PDF', de: 'Verschlüsseltes PDF' },
  file_without_pages: { en: 'PDF without pages', de: 'PDF ohne Seiten' },
  file_too_complex: { en: 'File too complex', de: 'Datei zu komplex' },
  file_not_printable: { en: 'File content not allowed', de: 'Inhalt der Datei nicht erlaubt' },
  production_problem: { en: 'Production problem', de: 'Produktionsproblem' },
  internal_problem: { en: 'Internal error', de: 'Interner Fehler' },
  artwork_unusable: { en: 'Unusable artwork', de: 'Druckdaten unbrauchbar' },
  artwork_not_allowed: { en: 'Artwork not allowed', de: 'Druckdaten nicht erlaubt' },
  not_available: { en: 'No longer available', de: 'Nicht mehr lieferbar' },
  address_undeliverable: { en: 'Undeliverable address', de: 'Unzustellbare Adresse' },
  papers_unusable: { en: 'Unusable label or packing slip', de: 'Etikett oder Lieferschein unbrauchbar' },
  prices_missing: { en: 'Prices or customs data missing', de: 'Preise oder Zollangaben fehlen' },
};
