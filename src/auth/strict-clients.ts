/** An authorization document, as it is called in sentences. */
export type StrictDocument = keyof typeof STRICT;

const words = (text: string): readonly string[] => text.split(' ');

const SERVER = {
  needs: words('issuer authorization_endpoint token_endpoint response_types_supported'),
  knows: words(
    'registration_endpoint scopes_supported response_modes_supported grant_types_supported token_endpoint_auth_methods_supported token_endpoint_auth_signing_alg_values_supported service_documentation code_challenge_methods_supported client_id_metadata_document_supported',
  ),
};

/**
 * What clients built on the official TypeScript SDK refuse: a document without what they need, and one in which a member
 * they know is null or of another type. `test/auth/strict-clients.test.ts` compares it with the SDK.
 */
export const STRICT = {
  'the protected resource metadata': {
    needs: ['resource'],
    knows: words(
      'authorization_servers jwks_uri scopes_supported bearer_methods_supported resource_signing_alg_values_supported resource_name resource_documentation resource_policy_uri resource_tos_uri',
    ),
  },
  'the authorization server metadata': {
    needs: SERVER.needs,
    knows: [
      ...SERVER.knows,
      ...words(
        'revocation_endpoint revocation_endpoint_auth_methods_supported introspection_endpoint introspection_endpoint_auth_methods_supported',
      ),
    ],
  },
  'the OpenID discovery document': {
    needs: [
      ...SERVER.needs,
      ...words('jwks_uri subject_types_supported id_token_signing_alg_values_supported'),
    ],
    knows: [
      ...SERVER.knows,
      ...words(
        'userinfo_endpoint acr_values_supported claims_supported request_parameter_supported op_policy_uri op_tos_uri',
      ),
    ],
  },
  'the registration response': {
    needs: words('client_id redirect_uris'),
    knows: words(
      'client_secret client_id_issued_at client_secret_expires_at token_endpoint_auth_method grant_types response_types client_name client_uri scope contacts policy_uri software_id software_version',
    ),
  },
  'the token response': {
    needs: words('access_token token_type'),
    knows: words('id_token expires_in scope refresh_token'),
  },
} as const satisfies Readonly<
  Record<string, { readonly needs: readonly string[]; readonly knows: readonly string[] }>
>;

/** Whether such a client refuses a document for an odd member: one that is missing, null or of another type. */
export function isStrict(document: StrictDocument, name: string, value: unknown): boolean {
  const { needs, knows }: { readonly needs: readonly string[]; readonly knows: readonly string[] } =
    STRICT[document];
  // Whatever this is, the SDK converts it to a number.
  if (name === 'expires_in') return Number.isNaN(Number(value));
  if (typeof value === 'number' && /_at$/.test(name)) return false;
  return needs.includes(name) || (value !== undefined && knows.includes(name));
}
