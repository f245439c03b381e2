/** Returns the check digit of GS1 (EAN, GTIN, SSCC) for the digits before it. */
export function gs1CheckDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}
