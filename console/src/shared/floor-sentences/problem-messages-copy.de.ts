import { problemMessages } from './problem-messages.ts';

export const TEXT_PROBLEMS = {
  text_area_unknown:
    'Der Katalog kennt für {location} von {sku} keine Druckfläche. Tragen Sie sie auf der Seite des Artikels ein, und versuchen Sie es dann noch einmal.',
  text_empty: 'Der Text ist leer.',
  text_too_long: 'Der Text hat mehr als {characters} Zeichen oder {lines} Zeilen.',
  text_not_in_font:
    'Die Schrift hat kein Zeichen für {characters}. Wählen Sie eine andere Schrift, oder bitten Sie den Kunden um einen anderen Text.',
};

const MESSAGES: Record<keyof typeof problemMessages, string> = {
  held_by_shop:
    'Der Shop hat diesen Auftrag angehalten. Er wird erst bearbeitet, wenn der Shop oder die Produktion ihn freigibt.',
  file_url_invalid: 'Die URL ist keine HTTP- oder HTTPS-Adresse ohne Zugangsdaten.',
  file_not_found: 'Der Server antwortet mit {status}: Unter der URL gibt es keine Datei.',
  file_forbidden: 'Der Server antwortet mit {status}: Die Datei ist nicht öffentlich, oder der Link ist abgelaufen.',
  file_request_rejected: 'Der Server antwortet mit {status}: Er lehnt die Anfrage ab.',
  file_unexpected_answer: 'Der Server antwortet mit {status} und liefert keine Datei.',
  file_too_large: 'Die Datei ist größer als {limit}.',
  unsupported_encoding:
    'Der Server hat die Datei so komprimiert, dass sie sich nicht entpacken lässt. Er soll sie unkomprimiert senden.',
  insecure_redirect: 'Die URL leitet von https auf http um. Dort kann jeder die Datei ändern.',
  invalid_redirect: 'Die URL leitet auf etwas um, das keine HTTP- oder HTTPS-Adresse ohne Zugangsdaten ist.',
  too_many_redirects: 'Die URL leitet mehr als {count}-mal um.',
  file_address_refused: 'Die URL führt zu keiner Adresse im öffentlichen Internet. Prüfen Sie ihren Host.',
  redirect_refused:
    'Die URL leitet auf eine Adresse um, die nicht im öffentlichen Internet ist. Korrigieren Sie die Weiterleitung, oder geben Sie ihr öffentliches Ziel an.',
  file_unreachable: 'Die Verbindung zum Server ist gescheitert oder abgebrochen.',
  file_certificate_invalid:
    'Das TLS-Zertifikat des Servers ist abgelaufen, selbst signiert oder für einen anderen Namen.',
  file_timeout: 'Der Server hat die Datei nicht rechtzeitig geliefert.',
  file_server_error: 'Der Server antwortet mit {status} statt mit der Datei.',
  file_rate_limited: 'Der Server antwortet mit {status}: Das waren zu viele Anfragen.',
  storage_low: 'Zurzeit werden aus Platzmangel keine Dateien geladen. Es geht von selbst weiter.',
  file_quota_reached: 'Das Tageslimit (UTC) für Downloads ist erreicht. Die Datei wird am nächsten Tag geladen.',
  order_files_too_large: 'Die Dateien eines Auftrags dürfen zusammen höchstens {limit} Bytes groß sein.',
  file_waits: 'Eine Datei fehlt vorerst. Der Auftrag wartet auf einen weiteren Versuch.',
  files_wait: '{count} Dateien fehlen vorerst. Der Auftrag wartet auf einen weiteren Versuch.',
  file_too_complex: 'Die Datei braucht beim Lesen zu viel Zeit oder Speicher. Sie muss einfacher oder kleiner sein.',
  file_empty: 'Die Datei muss {accepted} sein, ist aber leer.',
  wrong_file_type: 'Die Datei muss {accepted} sein, ist aber {type}.',
  unreadable_file: 'Die Datei beginnt als {type}, ist aber unvollständig oder beschädigt.',
  image_too_large: 'Das Bild darf höchstens {limit} Millionen Pixel haben.',
  encrypted_file:
    'Das PDF braucht ein Passwort oder verbietet das Drucken. Es muss ohne Passwort und ohne Einschränkungen gespeichert sein.',
  file_without_pages: 'Das PDF hat keine Seite.',
  too_many_pages: 'Das PDF hat {pages} Seiten. Höchstens {limit} werden gedruckt.',
  active_content: 'Das PDF enthält {content}. Ein neu gedrucktes PDF enthält das nicht.',
  low_resolution: 'Auf {size} haben die Druckdaten {dpi} dpi. Unter {limit} dpi wirken Drucke grob.',
  no_print_area:
    'Im Katalog fehlt der Druckbereich für {location} von {article} ({variants} Varianten). Dort entstehen keine Druckdateien.',
  no_transparency:
    'Die Druckdaten haben kein transparentes Pixel: Ihr Hintergrund wird mitgedruckt. Senden Sie ein PNG mit Transparenz.',
  artwork_empty: 'In den Druckdaten ist nichts zu sehen.',
  artwork_small: 'Die Druckdaten füllen {percent} Prozent des Druckbereichs von {size}. Prüfen Sie ihre Größe.',
  size_unknown:
    'Die Druckdaten nennen keine Auflösung, ihre Originalgröße ist also unbekannt. Sie werden in den Druckbereich eingepasst.',
  artwork_unusable: 'Die Druckdaten können so nicht gedruckt werden. Der Kunde kann andere senden oder stornieren.',
  document_not_printable: 'Der Drucker {printer} nimmt {accepted}, das Dokument ist {type}. Wählen Sie einen anderen.',
  leading_zeros_lost:
    '„{field}“ hat {digits} Ziffern. Ist {meant} gemeint? Tabellenprogramme entfernen führende Nullen: Geben Sie der Spalte das Format „Text“. Der Wert wurde unverändert importiert.',
  not_utf_8: 'Die Datei ist nicht in UTF-8. Sie wurde als {encoding} gelesen. Prüfen Sie Umlaute und Akzente.',
  shop_product_not_mapped:
    'Das Produkt {name} (SKU {sku}) ist noch nicht zugeordnet. Ordnen Sie es auf der Seite des Shops zu. Dann läuft der Auftrag weiter.',
  shop_item_without_sku: 'Position {item} ({name}) hat im Shop keine SKU. Geben Sie ihrem Produkt dort eine.',
  shop_option_missing:
    'Position {item} (SKU {sku}) hat in der Bestellung keine Option {option}. Korrigieren Sie den Namen der Option in der Zuordnung, oder die Bestellung im Shop.',
  shop_order_on_hold: 'Die Bestellung ist im Shop angehalten.',
  shop_order_unknown: 'Der Shop hat keine solche Bestellung. Prüfen Sie die Adresse des Shops.',
  shop_text_not_printable: 'Der Text von Position {item} kann nicht gedruckt werden. {problem}',
  shop_endpoint_enabled_again:
    'Platen hatte den Webhook-Endpunkt dieser Verbindung abgeschaltet, weil er nicht antwortete. Er ist wieder eingeschaltet.',
  shop_endpoint_disabled:
    'Der Webhook-Endpunkt dieser Verbindung ist mit Absicht abgeschaltet. Der Shop bekommt jede Stunde Nachricht.',
  shopify_refused: 'Shopify hat {what} abgelehnt: {words}',
  ...TEXT_PROBLEMS,
  out_of_stock: 'Eine Position ist nicht auf Lager. Der Auftrag wartet, bis alle Positionen auf Lager sind.',
  retired: 'Eine zurückgezogene Position fehlt, und es kommt keine mehr. Der Kunde kann sie ändern oder stornieren.',
  item_out_of_stock: 'Davon sind zu wenige Teile da, oder andere Aufträge warten schon länger darauf.',
  item_retired: 'Diese zurückgezogene Position fehlt. Der Auftrag wartet, falls sie doch noch einmal kommt.',
  postal_code_format: 'Postleitzahlen in {code} haben die Form {form}: 9 ist eine Ziffer, A ein Buchstabe, X beides.',
  email_without_domain: 'Der E-Mail-Adresse fehlt die Domain, etwa „@example.com“. Niemand kann an sie schreiben.',
  requested_date_past: 'Der gewünschte Liefertag war schon vorbei, als der Auftrag gesendet wurde.',
  internal_problem: 'Ein interner Fehler stoppt diesen Auftrag. Versuchen Sie es erneut. Der Kunde muss nichts ändern.',
};

/** Translates values in the messages. */
const VALUES: Readonly<Record<string, string>> = {
  'a web page': 'eine Webseite',
  'of another type': 'von anderer Art',
  'a form': 'ein Formular',
  'a collection of files': 'eine Sammlung von Dateien',
  multimedia: 'Multimedia',
  'an action that starts a program': 'eine Aktion, die ein Programm startet',
  'an action that sends a form': 'eine Aktion, die ein Formular sendet',
  'an action that reads a file': 'eine Aktion, die eine Datei liest',
  'an action that runs by itself': 'eine Aktion, die von selbst läuft',
};
const NESTED = new Set(['problem']);
const sayValue = (name: string, value = '') =>
  NESTED.has(name) ? sayProblem(value) : (VALUES[value] ?? value.replace(/,? or /g, ' oder '));

const PATTERNS = Object.entries(problemMessages).map(([name, english]) => {
  const pattern = english.replace(/[^\w\s{}]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)');
  return [new RegExp(`^${pattern}$`), MESSAGES[name as keyof typeof problemMessages]] as const;
});

export const sayProblem: typeof import('./problem-messages-copy.en.ts').sayProblem = (message) => {
  for (const [pattern, german] of PATTERNS) {
    const found = pattern.exec(message);
    if (found) return german.replace(/\{(\w+)\}/g, (_, name: string) => sayValue(name, found.groups?.[name]));
  }
  return message;
};
