"""How drf-spectacular writes the schema of the API: `SPECTACULAR_SETTINGS` of the settings."""

from typing import Any, Final

SCHEMA_SETTINGS: Final[dict[str, Any]] = {
    "TITLE": "Criccone",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    # Swagger's page has no inline scripts, so it must fetch the schema with a request of its own.
    "COMPONENT_SPLIT_REQUEST": True,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "ENUM_NAME_OVERRIDES": {
        "SideEnum": list("ABCDEF"),
        **{f"{way.title()}WayEnum": [way] for way in ("cards", "parts", "totals", "out", "match")},
        "AgreementEnum": "tournaments.models.Deal.Agreement",
        "CashKindEnum": "club.models.CashKind",
        "SwapKindEnum": ["entries", "tables", "dealer"],
        "CashByHandEnum": "tournaments.api.bodies.cash.KINDS",
        "MatchEndEnum": "tournaments.models.Tournament.Agreement",
        "RematchesEnum": "tournaments.models.Tournament.Rematches",
        "RematchesToComeEnum": ["none", "possible", "certain"],
        "WayEnum": "tournaments.models.Deal.Way",
        "RoundStateEnum": "tournaments.models.RoundState",
        "SimulationStateEnum": "tournaments.models.Simulation.State",
        "EndCauseEnum": "club.models.EndCause",
        "MeansEnum": "club.models.Means",
        "AssemblyCallEnum": "club.models.Assembly.Call",
        "ConsentHowEnum": "club.models.Consent.How",
        "DueStateEnum": "club.models.Due.State",
        "HandoverStateEnum": "club.models.Handover.State",
        "ImportStateEnum": "club.models.Import.State",
        "QuorumEnum": "club.models.Quorum",
        "AnsweredHowEnum": "club.web.forms.privacy.WAYS",
        "RoleKindEnum": "club.models.RoleKind",
        "LetterKindEnum": "club.models.MemberLetter.Kind",
        "ReceiptKindEnum": "club.models.Receipt.Kind",
        "CorrectionAnswerEnum": "club.models.DataRequest.Answer",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tournaments.api.schema.describe_operations",
    ],
}
