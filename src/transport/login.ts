const WORDS =
  /(?:^|[^a-z])(?:log[-_ ]?(?:in|on)|sign[-_ ]?(?:in|on)|sso|saml2?|oauth2?|authorize|authenticate|idp|adfs|okta|onelogin|cloudflareaccess|microsoftonline)(?:$|[^a-z])|^accounts?\./i;

/** Whether an address, a title or a text is that of a login page, as far as its words say. */
export const looksLikeLogin = (text: string): boolean => WORDS.test(text);
