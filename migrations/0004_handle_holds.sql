-- Handles that a sign-up with a known address asked for. They are held back as long as an unverified
-- account would hold them, so that nobody learns from a handle whether an address is known.
create table handle_holds (
    handle text primary key,
    until  timestamptz not null
);
create index handle_holds_over on handle_holds (until);
-- Sign-ups that were never verified, for forgetting them.
create index accounts_unverified on accounts (created_at) where email_verified_at is null;
