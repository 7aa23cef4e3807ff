"""Notices on the phone: the tap that switches them on, and the worker that shows them and opens the evening.

No browser here reaches the push service of its maker: the tests stand in for that service's answer to the
browser, and hand the message to the browser by its own protocol for developers. What the server sends is read
in `tests.tournaments.results.test_push`.
"""

import json
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from tests.service.installation import until
from tests.tournaments.results.push_service import Browser, base64
from tests.tournaments.web.tables.offline.conftest import NewPhone
from tests.tournaments.web.tables.offline.hand import open_kept
from tests.tournaments.web.tables.offline.network import PoorNetwork
from tests.tournaments.web.tables.offline.room import Sheet
from tests.tournaments.web.tables.offline.test_evening import PLAIN_HTTP

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("poor network")]

BUTTON = "[data-push-key]"
KEPT = "from tournaments.models import PushSubscription; print(PushSubscription.objects.count())"
SUBSCRIBES = """
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
const keys = { p256dh: bytes("%s"), auth: bytes("%s") };
let made = null;
PushManager.prototype.getSubscription = async () => made;
PushManager.prototype.subscribe = async (options) => made = {
    endpoint: "https://push.example.org/x",
    getKey: (name) => keys[name],
    options: { applicationServerKey: options.applicationServerKey.buffer },
};
"""

#: A tap on the notice that was shown; a window of this evening, or of none, is open.
TAPPED = """async () => {
    self.opened = [];
    WindowClient.prototype.focus = async function () {
        self.opened.push(`focused ${new URL(this.url).pathname}`);
    };
    self.clients.openWindow = async (url) => { self.opened.push(`opened ${url}`); };
    const [, options] = self.shown;
    const tap = new ExtendableEvent("notificationclick");
    tap.notification = { ...options, close() { self.opened.push("closed"); } };
    const work = [];
    tap.waitUntil = (one) => work.push(one);
    self.dispatchEvent(tap);
    await Promise.all(work);
    return self.opened;
}"""


def padded(content: bytes) -> str:
    text = base64(content).replace("-", "+").replace("_", "/")
    return text + "=" * (-len(text) % 4)


def test_a_tap_switches_them_on_and_another_off(new_phone: NewPhone, table: Sheet) -> None:
    browser = Browser()
    page = new_phone(without=SUBSCRIBES % (padded(browser.point), padded(browser.secret)))
    open_kept(page, replace(table, by_evening=True))
    button = page.locator(BUTTON)
    expect(button).to_have_attribute("aria-pressed", "false")
    before = int(table.here.run(KEPT))
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert int(table.here.run(KEPT)) == before + 1
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "false")
    assert int(table.here.run(KEPT)) == before


def test_over_plain_http_nobody_is_offered_them(new_phone: NewPhone, table: Sheet) -> None:
    page = new_phone(without=PLAIN_HTTP)
    open_kept(page, replace(table, by_evening=True))
    expect(page.locator("[data-evening-sound]")).to_be_visible()
    expect(page.locator(BUTTON)).to_be_hidden()


def test_the_worker_shows_the_notice_and_a_tap_leads_to_the_evening(
    phone: Page, network: PoorNetwork, table: Sheet
) -> None:
    table = replace(table, by_evening=True)
    open_kept(phone, table)
    [worker] = phone.context.service_workers
    # A browser without windows shows no notices: it may not even be asked.
    worker.evaluate(
        "registration.showNotification = async (...shown) => { self.shown = shown; }; self.shown = null"
    )
    session = phone.context.new_cdp_session(phone)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(
            each["registrationId"] for each in told["registrations"] if each["scopeURL"] == f"{network.url}/"
        ),
    )
    session.send("ServiceWorker.enable")
    until(lambda: phone.evaluate("1") and found, "the worker was never told of")
    message = {"title": "Torneo", "body": "Turno 1: il tuo tavolo è il 1.", "url": table.url(), "tag": "x"}
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": network.url, "registrationId": found[-1], "data": json.dumps(message)},
    )
    until(lambda: worker.evaluate("self.shown") is not None, "no notice was shown")
    title, options = worker.evaluate("self.shown")
    assert (title, options["body"], options["data"]["url"]) == (
        message["title"],
        message["body"],
        table.url(),
    )
    assert worker.evaluate(TAPPED) == ["closed", f"focused {table.url()}"]
    phone.goto("/impara/")
    assert worker.evaluate(TAPPED) == ["closed", f"opened {table.url()}"]
