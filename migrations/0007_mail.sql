-- Mail that people keep switched on (DESIGN §6). Each row of the outbox is one thing that somebody is owed
-- to be told; what is due about one match for one person travels as one mail.
alter table outbox
    -- In the order of writing.
    add column number   bigint generated always as identity,
    -- Which mail goes first: the lowest number, then the nearest deadline.
    add column urgency  smallint,
    add column deadline timestamptz,
    -- It waits for its own moment before the deadline, while other mails may go out.
    add column reminder boolean not null default false,
    -- The day of a digest by its reader's clock.
    add column day      date;

update outbox set urgency = case
    when kind in ('verify', 'reset', 'already_registered') then 0
    when kind in ('turn', 'choose') then 3
    when kind = 'match_end' then 5
    else 6 end;

alter table outbox
    alter column urgency set not null,
    add check (urgency between 0 and 9),
    drop constraint outbox_kind_check,
    drop constraint outbox_check1,
    drop constraint outbox_check3,
    add constraint outbox_kind check (kind in (
        'hurry', 'last_fifth', 'last_day', 'time_ran_out', 'turn', 'choose', 'draw_offer', 'pause_offer',
        'substitute', 'seat_open', 'substitute_seated', 'match_end', 'match_aborted', 'match_start', 'chosen_for',
        'vacation_used', 'clocks_credited', 'digest', 'invitation', 'verify', 'reset', 'already_registered')),
    -- Whatever is about an event of a match names both.
    add constraint outbox_about check (case
        when kind in ('verify', 'reset', 'already_registered', 'digest') then match_id is null and seq is null
        when kind = 'invitation' then match_id is not null and seq is null
        else match_id is not null and seq is not null end),
    add constraint outbox_day check ((kind = 'digest') = (day is not null));

-- One digest a day.
create unique index outbox_of_day on outbox (account_id, day) where day is not null;
-- What is pending about a match, for the command that changes it.
create index outbox_of_match on outbox (match_id, account_id) where state = 'pending' and match_id is not null;

-- What each player wants to be mailed; who never chose has no row and gets every turn.
create table mail_settings (
    account_id     uuid primary key references accounts (id) on delete cascade,
    mode           text not null default 'every_turn' check (mode in ('every_turn', 'digest', 'urgent', 'none')),
    -- By the player's own clock.
    digest_hour    smallint not null default 8 check (digest_hour between 0 and 23),
    -- Unsubscribed from the digest, whatever the modes.
    digest_off     boolean not null default false,
    quiet_from     smallint check (quiet_from between 0 and 23),
    quiet_to       smallint check (quiet_to between 0 and 23),
    -- When the next digest is due; none where no mode asks for one.
    next_digest_at timestamptz,
    check ((quiet_from is null) = (quiet_to is null)),
    check (quiet_from <> quiet_to)
);
create index mail_settings_digest on mail_settings (next_digest_at) where next_digest_at is not null;

-- The same for one match, where it differs.
create table match_mail_settings (
    account_id uuid not null references accounts (id) on delete cascade,
    match_id   uuid not null references matches (id),
    -- None: as in general.
    mode       text check (mode in ('every_turn', 'digest', 'urgent', 'none')),
    muted      text[] not null default '{}' check (muted <@ array['turns', 'reminders', 'offers', 'news']),
    primary key (account_id, match_id)
);

-- The links that end mails of one kind, without a log-in (RFC 8058). Only SHA-256 rests here.
create table unsubscribe_tokens (
    hash       bytea primary key check (length(hash) = 32),
    account_id uuid not null references accounts (id) on delete cascade,
    -- A topic of one match, or the digest.
    match_id   uuid,
    topic      text check (topic in ('turns', 'reminders', 'offers', 'news')),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    check ((match_id is null) = (topic is null))
);
create index unsubscribe_tokens_expired on unsubscribe_tokens (expires_at);
