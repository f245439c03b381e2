/** The keyboards that scanners are set to. */
export const LAYOUTS = ['us', 'german', 'french'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** How a scan was read: as the computer understood the keys, or by where they lie in a layout. */
export type Reading = 'typed' | Layout;

/** What the same keys have in each layout, row by row; first plain, then with shift. */
const KEYS: Readonly<Record<Layout, string>> = {
  us: "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./" + '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?',
  german:
    '^1234567890ß´qwertzuiopü+#asdfghjklöäyxcvbnm,.-' + '°!"§$%&/()=?`QWERTZUIOPÜ*\'ASDFGHJKLÖÄYXCVBNM;:_',
  french:
    '²&é"\'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!' + '~1234567890°+AZERTYUIOP¨£µQSDFGHJKLM%WXCVBN?./§',
};

/** What a scanner of the layout meant; `physical` has the keys as they lie in the US layout. */
export function inLayout(physical: string, layout: Layout): string {
  if (layout === 'us') return physical;
  const of = KEYS[layout];
  return [...physical].map((one) => of[KEYS.us.indexOf(one)] ?? one).join('');
}
