import hashlib

from tournaments.core.lots import lot, lots


def test_a_lot_is_the_first_eight_bytes_of_shake_256_of_seed_and_subject():
    digest = hashlib.shake_256(b"2024:dealer:3:7:12").digest(8)
    assert lot(2024, "dealer", 3, 7, 12) == int.from_bytes(digest, "big")


def test_lots_drawn_together_start_with_the_single_one_and_more_do_not_change_the_first():
    assert lots(1, 5, "pairing", 2) == [lot(5, "pairing", 2)]
    assert lots(9, 5, "pairing", 2)[:4] == lots(4, 5, "pairing", 2)


def test_no_lots_are_drawn_where_none_is_asked():
    assert lots(0, 5, "pairing", 2) == []


def test_lots_of_other_seeds_and_subjects_differ():
    drawn = {lot(seed, subject, number) for seed in range(20) for subject in "ab" for number in range(50)}
    assert len(drawn) == 20 * 2 * 50


def test_each_face_of_a_die_comes_up_about_as_often():
    faces = [lot(1, "die", throw) % 6 for throw in range(6000)]
    assert all(900 < faces.count(face) < 1100 for face in range(6))
