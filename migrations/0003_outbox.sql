-- Mails that are owed (DESIGN §6). A row is written in the transaction that makes it owed, and is done
-- only when the mail server has accepted the message.
create table outbox (
    id           uuid primary key default gen_random_uuid(),
    kind         text not null check (kind in ('turn', 'choose', 'chosen_for', 'match_start', 'match_end',
                                               'invitation', 'verify', 'reset', 'already_registered')),
    -- The recipient: an account, or an address that has none yet (invitations).
    account_id   uuid,
    address      text,
    -- What it is about: a match and the event that caused the mail, an invitation.
    match_id     uuid,
    seq          bigint check (seq >= 1),
    invitation   uuid,
    state        text not null default 'pending'
                 check (state in ('pending', 'sent', 'superseded', 'undeliverable')),
    -- Not before this time; moved on by every failed attempt.
    due_at       timestamptz not null,
    attempts     integer not null default 0 check (attempts >= 0),
    -- One claim holds the row until `leased_until`; only the holder of `lease_token` may settle it.
    leased_until timestamptz,
    lease_token  uuid,
    -- What the mail server said last, for the account page; one short line.
    last_error   text check (length(last_error) <= 300),
    created_at   timestamptz not null,
    settled_at   timestamptz,
    check ((account_id is null) <> (address is null)),
    check ((kind in ('turn', 'choose', 'chosen_for', 'match_start', 'match_end'))
           = (seq is not null)),
    check ((kind = 'invitation') = (invitation is not null)),
    check ((match_id is null) = (kind in ('verify', 'reset', 'already_registered'))),
    check ((leased_until is null) = (lease_token is null)),
    check ((state = 'pending') = (settled_at is null))
);

-- One mail for each recipient and obligation.
create unique index outbox_of_event on outbox (account_id, match_id, seq, kind) where seq is not null;
create unique index outbox_of_invitation on outbox (invitation) where invitation is not null;
-- The worker's queue.
create index outbox_due on outbox (due_at, id) where state = 'pending';
-- The account page's list of mails that came back.
create index outbox_undeliverable on outbox (account_id, settled_at desc, id) where state = 'undeliverable';
-- Clearing away what was settled long ago.
create index outbox_settled on outbox (settled_at) where state <> 'pending';
