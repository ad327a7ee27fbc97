"""Looking back at a race: each decision of one seat beside what its alternatives would have brought.

    for found in review(record, seat):
        ...  # found.done of found.total; found.decisions so far; found.is_whole at the end

`review` yields a `Review` after each decision, so that a process can show how far it is, store what it has, and stop.
The same record, seat and seed give the same review. Nothing but what the seat could know at a decision takes part in
it: hands, piles and hidden choices of others are dealt anew many times (`worlds`), every alternative is followed in
the same imagined races (`following`), and the chance of each place is estimated from where they lead (`estimates`).

What a page gets (`results`): for each decision its `step` in the record and its `question` (round, phase), where the
car stood and the Heat it had, the choice that was made and the alternatives worth naming, each with the chance to win,
the expected place, the chance of each place, the risk of a spin-out, the Heat left and the distance of the turn; what
the choice gave away against the best, and by what that one is better (`reason`); the three decisions that mattered
most; and the points of a chart of winning chances. All of it is numbers and choices, in no language. `encode` of the
kernel makes JSON of a `Review`; `read_review` reads it again.

A record of a race that is not over, a seat that no driver had, and a record that is unsound raise `Broken`, whose
faults have the codes `not_over`, `no_such_seat`, `legend`, `did_not_drive`, and those of reading and checking records.
"""

from engine.heat.review.estimates import WORK
from engine.heat.review.results import Decision, Point, Prospect, Reason, Review, read_review
from engine.heat.review.review import SEED, review

__all__ = ["SEED", "WORK", "Decision", "Point", "Prospect", "Reason", "Review", "read_review", "review"]
