-- Clocks may stand (RULES §12): then a decision has no moment at which it is due.
alter table match_turns alter column deadline drop not null;

-- The last sign of life of any process that serves, by the machine's own clock. One row, none before
-- the first start.
create table heartbeat (
    one boolean primary key default true check (one),
    at  timestamptz not null
);

-- When nobody served, by the service's clock; every running match gets that time back (DESIGN §10).
create table outages (
    id       bigint generated always as identity primary key,
    from_at  timestamptz not null,
    until_at timestamptz not null,
    check (from_at < until_at)
);

-- The last outage that this match's clocks were given back.
alter table matches add column outage bigint not null default 0;
create index matches_running_by_outage on matches (outage, id) where status = 'running';

-- What a player wants in all own matches at once, those that begin later too: a vacation, or vacation
-- days used by themselves. A job carries it out, match by match.
create table away_orders (
    id         uuid primary key,
    account_id uuid not null references accounts (id) on delete cascade,
    what       text not null check (what in ('vacation', 'auto_on', 'auto_off')),
    from_at    timestamptz,
    until_at   timestamptz,
    created_at timestamptz not null,
    -- Taken back by the player, or replaced by another order.
    ended_at   timestamptz,
    check ((what = 'vacation') = (from_at is not null)),
    check ((what = 'vacation') = (until_at is not null)),
    check (from_at < until_at)
);
-- One order of each sort stands for an account; both words on vacation days are one sort.
create unique index away_orders_standing on away_orders (account_id, (what = 'vacation')) where ended_at is null;
create index away_orders_of_account on away_orders (account_id, created_at desc);

-- In which matches an order was carried out.
create table away_done (
    order_id uuid not null references away_orders (id) on delete cascade,
    match_id uuid not null references matches (id),
    -- Why the match did not take it; null where it did.
    refused  text,
    -- The order was taken back here too.
    undone   boolean not null default false,
    primary key (order_id, match_id)
);
create index away_done_to_undo on away_done (order_id) where refused is null and not undone;
