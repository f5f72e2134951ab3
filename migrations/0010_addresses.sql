-- A change of mail address that waits for its proof, at most one for each account. Nothing is reserved: of
-- two accounts that want the same address, the one that proves it first has it.
create table address_changes (
    account_id uuid primary key references accounts (id) on delete cascade,
    email      text not null check (length(email) between 3 and 254),
    asked_at   timestamptz not null,
    expires_at timestamptz not null
);
create index address_changes_over on address_changes (expires_at);

-- Addresses that an account has left, in lower case. They are held back for a while, so that nobody else
-- slips into the place, and their account can come back.
create table address_holds (
    address    text primary key,
    account_id uuid not null references accounts (id) on delete cascade,
    until      timestamptz not null
);
create index address_holds_over on address_holds (until);

alter table tokens drop constraint tokens_kind_check;
alter table tokens add constraint tokens_kind_check check (kind in ('verify', 'reset', 'address'));

-- The mails of a change: the proof goes to the wished address, which the account names; the others to an address.
alter table outbox
    drop constraint outbox_kind,
    drop constraint outbox_about,
    add constraint outbox_kind check (kind in (
        'hurry', 'last_fifth', 'last_day', 'time_ran_out', 'turn', 'choose', 'draw_offer', 'pause_offer',
        'substitute', 'seat_open', 'substitute_seated', 'match_end', 'match_aborted', 'match_start', 'chosen_for',
        'vacation_used', 'clocks_credited', 'digest', 'invitation', 'verify', 'reset', 'already_registered',
        'address_prove', 'address_note', 'address_held')),
    add constraint outbox_about check (case
        when kind in ('verify', 'reset', 'already_registered', 'digest', 'address_prove', 'address_note',
                      'address_held') then match_id is null and seq is null
        when kind = 'invitation' then match_id is not null and seq is null
        else match_id is not null and seq is not null end);

-- The account page says when mail arrived last.
create index outbox_sent on outbox (account_id, settled_at desc) where state = 'sent';

-- Whether a seat's word is asked for (a draw, a pause, a substitute), besides a decision.
alter table match_seats add column asked boolean not null default false;
create index match_seats_asked on match_seats (account_id) where asked;

-- A running match has an empty seat, which a substitute may take.
alter table matches add column seat_open boolean not null default false;
create index matches_seat_open on matches (updated_at desc, id desc) where seat_open;
