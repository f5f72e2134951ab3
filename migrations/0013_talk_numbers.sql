-- Words are numbered within their room, from 1 and without a gap: only such a number leaves the service, since
-- one that others share would tell that something is said elsewhere. Reading marks count the same way.
alter table talk add column number bigint;
update talk set number = counted.number
from (select id, row_number() over (partition by match_id, room order by id) as number from talk) counted
where counted.id = talk.id;
alter table talk
    alter column number set not null,
    add constraint talk_counts check (number >= 1),
    add constraint talk_of_room_number unique (match_id, room, number);
drop index talk_of_room;

update talk_reads set read_to = (
    select coalesce(max(talk.number), 0) from talk
    where talk.match_id = talk_reads.match_id and talk.room = talk_reads.room and talk.id <= talk_reads.read_to);
