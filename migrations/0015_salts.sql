-- After new chains the dice can wait for a salt: whoever can give it is told.
alter table outbox
    drop constraint outbox_kind,
    add constraint outbox_kind check (kind in (
        'hurry', 'last_fifth', 'last_day', 'time_ran_out', 'turn', 'choose', 'reward', 'salt', 'draw_offer',
        'pause_offer', 'substitute', 'seat_open', 'substitute_seated', 'game_over', 'match_end', 'match_aborted',
        'match_start', 'chosen_for', 'vacation_used', 'clocks_credited', 'digest', 'invitation', 'verify', 'reset',
        'already_registered', 'address_prove', 'address_note', 'address_held'));
