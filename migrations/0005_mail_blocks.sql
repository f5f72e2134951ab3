-- Addresses that want no invitations any more, as SHA-256 of the lower-case address.
create table mail_blocks (
    address_hash bytea primary key check (length(address_hash) = 32),
    created_at   timestamptz not null
);
