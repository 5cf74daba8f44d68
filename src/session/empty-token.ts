/** What is wrong with an Authorization header that holds no token: a variable was not set, or not filled in. */
export function emptyToken(authorization: string): string | undefined {
  const found = NO_TOKEN.exec(authorization.trim());
  if (found === null) return undefined;
  const [, scheme = '', token = ''] = found;
  const what =
    token !== ''
      ? `holds ${token} in place of a token`
      : scheme === ''
        ? 'is empty'
        : `holds no token after "${scheme}"`;
  return `the Authorization header ${what} — is the variable it comes from set?`;
}

/** A scheme alone, or with what stands where a variable was not filled in. */
const NO_TOKEN =
  /^(bearer|basic|token|dpop|apikey)?(?: +(undefined|null|none|\$\w+|\$\{[^}]*\}|\{\{[^}]*\}\}|%\w+%))?$/i;
