/** Whether a number is a multiple of another in the decimals that both are written in: 0.3 is one of 0.1. */
export function isMultipleOf(value: number, of: number): boolean {
  const [digits, exponent] = decimal(value);
  const [others, other] = decimal(of);
  const difference = exponent - other;
  if (difference >= 0) return (digits * 10n ** BigInt(difference)) % others === 0n;
  return digits % (others * 10n ** BigInt(-difference)) === 0n;
}

/** A number as whole digits and a power of ten. */
function decimal(value: number): readonly [digits: bigint, exponent: number] {
  const [coefficient = '', exponent = '0'] = String(Math.abs(value)).split('e');
  const [whole = '', fraction = ''] = coefficient.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
