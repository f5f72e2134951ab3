-- A hold belongs to the account whose address the sign-up gave, and each account has one: like an unverified
-- account, whose handle the next sign-up with its address keeps or changes. Holds last days; the old ones,
-- of which nobody knows whose they are, go.
delete from handle_holds;
alter table handle_holds
    add column account_id uuid not null unique references accounts (id) on delete cascade;
