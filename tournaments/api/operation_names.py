"""The name of each operation, as a function of a generated client: `listTournaments`, `publishRound`.

Names are derived from method and address. Names that read badly, or that programs knew before, are set here.
"""

from collections.abc import Iterable
from typing import Final

CHAMPIONSHIP: Final = "clubs/{slug}/championships/{championship_code}/"
#: The names that are not derived.
GIVEN: Final = {
    "POST tokens/": "createToken",
    "DELETE tokens/{token_key}/": "revokeToken",
    "GET me/": "getMe",
    "GET evening/": "getEveningNow",
    "GET tournaments/{code}/standings/": "getStandings",
    "GET tournaments/{code}/standings/provisional/": "getProvisionalStandings",
    "GET tournaments/{code}/results/": "getResults",
    "GET tournaments/{code}/ranking/": "getRanking",
    "PUT tournaments/{code}/ranking/": "setRanking",
    "GET tournaments/{code}/advice/": "getAdvice",
    "GET tournaments/{code}/log/": "listLogEntries",
    "POST tournaments/{code}/simulations/": "startSimulation",
    "DELETE tournaments/{code}/simulations/{simulation_id}/": "stopSimulation",
    "POST tournaments/{code}/entries/all-present/": "checkInAllEntries",
    "POST tournaments/{code}/entries/bulk/": "createManyEntries",
    "POST tournaments/{code}/entries/list/": "readListOfEntries",
    "POST tournaments/{code}/entries/seed-from-season/": "seedEntriesFromSeason",
    "POST tournaments/{code}/rounds/": "drawRound",
    "DELETE tournaments/{code}/rounds/{turn}/": "withdrawRound",
    "POST tournaments/{code}/rounds/{turn}/moves/": "moveTables",
    "DELETE tournaments/{code}/rounds/{turn}/moves/last/": "undoLastMove",
    "POST tournaments/{code}/rounds/{turn}/renew-codes/": "renewTableCodes",
    "POST tournaments/{code}/rounds/{turn}/time-out/": "extendRound",
    "POST tournaments/{code}/rounds/{turn}/time-over/": "endRoundByClock",
    "GET tournaments/{code}/rounds/{turn}/sheets/": "listSheets",
    "PUT tournaments/{code}/rounds/{turn}/sheets/": "enterSheets",
    "PUT tournaments/{code}/rounds/{turn}/tables/{table}/sheet/": "enterSheet",
    "PUT tournaments/{code}/rounds/{turn}/tables/{table}/deals/{number}/": "enterDeal",
    "PUT tournaments/{code}/rounds/{turn}/tables/{table}/time-over/": "endMatchByClock",
    "DELETE tournaments/{code}/rounds/{turn}/tables/{table}/rulings/{number}/": "revokeRuling",
    "POST tournaments/{code}/rounds/{turn}/tables/{table}/substitutions/": "substitutePlayer",
    "DELETE tournaments/{code}/rounds/{turn}/tables/{table}/substitutions/{number}/": "endSubstitution",
    "POST clubs/{slug}/people/": "createGuest",
    "GET clubs/{slug}/people/": "findPeople",
    "GET clubs/{slug}/people/all/": "listPeople",
    "PUT captains/{captain_code}/fixtures/{fixture_id}/confirmation/": "confirmReport",
    "PUT captains/{captain_code}/fixtures/{fixture_id}/contest/": "contestReport",
    "POST captains/{captain_code}/fixtures/{fixture_id}/date/": "proposeDate",
    "PUT captains/{captain_code}/fixtures/{fixture_id}/date/": "answerProposedDate",
    "PUT captains/{captain_code}/fixtures/{fixture_id}/line-up/": "giveLineUp",
    "POST " + CHAMPIONSHIP + "draw/": "drawCalendar",
    "DELETE " + CHAMPIONSHIP + "draw/": "deleteCalendar",
    "GET " + CHAMPIONSHIP + "files/{championship_file}.{ending}": "downloadChampionshipFile",
    "PATCH " + CHAMPIONSHIP + "fixtures/{fixture_id}/": "moveFixture",
    "POST " + CHAMPIONSHIP + "fixtures/{fixture_id}/approve/": "approveReport",
    "PUT " + CHAMPIONSHIP + "fixtures/{fixture_id}/forfeit/": "forfeitFixture",
    "POST " + CHAMPIONSHIP + "fixtures/{fixture_id}/line-ups/": "writeLineUp",
    "GET " + CHAMPIONSHIP + "fixtures/{fixture_id}/report.pdf": "downloadReport",
    "DELETE " + CHAMPIONSHIP + "penalties/{penalty_id}/": "revokeTeamPenalty",
    "POST " + CHAMPIONSHIP + "play-off/": "drawPlayOff",
    "DELETE " + CHAMPIONSHIP + "teams/{number}/": "withdrawTeam",
    "GET " + CHAMPIONSHIP + "teams/{number}/captain-code/": "getCaptainCode",
    "POST " + CHAMPIONSHIP + "teams/{number}/captain-code/": "renewCaptainCode",
    "POST " + CHAMPIONSHIP + "teams/{number}/penalties/": "penaliseTeam",
    "POST " + CHAMPIONSHIP + "teams/{number}/players/": "addTeamPlayer",
    "DELETE " + CHAMPIONSHIP + "teams/{number}/players/{person_id}/": "removeTeamPlayer",
    "GET bookings/{booking_word}/": "getOwnBooking",
    "DELETE bookings/{booking_word}/": "cancelOwnBooking",
    "POST bookings/{booking_word}/confirm/": "confirmOwnBooking",
    "PUT bookings/{booking_word}/partner/": "setOwnBookingPartner",
    "POST bookings/{booking_word}/accept/{number}/": "acceptPartner",
    "POST bookings/{booking_word}/propose/{number}/": "proposePartner",
    "POST tournaments/{code}/bookings/accept-all/": "acceptAllBookings",
    "POST tournaments/{code}/bookings/join/": "joinBookings",
    "POST device-links/{device_word}/": "connectDevice",
    "GET clubs/{slug}/calendar.ics": "downloadCalendar",
    "GET clubs/{slug}/notice.pdf": "downloadNotice",
    "POST clubs/{slug}/receipts.pdf": "makeReceipts",
    "GET tournaments/{code}/archive.zip": "downloadArchive",
    "GET tournaments/{code}/picture.png": "downloadTournamentPicture",
    "GET clubs/{slug}/accounts/{period}.xlsx": "downloadAccounts",
    "GET clubs/{slug}/accounts/{period}/": "getAccounts",
    "GET clubs/{slug}/files/{name}.{ending}": "downloadClubFile",
    "GET clubs/{slug}/files/ratings.{ending}": "downloadRatings",
    "GET clubs/{slug}/files/register.{ending}": "downloadRegister",
    "GET clubs/{slug}/letters/{key}.pdf": "downloadLetters",
    "GET clubs/{slug}/letters/{key}/": "getLetters",
    "GET tournaments/{code}/files/{file}.{ending}": "downloadTournamentFile",
    "GET tournaments/{code}/papers/{paper}.pdf": "downloadPaper",
    "POST clubs/{slug}/handover/": "prepareHandover",
    "POST clubs/{slug}/handover/archive/": "fetchHandover",
    "POST clubs/{slug}/register/": "createMember",
    "GET clubs/{slug}/register/": "listMembers",
    "GET clubs/{slug}/register/{person_id}/": "getMember",
    "PATCH clubs/{slug}/register/{person_id}/": "changeMember",
    "POST tournaments/{code}/archive/": "prepareArchive",
    "POST tournaments/{code}/choose-format/": "chooseFormat",
    "POST tournaments/{code}/scan/": "scanMembershipCard",
    "DELETE clubs/{slug}/officers/me/": "resignRoles",
    "GET clubs/{slug}/players/{person_id}/picture.png": "downloadPlayerPicture",
    "GET clubs/{slug}/seasons/{season_id}/picture.png": "downloadSeasonPicture",
    "GET tournaments/{code}/entries/{number}/picture.png": "downloadEntryPicture",
    "GET clubs/{slug}/receipts/{year}/{number}.pdf": "downloadReceipt",
    "GET clubs/{slug}/register/{person_id}/dossier.{kind}": "downloadDossier",
    "GET tournaments/{code}/rounds/{turn}/draw.json": "downloadDraw",
    "POST clubs/{slug}/articles/usual/": "addUsualArticles",
    "POST clubs/{slug}/receipts/letters/": "sendReceipts",
    "POST clubs/{slug}/receipts/letters/preview/": "previewReceiptLetters",
    "POST clubs/{slug}/membership-requests/admit/": "admitMembers",
    "POST clubs/{slug}/membership-requests/refuse/": "refuseMembershipRequests",
    "POST clubs/{slug}/reminders/": "sendReminders",
    "POST clubs/{slug}/reminders/preview/": "previewReminders",
    "POST clubs/{slug}/years/{year_id}/cards.pdf": "makeCards",
    "POST tournaments/{code}/cash/dues/": "takeDues",
    "POST tournaments/{code}/cash/lines/": "createCashLine",
    "DELETE tournaments/{code}/cash/lines/{number}/": "deleteCashLine",
    "GET clubs/{slug}/duplicates/{first_id}/{second_id}/": "compareDuplicates",
    "POST clubs/{slug}/duplicates/{first_id}/{second_id}/join/": "joinDuplicates",
    "POST clubs/{slug}/duplicates/{first_id}/{second_id}/tell-apart/": "tellApartDuplicates",
    "GET clubs/{slug}/players/{person_id}/files/{player_file}.{ending}": "downloadPlayerFile",
    "GET clubs/{slug}/seasons/{season_id}/files/{file}.{ending}": "downloadSeasonFile",
    "GET tournaments/{code}/entries/{number}/files/deals.{ending}": "downloadEntryDeals",
    "GET tournaments/{code}/rounds/{turn}/files/{file}.{ending}": "downloadRoundFile",
    "GET tournaments/{code}/rounds/{turn}/papers/sheets.pdf": "downloadSheets",
    "GET clubs/{slug}/players/{person_id}/against/{other_id}/files/meetings.{ending}": "downloadMeetings",
    "POST clubs/{slug}/invitations/{invitation_id}/again/": "sendInvitationAgain",
    "POST clubs/{slug}/letters/{letter_id}/returned/": "noteReturnedLetter",
    "POST clubs/{slug}/memberships/{membership_id}/category/": "changeMembershipCategory",
    "POST clubs/{slug}/memberships/{membership_id}/mistake/": "markMembershipMistaken",
    "POST clubs/{slug}/memberships/{membership_id}/undo-mistake/": "undoMembershipMistake",
    "POST clubs/{slug}/memberships/{membership_id}/undo-end/": "undoMembershipEnd",
    "POST clubs/{slug}/register/many/category/": "changeManyCategories",
    "POST clubs/{slug}/register/many/consents/": "createManyConsents",
    "POST clubs/{slug}/register/{person_id}/consents/": "createConsent",
    "POST clubs/{slug}/register/{person_id}/erasure/": "erasePerson",
    "GET clubs/{slug}/register/{person_id}/erasure/": "previewErasure",
    "POST clubs/{slug}/register/{person_id}/own-page/": "createOwnPage",
    "DELETE clubs/{slug}/register/{person_id}/own-page/": "endOwnPage",
    "GET clubs/{slug}/register/{person_id}/own-page/": "getOwnPage",
    "POST clubs/{slug}/register/{person_id}/own-page/letters/": "sendOwnPage",
    "POST clubs/{slug}/seasons/{season_id}/final/": "createSeasonFinal",
    "POST tournaments/{code}/entries/{number}/fee/": "payEntryFee",
    "POST tournaments/{code}/entries/{number}/phone/": "renewEntryCode",
    "GET clubs/{slug}/players/{person_id}/against/{other_id}/": "comparePlayers",
    "GET tournaments/{code}/entries/{number}/against/{other}/": "compareEntries",
    "POST clubs/{slug}/years/{year_id}/amounts/preview/": "previewAmounts",
    "POST clubs/{slug}/years/{year_id}/dues/{person_id}/amount/": "changeDuesAmount",
    "POST clubs/{slug}/years/{year_id}/dues/{person_id}/cancellation/": "cancelDues",
    "POST clubs/{slug}/years/{year_id}/dues/{person_id}/category/": "changeDuesCategory",
    "POST clubs/{slug}/years/{year_id}/dues/{person_id}/exemption/": "exemptFromDues",
    "POST clubs/{slug}/years/{year_id}/dues/{person_id}/not-paid/": "markDuesNotPaid",
    "POST clubs/{slug}/years/{year_id}/dues/{person_id}/restoration/": "restoreDues",
    "POST tournaments/{code}/rounds/{turn}/tables/{table}/withdrawal/": "withdrawAtTable",
    "DELETE tournaments/{code}/rounds/{turn}/tables/{table}/call/": "endCall",
    "POST tournaments/{code}/rounds/{turn}/tables/{table}/call/": "callReferee",
    "POST clubs/{slug}/years/{year_id}/renewals/": "renewMembers",
    "DELETE clubs/{slug}/years/{year_id}/renewals/{renewal}/": "undoRenewal",
    "POST clubs/{slug}/assemblies/{assembly_id}/convocation/": "callAssembly",
    "POST clubs/{slug}/assemblies/{assembly_id}/convocation/delivered/": "noteDeliveredConvocation",
    "GET clubs/{slug}/assemblies/{assembly_id}/convocation/letters.pdf": "downloadConvocationLetters",
    "GET clubs/{slug}/assemblies/{assembly_id}/minutes.pdf": "downloadMinutes",
    "GET clubs/{slug}/assemblies/{assembly_id}/minutes/": "getMinutes",
    "PUT clubs/{slug}/assemblies/{assembly_id}/minutes/": "writeMinutes",
    "POST clubs/{slug}/assemblies/{assembly_id}/minutes/approve/": "approveMinutes",
    "GET clubs/{slug}/assemblies/{assembly_id}/minutes/versions/{number}/": "getMinutesVersion",
    "GET clubs/{slug}/assemblies/{assembly_id}/sheet.pdf": "downloadAssemblySheet",
    "GET clubs/{slug}/imports/{import_id}/rows/{number}/": "getImportRow",
    "PATCH clubs/{slug}/imports/{import_id}/rows/{number}/": "changeImportRow",
    "GET clubs/{slug}/assemblies/rules/": "getVotingRules",
    "PATCH clubs/{slug}/assemblies/rules/": "changeVotingRules",
}
VERBS: Final = {"GET": "get", "PUT": "set", "PATCH": "change", "DELETE": "delete"}
IRREGULAR: Final = {
    "minutes": "minutes",
    "people": "person",
    "dues": "dues",
    "cash": "cash",
    "series": "series",
    "me": "me",
}


def names(operations: Iterable[tuple[str, str, bool]]) -> dict[tuple[str, str], str]:
    """Returns the name of each operation, given as method, address below `/api/v1/`, and whether it lists.

    If two operations would have one name, words of the longer address are added to its name.
    """
    named: dict[tuple[str, str], str] = {}
    for method, address, lists in sorted(operations, key=lambda each: (each[1].count("/"), each)):
        name = GIVEN.get(f"{method} {address}") or _name(method, address, lists=lists)
        owners = _owners(address)
        while name in named.values() and owners:
            name += f"Of{_singular(owners.pop())}"
        named[method, address] = name
    return named


def _name(method: str, address: str, *, lists: bool) -> str:
    *owners, subject = _statics(address)
    owner = _singular(owners[-1]) if owners else ""
    is_one = address.rstrip("/").endswith("}")
    if "." in address.rsplit("/", 1)[-1]:
        verb = "download" if method == "GET" else "make"
        return verb + owner + _pascal(subject)
    if method == "POST" and not is_one and subject.endswith("s") and subject not in IRREGULAR:
        return f"create{_singular(subject)}"
    if method == "POST":
        action = _pascal(subject)
        return action[:1].lower() + action[1:] + owner
    if is_one:
        return VERBS[method] + _singular(subject)
    verb = "list" if lists else VERBS[method]
    return verb + (owner if owner != "Club" else "") + _pascal(subject)


def _statics(address: str) -> list[str]:
    """Returns the fixed words of the address, without its variables; "file" for a file of variable name."""
    words = []
    for part in address.strip("/").split("/"):
        fixed = part.replace("}.{", "}{")
        while "{" in fixed:
            before, _brace, after = fixed.partition("{")
            fixed = before + after.partition("}")[2]
        if fixed.strip("."):
            words.append(fixed.strip(".").replace(".", "-"))
        elif "." in part:
            words.append("file")
    return words


def _owners(address: str) -> list[str]:
    return [each for each in _statics(address)[:-1] if each != "files"]


def _singular(word: str) -> str:
    if word in IRREGULAR:
        return _pascal(IRREGULAR[word])
    if word.endswith("ies"):
        return _pascal(f"{word[:-3]}y")
    return _pascal(word[:-1] if word.endswith("s") and not word.endswith("ss") else word)


def _pascal(word: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in word.split("-"))
