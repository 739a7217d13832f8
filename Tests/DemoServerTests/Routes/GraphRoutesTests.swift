import Basics
import GraphQL
import Testing

@testable import DemoServer

@Suite struct GraphRoutesTests {
  private func ask(_ query: String, _ variables: String = "{}", in store: Store = Store()) async -> JSONValue {
    do throws(GraphFault) {
      // A variable that is not JSON is a mistake in the test.
      let values = (try? JSONValue(parsing: variables.utf8)) ?? .null
      let execution = try GraphService(store: store).execution(of: ["query": .string(query), "variables": values])
      return await execution.answer(on: .root(execution.operation.kind))
    } catch {
      return error.document
    }
  }

  @Test func `Introspection returns the schema.`() async throws {
    for query in IntrospectionQuery.allCases {
      let answer = await ask(query.text)
      #expect(answer["errors"] == nil, "\(answer.text.prefix(300))")
      let introspected = try GraphQLSchema(introspection: answer)
      let written = try GraphQLSchema(text: GraphText.schema)
      #expect(introspected.roots == written.roots && introspected.types.map(\.name) == written.types.map(\.name))
      #expect(introspected.type("User")?.fields.map(\.signature) == written.type("User")?.fields.map(\.signature))
      #expect(introspected.type("Query")?.field("people")?.deprecation == "Use `users`.")
      #expect(introspected.possibleTypes(of: try #require(introspected.type("Record"))) == ["User", "Order"])
    }
    #expect(
      await ask("{ __type(name: \"Item\") { name fields { name } } }")["data"]?["__type"]?["fields"]?.array?.count == 3)
  }

  @Test func `Fragments, directives, aliases and defaults follow the specification.`() async throws {
    let answer = await ask(
      """
      query Q($id: Int!, $no: Boolean = false) {
        who: user(id: $id) { ...F name @include(if: $no) orders(first: 1) { __typename } }
        users(first: 1, role: editor) { role }
      }
      fragment F on Record { id ... on User { email } }
      """, #"{"id": 1}"#)
    #expect(
      answer["data"]?.text
        == #"{"who":{"id":1,"email":"ada@example.com","orders":[{"__typename":"Order"}]},"users":[{"role":"editor"}]}"#)
    let found = await ask(
      "{ search(text: \"ada\", first: 1) { __typename ... on User { name } ... on Order { note } } }")
    #expect(found["data"]?["search"]?.array?.first?["name"] == "Ada Lovelace")
  }

  @Test func `Mutations change the records, and their errors are answers.`() async throws {
    let store = Store()
    let changed = await ask("mutation { setOrderStatus(id: 1, status: paid) { id status } }", in: store)
    #expect(changed["data"]?["setOrderStatus"]?["status"] == "paid")
    let made = await ask(
      "mutation M($in: UserInput!) { createUser(input: $in) { name role city } }",
      #"{"in": {"name": "Zoe", "email": "zoe@example.com"}}"#, in: store)
    #expect(made["data"]?["createUser"]?.text == #"{"name":"Zoe","role":"viewer","city":""}"#, "\(made.text)")
    let wrong = await ask("mutation { createUser(input: {name: \"Z\", email: \"zoe@example.com\"}) { id } }", in: store)
    #expect(wrong["errors"]?.array?.count == 1 && wrong["data"] == .null)
    #expect(await ask("query Q($id: Int!) { user(id: $id) { id } }")["errors"]?.array?.count == 1)
    #expect(await ask("{ a: user(id: 1) { id } } query B { users { id } }")["errors"] != nil)
  }

  @Test func `A subscription reports each matching change, and then ends.`() async throws {
    let store = Store()
    let service = GraphService(store: store)
    let query = "subscription { changed: orderChanged(status: paid) { id user { id } } }"
    let results = try await service.results(of: service.execution(of: ["query": .string(query)]))
    _ = await ask("mutation { setOrderStatus(id: 2, status: open) { id } }", in: store)
    _ = await ask("mutation { setOrderStatus(id: 3, status: paid) { id } }", in: store)
    var iterator = results.makeAsyncIterator()
    #expect(await iterator.next()?["data"]?["changed"]?["id"] == 3)
    let ticks = try await service.results(
      of: service.execution(of: ["query": "subscription { ticks(count: 3, interval: 0) { n of } }"]))
    var counted: [String] = []
    for await tick in ticks { counted.append(tick["data"]?["ticks"]?.text ?? "") }
    #expect(counted == [#"{"n":1,"of":3}"#, #"{"n":2,"of":3}"#, #"{"n":3,"of":3}"#])
  }

  @Test func `Over WebSocket, protocol violations have their close codes.`() throws {
    func talk() -> GraphTalk { GraphTalk(GraphService(store: Store())) { _ in } }
    func frame(_ text: String) -> ChatFrames.Frame { .init(isLast: true, opcode: 1, payload: Array(text.utf8)) }
    func said(_ bytes: [UInt8]) -> String { String(decoding: bytes.dropFirst(2), as: UTF8.self) }
    let start = frame(#"{"type":"connection_init"}"#)
    let subscribe = frame(#"{"type":"subscribe","id":"1","payload":{"query":"subscription { ticks { n } }"}}"#)
    let one = talk()
    #expect(said(one.answer(start)) == #"{"type":"connection_ack"}"#)
    #expect(said(one.answer(frame(#"{"type":"ping","payload":{"a":1}}"#))) == #"{"type":"pong","payload":{"a":1}}"#)
    #expect(
      said(one.answer(frame(#"{"type":"subscribe","id":"2","payload":{"query":"{ x }"}}"#))).contains("\"error\""))
    #expect(one.answer(subscribe).isEmpty)
    #expect(one.answer(subscribe) == ChatFrames.close(4409, "Subscriber for 1 already exists") && one.isOver)
    let twice = talk()
    _ = twice.answer(start)
    #expect(twice.answer(start) == ChatFrames.close(4429, "Too many initialisation requests"))
    #expect(talk().answer(subscribe) == ChatFrames.close(4401, "Unauthorized"))
    for text in ["no", "{}", #"{"type":"data"}"#] {
      #expect(talk().answer(frame(text)) == ChatFrames.close(4400, "Invalid message"))
    }
  }
}
