create table signing_keys (
  key_id text primary key,
  public_jwk jsonb not null,
  -- AES-256-GCM under ENCRYPTION_KEY: 12 bytes nonce, 16 bytes tag, the PKCS #8 key.
  private_key_encrypted bytea not null,
  created timestamptz(3) not null,
  signs_from timestamptz(3) not null,
  retired timestamptz(3)
);
