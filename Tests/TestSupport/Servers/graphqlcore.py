"""A GraphQL server on loopback made of graphql-core and the library `websockets`, as many servers are. It says the port of its
HTTP on the first line of its output, `ws PORT` on the second, then a line for each operation."""

import sys

# The folder of the sources stays as it is.
sys.dont_write_bytecode = True
# The library graphql is meant, not graphql.py beside this file.
del sys.path[0]

import asyncio
import inspect
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import graphql
import websockets

SCHEMA = """
"What can be asked."
type Query {
  hello(name: String! = "you"): String!
  "Fails, always."
  broken: Int
  users(first: Int = 2, role: Role): [User!]!
}
type Subscription { count(to: Int!): Int! }
interface Node { id: ID! }
type User implements Node { id: ID! name: String role: Role! }
enum Role { ADMIN GUEST @deprecated(reason: "Nobody is.") }
input Unused { a: Int = 1, b: [String!] }
"""


def say(text):
    print(text, flush=True)


def broken(*_):
    raise ValueError("it is broken")


async def count(_, __, to):
    for number in range(1, to + 1):
        yield {"count": number}


def make():
    schema = graphql.build_schema(SCHEMA)
    people = [{"id": "1", "name": "Ada", "role": "ADMIN"}, {"id": "2", "name": None, "role": "GUEST"}]
    fields = schema.query_type.fields
    fields["hello"].resolve = lambda *_, name: f"Hello {name}"
    fields["broken"].resolve = broken
    fields["users"].resolve = lambda *_, first, role=None: [
        one for one in people if role in (None, one["role"])
    ][:first]
    schema.subscription_type.fields["count"].subscribe = count
    return schema


SERVED = make()


def told(result):
    made = {"data": result.data}
    if result.errors:
        made["errors"] = [error.formatted for error in result.errors]
    return made


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        say(f"POST {asked.get('operationName')}")
        result = graphql.graphql_sync(
            SERVED, asked["query"], variable_values=asked.get("variables"), operation_name=asked.get("operationName")
        )
        body = json.dumps(told(result)).encode()
        self.send_response(400 if result.data is None else 200)
        self.send_header("Content-Type", "application/graphql-response+json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


async def results(asked):
    """Of a subscription many, of everything else one; what is refused, as one with errors and no data."""
    document = graphql.parse(asked["query"])
    faults = graphql.validate(SERVED, document)
    if faults:
        yield graphql.ExecutionResult(data=None, errors=faults)
        return
    values, name = asked.get("variables"), asked.get("operationName")
    operation = graphql.get_operation_ast(document, name)
    if operation is None or operation.operation != graphql.OperationType.SUBSCRIPTION:
        yield graphql.execute(SERVED, document, variable_values=values, operation_name=name)
        return
    stream = graphql.subscribe(SERVED, document, variable_values=values, operation_name=name)
    if inspect.isawaitable(stream):
        stream = await stream
    if isinstance(stream, graphql.ExecutionResult):
        yield stream
        return
    async for result in stream:
        yield result


async def talk(connection, *_):
    async def write(**message):
        await connection.send(json.dumps(message))

    try:
        async for text in connection:
            message = json.loads(text)
            if message["type"] == "connection_init":
                await write(type="connection_ack", payload={"init": message.get("payload")})
            elif message["type"] == "subscribe":
                say(f"subscribe {message['payload'].get('operationName')}")
                identifier = message["id"]
                async for result in results(message["payload"]):
                    if result.data is None and result.errors:
                        await write(type="error", id=identifier, payload=told(result)["errors"])
                        break
                    await write(type="next", id=identifier, payload=told(result))
                else:
                    await write(type="complete", id=identifier)
            elif message["type"] == "complete":
                say("complete")
    except websockets.exceptions.ConnectionClosed:
        pass
    say(f"closed {connection.close_code}")


async def main():
    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=http.serve_forever, daemon=True).start()
    async with websockets.serve(talk, "127.0.0.1", 0, subprotocols=["graphql-transport-ws"]) as server:
        sockets = getattr(server, "sockets", None) or server.server.sockets
        say(f"{http.server_port}\nws {sockets[0].getsockname()[1]}")
        await asyncio.Future()


asyncio.run(main())
