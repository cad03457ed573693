-- Who may call, for which scope, in which role.
create table api_key (
  id          text        primary key,
  -- SHA-256 over the whole token. A token has 260 random bits, which nobody guesses: a slow hash
  -- would protect nothing more, and cost every request.
  secret_hash bytea       not null,
  role        text        not null,
  scope       text,
  name        text        not null,
  created_at  timestamptz not null default now(),
  revoked_at  timestamptz,

  constraint api_key_id check (id ~ '^[0-9a-hjkmnp-tv-z]{12}$'),
  constraint api_key_secret_hash check (octet_length(secret_hash) = 32),
  constraint api_key_role check (role in ('order-service', 'auditor', 'dashboard', 'operator')),
  constraint api_key_scope check (scope ~ '^[a-z0-9][a-z0-9._-]{0,63}$'),
  -- No scope means all scopes.
  constraint api_key_all_scopes check (scope is not null or role in ('auditor', 'operator')),
  constraint api_key_name check (length(name) between 1 and 100 and name !~ '[[:cntrl:]]'),
  constraint api_key_revoked check (revoked_at >= created_at)
);

comment on table api_key is 'API keys: hashed, shown once, revocable';
comment on column api_key.scope is 'null = all scopes';
