-- People. Deleting an account deletes its row: logs and seats name it by an id that then points nowhere
-- (DESIGN §3), so nothing else refers to accounts by foreign key but what goes with it.
create table accounts (
    id                uuid primary key,
    email             text not null check (length(email) between 3 and 254),
    handle            text not null check (handle ~ '^[A-Za-z0-9_-]{2,20}$'),
    -- argon2id in PHC form, parameters included.
    password_hash     text not null,
    email_verified_at timestamptz,
    -- An IANA name such as Europe/Berlin.
    time_zone         text not null,
    created_at        timestamptz not null
);
create unique index accounts_email on accounts (lower(email));
create unique index accounts_handle on accounts (lower(handle));

-- Links in mails: only their SHA-256 rests here.
create table tokens (
    hash       bytea primary key check (length(hash) = 32),
    kind       text not null check (kind in ('verify', 'reset')),
    account_id uuid not null references accounts (id) on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at    timestamptz
);
create index tokens_of_account on tokens (account_id, kind);
create index tokens_expired on tokens (expires_at);

-- Log-ins. The key in the browser's cookie is not here, only its SHA-256.
create table sessions (
    key_hash   bytea primary key check (length(key_hash) = 32),
    -- Names the session on the settings page.
    id         uuid not null unique,
    -- None before the log-in.
    account_id uuid references accounts (id) on delete cascade,
    state      json not null,
    user_agent text check (length(user_agent) <= 200),
    created_at timestamptz not null,
    seen_at    timestamptz not null,
    expires_at timestamptz not null
);
create index sessions_of_account on sessions (account_id, seen_at desc) where account_id is not null;
create index sessions_expired on sessions (expires_at);
