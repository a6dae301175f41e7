"""A whole shop in Python's standard library: lists its orders, verifies webhooks, marks each order paid exactly once.

    WEBHOOK_SECRET=whsec_... ORDERS_TOKEN=... python3 examples/shop.py    (PORT, 9000; SHOP_DB, shop.db)

Settings of the account: pending_orders_endpoint /orders, webhook_url and notification_endpoint_url /webhooks,
auth_type bearer with ORDERS_TOKEN as auth_token, and movements_removed among notification_events.
"""
import base64, hashlib, hmac, json, os, sqlite3, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
TOKEN = os.environ["ORDERS_TOKEN"]
DATABASE = os.environ.get("SHOP_DB", "shop.db")


def database() -> sqlite3.Connection:
    # Writers wait for each other: a transaction has the lock before it reads.
    return sqlite3.connect(DATABASE, timeout=10, isolation_level="IMMEDIATE")


def is_genuine(headers, raw_body: bytes) -> bool:
    names = "webhook-id", "webhook-timestamp", "webhook-signature"
    id, sent_at, signatures = (headers.get(name) or "" for name in names)
    if not (sent_at.isascii() and sent_at.isdigit()) or abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f"{id}.{sent_at}.".encode(errors="replace") + raw_body
    expected = b"v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    given = signatures.encode(errors="replace").split(b" ")
    return any(hmac.compare_digest(expected, one) for one in given)


def take(headers, body: dict) -> None:
    """All of an outcome and the note that it was taken, in one transaction."""
    event, sequence = headers["counterfoil-event"], int(headers.get("counterfoil-sequence") or 0)
    db = database()
    try:
        with db:
            if not db.execute("insert or ignore into seen (id) values (?)", [headers["webhook-id"]]).rowcount:
                return  # It came before.
            if event in ("matched", "ambiguous", "expired"):
                # A lower number is an older result that arrives late.
                db.execute(
                    "update orders set status = ?, sequence = ? where id = ? and sequence < ?",
                    [event, sequence, body["external_id"], sequence],
                )
            elif event == "movements_removed":
                # The bank took the payment back. A person looks before the goods leave; nothing is unpaid by itself.
                orders = {order for movement in body["data"]["movements"] for order in movement["orders"]}
                db.executemany("update orders set hold = 1 where id = ?", [[order] for order in orders])
    finally:
        db.close()


class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path != "/orders":
            return self.answer(404)
        given = (self.headers["authorization"] or "").encode(errors="replace")
        if not hmac.compare_digest(given, f"Bearer {TOKEN}".encode()):
            return self.answer(401)
        db = database()
        rows = db.execute("select id, amount, currency, name from orders where status not in ('matched', 'expired')")
        orders = [dict(zip(("external_id", "amount", "currency", "name"), row)) for row in rows]
        db.close()
        self.answer(200, json.dumps(orders).encode())

    def do_POST(self):
        raw_body = self.rfile.read(int(self.headers["content-length"] or 0))
        if self.path != "/webhooks":
            return self.answer(404)
        if not is_genuine(self.headers, raw_body):
            return self.answer(401)
        take(self.headers, json.loads(raw_body))
        self.answer(204)

    def answer(self, status: int, body: bytes = b""):
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    with database() as db:
        db.execute("create table if not exists seen (id text primary key)")
        db.execute(
            "create table if not exists orders (id text primary key, amount text, currency text, name text,"
            " status text default 'pending', sequence integer default 0, hold integer default 0)"
        )
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Shop)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
