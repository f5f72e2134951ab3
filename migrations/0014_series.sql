-- A match can be several games (RULES §11): a game that ended is told, and a reward that is to be picked.
alter table outbox
    drop constraint outbox_kind,
    add constraint outbox_kind check (kind in (
        'hurry', 'last_fifth', 'last_day', 'time_ran_out', 'turn', 'choose', 'reward', 'draw_offer', 'pause_offer',
        'substitute', 'seat_open', 'substitute_seated', 'game_over', 'match_end', 'match_aborted', 'match_start',
        'chosen_for', 'vacation_used', 'clocks_credited', 'digest', 'invitation', 'verify', 'reset',
        'already_registered', 'address_prove', 'address_note', 'address_held'));

-- Between games opponents exchange their seats. Talk belongs to those who speak, not to the colour that they play:
-- its rooms and its seats are those of the first game.
alter table matches add column exchanged boolean not null default false;
