-- A match is its log of events (DESIGN §3). The tables before it are a read model that each command
-- writes anew from the folded state; they can be rebuilt from the log.
create table matches (
    id                uuid primary key,
    name              text not null,
    status            text not null check (status in ('open', 'running', 'over', 'cancelled')),
    preset            text not null,
    -- Places at the table, taken and free.
    seat_count        smallint not null check (seat_count between 2 and 4),
    allowance_seconds bigint not null check (allowance_seconds > 0),
    opened_by         uuid not null,
    join_policy       text not null check (join_policy in ('anyone', 'invited')),
    -- The last event and the log's head after it.
    seq               bigint not null check (seq >= 0),
    head              bytea not null check (length(head) = 32),
    opened_at         timestamptz not null,
    started_at        timestamptz,
    updated_at        timestamptz not null,
    ended_at          timestamptz,
    -- As the command line prints it: White1+Black4 wins by king capture.
    result            text,
    -- The earliest deadline of its open turns.
    next_deadline     timestamptz,
    check ((status in ('over', 'cancelled')) = (ended_at is not null)),
    check ((status = 'over') = (result is not null)),
    check (next_deadline is null or status = 'running')
);
create index matches_open on matches (opened_at desc, id desc) where status = 'open' and join_policy = 'anyone';
create index matches_over on matches (ended_at desc, id desc) where status = 'over';
create index matches_due on matches (next_deadline, id) where next_deadline is not null;

create table match_seats (
    match_id   uuid not null references matches (id),
    seat       text not null check (seat in ('White1', 'Black2', 'White3', 'Black4')),
    account_id uuid not null,
    primary key (match_id, seat),
    -- One account holds one seat of a match (RULES §12).
    unique (match_id, account_id)
);
create index match_seats_of_account on match_seats (account_id, match_id);

-- The decisions that are open now, at most one for each board.
create table match_turns (
    match_id        uuid not null references matches (id),
    board           smallint not null check (board in (1, 2)),
    mover           text not null check (mover in ('White1', 'Black2', 'White3', 'Black4')),
    decider         text not null check (decider in ('White1', 'Black2', 'White3', 'Black4')),
    decider_account uuid not null,
    -- The event that began the turn.
    seq             bigint not null check (seq >= 1),
    deadline        timestamptz not null,
    primary key (match_id, board)
);
create index match_turns_of_account on match_turns (decider_account, deadline, match_id);

create table events (
    match_id uuid not null,
    seq      bigint not null check (seq >= 1),
    at       timestamptz not null,
    -- json, not jsonb: the text stays byte for byte, because heads are hashes of it.
    public   json not null,
    sealed   json,
    nonce    bytea not null check (length(nonce) = 16),
    head     bytea not null check (length(head) = 32),
    primary key (match_id, seq)
);

create function events_stay() returns trigger language plpgsql as $$
begin
    raise exception 'events are append-only: % is refused', tg_op using errcode = 'restrict_violation';
end $$;

create trigger events_stay before update or delete or truncate on events
    for each statement execute function events_stay();
alter table events enable always trigger events_stay;

create function events_have_no_gaps() returns trigger language plpgsql as $$
declare
    last bigint;
    last_at timestamptz;
begin
    select seq, at into last, last_at from events where match_id = new.match_id order by seq desc limit 1;
    if new.seq > coalesce(last, 0) + 1 then
        raise exception 'event % of match % would leave a gap after %', new.seq, new.match_id, coalesce(last, 0)
            using errcode = 'check_violation';
    end if;
    if new.at < last_at then
        raise exception 'event % of match % would be earlier than the one before', new.seq, new.match_id
            using errcode = 'check_violation';
    end if;
    return new;
end $$;

create trigger events_have_no_gaps before insert on events
    for each row execute function events_have_no_gaps();
alter table events enable always trigger events_have_no_gaps;

-- Accepted commands, so that a repeat changes nothing (DESIGN §3).
create table commands (
    account_id   uuid not null,
    match_id     uuid not null,
    key          uuid not null,
    command_hash bytea not null check (length(command_hash) = 32),
    -- The last event that it caused.
    seq          bigint not null,
    created_at   timestamptz not null,
    primary key (account_id, match_id, key)
);

-- Folded states, a cache: each is what a replay of the log up to `seq` gives.
create table snapshots (
    match_id     uuid not null,
    fold_version integer not null,
    seq          bigint not null,
    state        bytea not null,
    created_at   timestamptz not null,
    primary key (match_id, fold_version, seq)
);

create table invitations (
    id         uuid primary key,
    match_id   uuid not null references matches (id),
    created_by uuid not null,
    -- Whom it is for: an address, an account, or (neither) whoever has the link.
    email      text,
    account_id uuid,
    seat       text check (seat in ('White1', 'Black2', 'White3', 'Black4')),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    -- A personal invitation is used once; a link until the table is full.
    used_at    timestamptz,
    used_by    uuid,
    check (email is null or account_id is null)
);
create index invitations_of_match on invitations (match_id, created_at, id);
create index invitations_to_account on invitations (account_id, created_at desc) where account_id is not null;
create index invitations_to_address on invitations (lower(email), created_at desc) where email is not null;
create index invitations_by_sender on invitations (created_by, created_at desc);

-- The links of an invitation; a mail that was sent twice has two. Only SHA-256 rests here.
create table invitation_tokens (
    hash          bytea primary key check (length(hash) = 32),
    invitation_id uuid not null references invitations (id) on delete cascade,
    created_at    timestamptz not null
);
create index invitation_tokens_of on invitation_tokens (invitation_id);
