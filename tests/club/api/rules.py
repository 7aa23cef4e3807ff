"""Who may use which operation of a club: read by `tests.criccone.test_every_address`, which asks them all."""

OWNER = {"owner"}
KEEP = {"secretary", "treasurer", "owner"}
PEOPLE = KEEP | {"organiser"}
OFFICERS = PEOPLE | {"referee"}
ALL = OFFICERS | {"player", "stranger", "nobody"}

GETS = {
    "person": PEOPLE, "all-people": PEOPLE,
    "register": KEEP, "register-person": KEEP, "person-history": KEEP, "notes": KEEP, "own-page": KEEP,
    # Its author and the owner alone.
    "note": OWNER,
    "categories": KEEP, "correction-requests": KEEP, "duplicates": KEEP, "comparison": KEEP,
    "membership-requests": KEEP, "membership": KEEP,
    "consents": KEEP, "person-dossier": KEEP, "person-erasure": OWNER, "erasures": KEEP,
    "people-to-ask": KEEP, "looks": OWNER, "retention": OWNER,
    "notice": ALL, "notice-file": ALL, "notices": ALL, "presentation": ALL, "club-picture": ALL,
    "publication": OWNER,
    "years": KEEP, "year": KEEP, "renewals": KEEP, "dues": KEEP, "due": KEEP, "arrears": KEEP,
    "reminder-text": KEEP, "letters": KEEP, "letters-file": KEEP,
    "receipts": KEEP, "receipt": KEEP, "receipt-file": KEEP, "association": OWNER, "cards": KEEP,
    "lists": KEEP, "list-file": KEEP, "register-file": KEEP, "handover": OWNER,
    "officers": OWNER, "role-history": OWNER, "invitations": OWNER,
    "imports": KEEP, "import": KEEP, "import-columns": KEEP, "import-rows": KEEP, "import-row": KEEP,
    "import-problems": KEEP,
    "assemblies": KEEP, "assembly": KEEP, "voting-rules": OWNER, "convocation": KEEP,
    "convocation-letters": KEEP, "convocation-file": KEEP, "convocation-proof": KEEP, "assembly-sheet": KEEP,
    "attendances": KEEP, "minutes": KEEP, "minutes-version": KEEP, "minutes-file": KEEP,
}  # fmt: skip
POSTS = {
    "register": KEEP, "register-category": KEEP, "register-consents": KEEP, "notes": KEEP,
    "own-page": KEEP, "own-page-letters": KEEP, "categories": KEEP, "correction-answer": KEEP,
    "join": KEEP, "tell-apart": KEEP,
    "membership-requests": KEEP, "admit": KEEP, "refuse": KEEP, "membership-end": KEEP,
    "membership-undo-end": KEEP, "membership-mistake": KEEP, "membership-undo-mistake": KEEP,
    "membership-category": KEEP,
    "consents": KEEP, "person-erasure": OWNER, "notices": KEEP,
    "years": KEEP, "year-close": KEEP, "year-reopen": KEEP, "year-amounts-preview": KEEP, "renewals": KEEP,
    "due-payments": KEEP, "due-amount": KEEP, "due-exemption": KEEP, "due-category": KEEP,
    "due-cancellation": KEEP, "due-restoration": KEEP, "due-not-paid": KEEP,
    "reminders": KEEP, "reminders-preview": KEEP, "letter-returned": KEEP,
    "receipts": KEEP, "receipts-file": KEEP, "receipt-letters": KEEP, "receipt-letters-preview": KEEP,
    "receipt-cancel": KEEP, "cards-file": KEEP, "card-void": KEEP,
    "handover": OWNER, "handover-file": OWNER, "invitations": OWNER, "invitation-again": OWNER,
    "imports": KEEP, "import-write": KEEP, "import-undo": KEEP,
    "assemblies": KEEP, "convocation": KEEP, "convocation-delivered": KEEP, "attendances": KEEP,
    "assembly-open": KEEP, "minutes-approve": KEEP,
}  # fmt: skip
OTHERS = {
    ("patch", "person"): PEOPLE,
    ("patch", "register-person"): KEEP, ("put", "category"): KEEP, ("put", "note"): OWNER,
    ("delete", "note"): OWNER, ("delete", "own-page"): KEEP, ("patch", "membership"): KEEP,
    ("put", "guardian"): KEEP, ("patch", "retention"): OWNER, ("patch", "publication"): OWNER,
    ("patch", "presentation"): OWNER, ("put", "club-picture"): OWNER, ("delete", "club-picture"): OWNER,
    ("put", "year-amounts"): KEEP, ("delete", "renewal"): KEEP, ("put", "due"): KEEP,
    ("patch", "reminder-text"): KEEP, ("patch", "association"): OWNER,
    ("put", "officer"): OWNER, ("delete", "own-roles"): OFFICERS, ("put", "second-factor"): OWNER,
    ("delete", "invitation"): OWNER,
    ("delete", "import"): KEEP, ("put", "import-reading"): KEEP, ("put", "import-columns"): KEEP,
    ("patch", "import-row"): KEEP,
    ("patch", "assembly"): KEEP, ("delete", "assembly"): KEEP, ("patch", "voting-rules"): OWNER,
    ("delete", "attendance"): KEEP, ("put", "minutes"): KEEP,
}  # fmt: skip
