import type { OrderRequest } from '../../orders/document/order-request-schemas.ts';

export type Recipient = NonNullable<OrderRequest['shipping']['address']>;

/** `company` of an address that has one stands behind the person's name, after a slash. */
function lives(name: string, street: string, postalCode: string, city: string, country: string): Recipient {
  const [personName = '', company] = name.split(' / ');
  return { personName, ...(company && { company }), street, postalCode, city, country };
}

/** Invented people at believable addresses, in the scripts in which they write themselves. */
export const RECIPIENTS = {
  jule: lives('Jule Hansmann', 'Gleimstraße 43', '10437', 'Berlin', 'DE'),
  henrik: lives('Henrik Saalbach', 'Susannenstraße 12', '20357', 'Hamburg', 'DE'),
  veronika: lives('Veronika Aicher', 'Fraunhoferstraße 8', '80469', 'München', 'DE'),
  mattis: lives('Mattis Kröger', 'Karl-Heine-Straße 61', '04229', 'Leipzig', 'DE'),
  esra: lives('Esra Yıldırım', 'Brabanter Straße 19', '50674', 'Köln', 'DE'),
  gesine: lives('Gesine Trautvetter', 'Alaunstraße 30', '01099', 'Dresden', 'DE'),
  joost: lives('Joost Petersen / Kletterhalle Nordwand', 'Am Deich 77', '28199', 'Bremen', 'DE'),
  museum: lives('Dr. Imke Wolters / Museum am Hafen', 'Hafenstraße 4', '24103', 'Kiel', 'DE'),
  roasters: lives('Tom Blaschke / Rösterei Blaschke', 'Bergstraße 26', '69120', 'Heidelberg', 'DE'),
  lukas: lives('Lukas Steinwendtner', 'Neubaugasse 27/4', '1070', 'Wien', 'AT'),
  magdalena: lives('Magdalena Brandauer', 'Linzer Gasse 22', '5020', 'Salzburg', 'AT'),
  reto: lives('Reto Zumbrunn', 'Badenerstrasse 142', '8004', 'Zürich', 'CH'),
  seraina: lives('Seraina Caduff', 'Kramgasse 31', '3011', 'Bern', 'CH'),
  loic: lives('Loïc Berthoud', 'Rue de la Corraterie 9', '1204', 'Genève', 'CH'),
  zoe: lives('Zoë Delacourt', '18 rue Oberkampf', '75011', 'Paris', 'FR'),
  benoit: lives('Benoît Lagarde', '7 rue Burdeau', '69001', 'Lyon', 'FR'),
  fenna: lives('Fenna van der Zwaag', 'Twijnstraat 30', '3511 ZL', 'Utrecht', 'NL'),
  joris: lives('Joris Verstraeten', 'Vlaanderenstraat 15', '9000', 'Gent', 'BE'),
  lukasz: lives('Łukasz Wiśniowski', 'ul. Józefa 14/3', '31-056', 'Kraków', 'PL'),
  tereza: lives('Tereza Havlíčková', 'Veletržní 48', '170 00', 'Praha 7', 'CZ'),
  soren: lives('Søren Thygesen', 'Jægersborggade 10', '2200', 'København N', 'DK'),
  asa: lives('Åsa Lindqvist', 'Götgatan 44', '118 26', 'Stockholm', 'SE'),
  veera: lives('Veera Hämäläinen', 'Vaasankatu 8', '00500', 'Helsinki', 'FI'),
  sindre: lives('Sindre Østby', 'Markveien 35', '0554', 'Oslo', 'NO'),
  nuria: lives('Núria Casals', 'Carrer de Verdi 28', '08012', 'Barcelona', 'ES'),
  yeray: lives('Yeray Hernández', 'Calle del Castillo 19', '38002', 'Santa Cruz de Tenerife', 'ES'),
  ines: lives('Inês Marçal', 'Rua da Rosa 112', '1200-390', 'Lisboa', 'PT'),
  ginevra: lives('Ginevra Fantuzzi', 'Via del Pratello 18', '40122', 'Bologna', 'IT'),
  athina: lives('Αθηνά Παπαδάκη', 'Ερμού 54', '105 63', 'Αθήνα', 'GR'),
  djordje: lives('Ђорђе Симић', 'Улица краља Петра 21', '11000', 'Београд', 'RS'),
  yoana: lives('Йоана Димитрова', 'ул. Граф Игнатиев 32', '1000', 'София', 'BG'),
  imogen: lives('Imogen Whitcombe', '14 Colston Street', 'BS1 5AP', 'Bristol', 'GB'),
  cathal: lives('Cathal Mullan', '40 Botanic Avenue', 'BT7 1JQ', 'Belfast', 'GB'),
  maya: { ...lives('Maya Trujillo', '1420 SE Division St Apt 3', '97202', 'Portland', 'US'), state: 'OR' },
  devon: { ...lives('Devon Archer', '287 Bedford Ave', '11211', 'Brooklyn', 'US'), state: 'NY' },
  yui: lives('佐々木 結衣', '道玄坂 2-6-17', '150-0043', '東京都渋谷区', 'JP'),
} as const satisfies Record<string, Recipient>;
