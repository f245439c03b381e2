/** The words of a packing slip, which the recipient reads. */
export interface SlipCopy {
  title: string;
  gift: string;
  to: string;
  order: string;
  reference: string;
  parcelOf: (number: number, of: number) => string;
  pageOf: (page: number, of: number) => string;
  article: string;
  variant: string;
  quantity: string;
  price: string;
  item: string;
  design: string;
  total: string;
  returnsTo: string;
  link: string;
}

const en: SlipCopy = {
  ...{
    title: 'Packing slip',
    gift: 'A gift for you',
    to: 'To',
    order: 'Order',
    reference: 'Your reference:',
    article: 'Article',
  },
  ...{ variant: 'Size · colour', quantity: 'Quantity', price: 'Price', item: 'Item', design: 'Design', total: 'Total' },
  ...{ returnsTo: 'Returns to', link: 'Tracking and returns' },
  parcelOf: (number, of) => `Parcel ${number} of ${of}`,
  pageOf: (page, of) => `Page ${page} of ${of}`,
};

const SLIP_COPIES: Readonly<Record<string, SlipCopy>> = {
  en,
  de: {
    ...{
      title: 'Lieferschein',
      gift: 'Ein Geschenk für Sie',
      to: 'An',
      order: 'Bestellung',
      reference: 'Ihr Zeichen:',
      article: 'Artikel',
    },
    ...{ variant: 'Größe · Farbe', quantity: 'Anzahl', price: 'Preis', item: 'Position', design: 'Motiv' },
    ...{ total: 'Summe', returnsTo: 'Rücksendungen an', link: 'Sendung und Rückgabe' },
    parcelOf: (number, of) => `Paket ${number} von ${of}`,
    pageOf: (page, of) => `Seite ${page} von ${of}`,
  },
  fr: {
    ...{
      title: 'Bon de livraison',
      gift: 'Un cadeau pour vous',
      to: 'À',
      order: 'Commande',
      reference: 'Votre référence :',
      article: 'Article',
    },
    ...{ variant: 'Taille · couleur', quantity: 'Quantité', price: 'Prix', item: 'Ligne', design: 'Motif' },
    ...{ total: 'Total', returnsTo: 'Retours à', link: 'Suivi et retours' },
    parcelOf: (number, of) => `Colis ${number} sur ${of}`,
    pageOf: (page, of) => `Page ${page} sur ${of}`,
  },
  es: {
    ...{
      title: 'Albarán',
      gift: 'Un regalo para usted',
      to: 'A',
      order: 'Pedido',
      reference: 'Su referencia:',
      article: 'Artículo',
    },
    ...{ variant: 'Talla · color', quantity: 'Cantidad', price: 'Precio', item: 'Línea', design: 'Diseño' },
    ...{ total: 'Total', returnsTo: 'Devoluciones a', link: 'Seguimiento y devoluciones' },
    parcelOf: (number, of) => `Paquete ${number} de ${of}`,
    pageOf: (page, of) => `Página ${page} de ${of}`,
  },
  it: {
    ...{
      title: 'Documento di consegna',
      gift: 'Un regalo per te',
      to: 'A',
      order: 'Ordine',
      reference: 'Vostro riferimento:',
      article: 'Articolo',
    },
    ...{ variant: 'Taglia · colore', quantity: 'Quantità', price: 'Prezzo', item: 'Riga', design: 'Motivo' },
    ...{ total: 'Totale', returnsTo: 'Resi a', link: 'Tracciamento e resi' },
    parcelOf: (number, of) => `Pacco ${number} di ${of}`,
    pageOf: (page, of) => `Pagina ${page} di ${of}`,
  },
  nl: {
    ...{
      title: 'Pakbon',
      gift: 'Een cadeau voor u',
      to: 'Aan',
      order: 'Bestelling',
      reference: 'Uw referentie:',
      article: 'Artikel',
    },
    ...{ variant: 'Maat · kleur', quantity: 'Aantal', price: 'Prijs', item: 'Regel', design: 'Ontwerp' },
    ...{ total: 'Totaal', returnsTo: 'Retour naar', link: 'Volgen en retourneren' },
    parcelOf: (number, of) => `Pakket ${number} van ${of}`,
    pageOf: (page, of) => `Pagina ${page} van ${of}`,
  },
  pl: {
    ...{
      title: 'Dowód dostawy',
      gift: 'Prezent dla Ciebie',
      to: 'Do',
      order: 'Zamówienie',
      reference: 'Twój numer:',
      article: 'Artykuł',
    },
    ...{ variant: 'Rozmiar · kolor', quantity: 'Ilość', price: 'Cena', item: 'Pozycja', design: 'Wzór' },
    ...{ total: 'Razem', returnsTo: 'Zwroty na adres', link: 'Śledzenie i zwroty' },
    parcelOf: (number, of) => `Paczka ${number} z ${of}`,
    pageOf: (page, of) => `Strona ${page} z ${of}`,
  },
};

/**
 * Returns the language that most people of the country read, if a slip has it, else English. Undefined
 * without a country.
 */
export function slipLanguageOf(country: string | undefined): string | undefined {
  if (country === undefined || !/^[A-Za-z]{2}$/.test(country)) return undefined;
  const { language } = new Intl.Locale('und', { region: country.toUpperCase() }).maximize();
  return Object.hasOwn(SLIP_COPIES, language) ? language : 'en';
}

export function slipCopyOf(language: string): SlipCopy {
  return SLIP_COPIES[language] ?? en;
}
