import Networking
import Sessions
import Terminal
import Testing
import Workspaces

@testable import Explorer

/// gRPC calls in the request pane.
@Suite struct CallEditingTests {
  private func messages(_ journey: Journey) -> [String] { journey.draft.conversation.messages.map(\.data) }

  @Test func `Server and method share one line, the message is JSON, and undo reverts edits.`() throws {
    var journey = try CallSamples.opened()
    #expect(journey.text.contains("gRPC ▾") && journey.text.contains("grpc://h:1/shop.Shelf/Get"))
    #expect(journey.text.contains("Metadata") && !journey.text.contains("Params"))
    journey.go("enter ctrl-end")
    #expect(journey.state.isEditingText)
    journey.go("backspace ‹, \"x\": 2}›")
    #expect(messages(journey) == [#"{"id": 1, "x": 2}"#])
    journey.go("esc u")
    #expect(messages(journey) == [#"{"id": 1}"#])
  }

  @Test func `The address is edited as a whole and keeps an equivalent spelling.`() throws {
    var journey = try CallSamples.opened()
    journey.go("ctrl-l end backspace backspace backspace ‹Put› enter")
    #expect(journey.draft.url == "grpc://h:1" && journey.draft.method == "/shop.Shelf/Put")
    #expect(journey.draft.conversation.call.methodType.isEmpty)
    journey.go("u")
    #expect(journey.draft == CallSamples.definition())
  }

  @Test func `Messages can be added, disabled, moved and deleted.`() throws {
    var journey = try CallSamples.opened()
    journey.go("a ‹{}› esc")
    #expect(messages(journey).count == 2 && journey.text.contains("message 1") && journey.text.contains("message 2"))
    #expect(messages(journey)[1].hasPrefix("{"))
    journey.go("space")
    #expect(journey.draft.conversation.messages.map(\.isSelected) == [true, false])
    journey.go("K")
    #expect(journey.draft.conversation.messages.map(\.name) == ["message 2", "message 1"])
    journey.go("right d")
    #expect(journey.draft.conversation.messages.map(\.name) == ["message 2", "message 1", "message 3"])
    journey.go("delete delete")
    #expect(journey.draft.conversation.messages.map(\.name) == ["message 2"])
    journey.go("u u u u u")
    #expect(messages(journey).count == 2)
  }

  @Test func `A message can be renamed to an unused name, and undo reverts it.`() throws {
    var journey = try CallSamples.opened()
    journey.go("a ‹{}› esc")
    #expect(journey.footer.contains("rename") || journey.text.contains("+ message"))
    journey.go("r")
    #expect(journey.text.contains("Name of the message"), "\(journey.text)")
    journey.go("ctrl-u ‹message 1› enter")
    #expect(journey.text.contains("Another message has this name"), "\(journey.text)")
    journey.go("ctrl-u enter")
    #expect(journey.text.contains("The name is empty"), "\(journey.text)")
    journey.go("‹the sold one› enter")
    #expect(journey.draft.conversation.messages.map(\.name) == ["message 1", "the sold one"])
    #expect(journey.text.contains("the sold one"))
    journey.go("u")
    #expect(journey.draft.conversation.messages.map(\.name) == ["message 1", "message 2"])
  }

  @Test func `The footer says that S shows the services of a call.`() throws {
    let journey = try CallSamples.opened(columns: 200)
    #expect(journey.footer.contains("services") && !journey.footer.contains("schema"), "\(journey.footer)")
  }

  @Test func `Completion offers the fields and values of the message's type.`() throws {
    var definition = CallSamples.definition("")
    definition.method = "/shop.Shelf/Put"
    var journey = try CallSamples.opened(definition)
    journey.go("enter ‹{ \"st›")
    #expect(journey.text.contains("state") && journey.text.contains("shop.State"), "\(journey.text)")
    journey.go("enter")
    #expect(messages(journey)[0].contains(#""state": "#), "\(messages(journey))")
    journey.go("‹\"so› enter")
    #expect(messages(journey)[0].contains(#""SOLD""#), "\(messages(journey))")
  }

  @Test(arguments: [
    (#"{"idd": 1}"#, "line 1, column 2", "shop.Key has no field"),
    ("{\n  \"id\": \"x\"\n}", "line 2, column 3", "expected"),
  ])
  func `Type errors in a message are reported in place.`(message: String, place: String, words: String) throws {
    let journey = try CallSamples.opened(CallSamples.definition(message))
    #expect(journey.text.contains(place) && journey.text.contains(words), "\(journey.text)")
  }

  @Test func `A message with variables is not checked, and a valid one has no fault.`() throws {
    for message in [#"{"idd": "{{x}}"}"#, #"{"id": 3}"#, ""] {
      #expect(try !CallSamples.opened(CallSamples.definition(message)).text.contains("line 1, column"))
    }
  }

  @Test func `A call opens on its message, where letters are commands.`() {
    var journey = Journey(columns: 120, rows: 40)
    journey.open(CallSamples.definition(), path: CallSamples.path)
    #expect(journey.editor.tab == .messages && !journey.editor.isOnURL)
    journey.type("e")
    #expect(journey.draft == CallSamples.definition() && !journey.state.isEditingText)
  }

  @Test func `The options are those of a call: deadline, types and connection.`() throws {
    var journey = try CallSamples.opened()
    journey.apply(.request(.tabChosen(.options)))
    #expect(journey.text.contains("Deadline (ms)") && journey.text.contains("Transport"))
    #expect(!journey.text.contains("Follow redirects"))
    let rows = journey.state.session?.fieldLines.map(\.id) ?? []
    journey.state.session?.editor.isOnURL = false
    journey.state.session?.editor.cursor.row = rows.firstIndex(of: "compresses") ?? 0
    journey.go("space")
    #expect(journey.draft.conversation.call.compresses)
    journey.state.session?.editor.cursor.row = rows.firstIndex(of: "carrier") ?? 0
    journey.go("space")
    #expect(journey.draft.conversation.call.carrier == .web)
    journey.state.session?.editor.cursor.row = rows.firstIndex(of: "protoFile") ?? 0
    journey.go("enter ‹a.proto› enter")
    #expect(journey.draft.conversation.call.protoFile == "a.proto")
  }

  @Test func `A typed gRPC address turns a new request into a call, with the text after it as message.`() {
    var journey = Journey(columns: 120, rows: 40)
    journey.state.program.sendableKinds.insert("grpc")
    journey.go("ctrl-o ‹grpcs://h/shop.Shelf/Get {\"id\": 2}›")
    journey.go("enter")
    #expect(journey.draft.kind == .grpc && journey.draft.address == "grpcs://h/shop.Shelf/Get")
    #expect(messages(journey) == [#"{"id": 2}"#] && journey.draft.shownName == "Get")
    let isSent = journey.effects.contains {
      if case .transfer(.send(_, _, let sent, _)) = $0 { sent.method == "/shop.Shelf/Get" } else { false }
    }
    #expect(isSent)
  }

  @Test(arguments: [
    ("https://h/v1/users", RequestDefinition.Kind.http), ("https://h/shop.Shelf/Put", .grpc), ("ws://h/", .webSocket),
    ("{{base_url}}/shop.Shelf/Put", .grpc),
  ])
  func `The kind of a request follows its address.`(address: String, kind: RequestDefinition.Kind) {
    var definition = CallSamples.definition()
    definition.setTypedAddress(address, from: CallSamples.definition())
    #expect(definition.kind == kind)
    if kind == .http { #expect(definition.method == "GET" && definition.url == address) }
  }

  @Test func `A call that accepts messages has a field for them until its input is ended.`() throws {
    var journey = try CallSamples.opened()
    journey.press(.control("r"))
    guard case .sending(let sending)? = journey.state.session?.response.phase else {
      Issue.record("nothing is sent")
      return
    }
    let key = RequestKey.file(CallSamples.path)
    #expect(!sending.takesInput)
    journey.apply(.response(.inputAnswered(send: sending.id, .listens(true)), of: key))
    journey.apply(.response(.transfer(send: sending.id, .state(.open)), of: key))
    #expect(journey.text.contains("json ❯"), "\(journey.text)")
    journey.press(.control("r"))
    // The cursor is on a saved message, which is sent.
    let isSaid = journey.effects.contains {
      if case .transfer(.say(_, _, let said)) = $0 { said.text.contains("id") } else { false }
    }
    #expect(isSaid)
    let reply = ConversationInput.Reply.refused("the message is not a shop.Key: x", message: 1)
    journey.apply(.response(.inputAnswered(send: sending.id, reply), of: key))
    #expect(journey.footer.contains("Not sent: the message is not a shop.Key"))
    journey.press(.alt("o"))
    #expect(journey.effects.contains { if case .transfer(.endInput(sending.id)) = $0 { true } else { false } })
    #expect(!journey.text.contains("json ❯"))
  }

  @Test(arguments: [(20, 5), (30, 10), (72, 20), (80, 24), (200, 60)])
  func `A call is drawn at any size.`(columns: Int, rows: Int) throws {
    var journey = try CallSamples.opened(columns: columns, rows: rows)
    for tab in RequestTab.tabs(of: journey.draft) { journey.apply(.request(.tabChosen(tab))) }
    journey.apply(.request(.tabChosen(.messages)))
    journey.go("a ‹{› esc")
    #expect(rows < 20 || journey.draft.conversation.messages.count == 2)
  }
}
