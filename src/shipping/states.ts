import { createRequire } from 'node:module';
import { SHOP_STATE_CODES } from './shop-state-codes.ts';

/** Countries whose posts write the code of a state: in libaddressinput, their `sub_keys` are codes. */
const WRITTEN_AS_CODES: ReadonlySet<string> = new Set('AU BR CA IT US'.split(' '));

type Subdivisions = readonly { countryShortCode: string; regions: readonly { name: string; shortCode?: string }[] }[];
let namesByCode: ReadonlyMap<string, string> | undefined;

/**
 * Returns a state as the post of its country writes it: as the code in countries with codes, else by its
 * name. `state` is a name or a code, also with the country before it (`JP13`, `BG-22`). `name` is the known
 * name. An unknown code stays as it is. `country` is ISO 3166-1 alpha-2.
 */
export function stateAsWritten(country: string, state: string, name = ''): string {
  const prefix = country.toUpperCase();
  if (WRITTEN_AS_CODES.has(prefix)) return (state || name).replace(new RegExp(`^${prefix}-(?=\\w)`, 'i'), '');
  if (name !== '' || state === '') return name;
  const code = state.trim().toUpperCase();
  const bare = code.startsWith(prefix) ? code.slice(prefix.length).replace('-', '') : code;
  namesByCode ??= readNames();
  return namesByCode.get(`${prefix}-${code}`) ?? namesByCode.get(`${prefix}-${bare}`) ?? state;
}

/** Reads the names on first use, because they are 340 KB. Some codes have the country before them there. */
function readNames(): ReadonlyMap<string, string> {
  const countries: Subdivisions = createRequire(import.meta.url)('country-region-data/data.json');
  const names = countries.flatMap(({ countryShortCode: country, regions }) =>
    regions.map(({ name, shortCode = '' }) => [`${country}-${shortCode.replace(`${country}-`, '')}`, name] as const),
  );
  const ofShops = Object.entries(SHOP_STATE_CODES).flatMap(([country, states]) =>
    states.split(', ').map((state) => {
      const [code = '', ...words] = state.split(' ');
      return [`${country}-${code}`, words.join(' ')] as const;
    }),
  );
  return new Map([...names, ...ofShops]);
}
