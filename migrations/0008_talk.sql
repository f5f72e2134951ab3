-- Talk at a table, private notes, muting and reports. Nothing here refers to matches by foreign key: that
-- would lock the match row of whoever speaks, and talk never waits for a move.
create table talk (
    -- Within a match, later words have higher numbers (`store::talk::insert` takes turns).
    id         bigint generated always as identity primary key,
    match_id   uuid not null,
    -- Who hears it: everybody at the table, or one team.
    room       text not null check (room in ('table', 'first', 'second')),
    -- Deleting an account leaves its words, without a name.
    account_id uuid not null,
    -- Where the speaker sat.
    seat       text not null check (seat in ('White1', 'Black2', 'White3', 'Black4')),
    text       text not null check (length(text) between 1 and 1000),
    at         timestamptz not null,
    -- A form that is sent twice is heard once.
    key        uuid not null,
    unique (account_id, match_id, key),
    check (room = 'table' or (room = 'first') = (seat in ('White1', 'Black4')))
);
create index talk_of_room on talk (match_id, room, id);

-- How far each listener has read.
create table talk_reads (
    account_id uuid not null references accounts (id) on delete cascade,
    match_id   uuid not null,
    room       text not null check (room in ('table', 'first', 'second')),
    read_to    bigint not null,
    primary key (account_id, match_id, room)
);

-- Whose words somebody wants folded away.
create table talk_mutes (
    account_id uuid not null references accounts (id) on delete cascade,
    muted      uuid not null references accounts (id) on delete cascade,
    at         timestamptz not null,
    primary key (account_id, muted),
    check (account_id <> muted)
);
create index talk_mutes_of on talk_mutes (muted);

-- Words that somebody wants the host to look at.
create table talk_reports (
    talk_id  bigint not null references talk (id),
    reporter uuid not null,
    reason   text not null check (length(reason) between 1 and 500),
    at       timestamptz not null,
    primary key (talk_id, reporter)
);
create index talk_reports_newest on talk_reports (at desc, talk_id desc);
create index talk_reports_of on talk_reports (reporter);

-- One private text for each account and match.
create table notes (
    account_id uuid not null references accounts (id) on delete cascade,
    match_id   uuid not null,
    text       text not null check (length(text) <= 5000),
    -- Counts the savings; a form says which one it began from.
    version    bigint not null check (version >= 1),
    updated_at timestamptz not null,
    primary key (account_id, match_id)
);
