import Terminal
import Testing
import Workspaces

@testable import Explorer

/// The box with the services of a gRPC server.
@Suite struct ServicesTests {
  private func reads(_ journey: Journey, fetches: Bool) -> Int {
    journey.effects.count {
      if case .transfer(.readSchema(_, _, _, fetches: fetches)) = $0 { true } else { false }
    }
  }

  @Test func `Stored types are read with the request, and fetched only on opening the pane or on request.`() throws {
    var journey = try CallSamples.opened(knowsTypes: false)
    #expect(reads(journey, fetches: false) == 1 && reads(journey, fetches: true) == 0)
    journey.apply(.services(.arrived(.file(CallSamples.path), .absent("not fetched yet"))))
    #expect(reads(journey, fetches: true) == 0)
    journey.go("S")
    #expect(reads(journey, fetches: true) == 1 && journey.text.contains("Fetching the services"))
    journey.apply(.services(.arrived(.file(CallSamples.path), .failed("h:1 did not list its services"))))
    #expect(journey.text.contains("No services: h:1 did not list its services"))
    journey.go("r")
    #expect(reads(journey, fetches: true) == 2)
    journey.apply(.services(.arrived(.file(CallSamples.path), .known(try CallSamples.types()))))
    #expect(journey.text.contains("shop.Shelf") && journey.text.contains("3 methods"))
    journey.go("esc")
    #expect(journey.state.overlay == nil && journey.state.services == nil)
  }

  @Test func `Another server has other types.`() throws {
    var journey = try CallSamples.opened()
    let before = reads(journey, fetches: false)
    journey.go("ctrl-l end ‹x›")
    #expect(reads(journey, fetches: false) == before)
    var other = journey.draft
    other.url = "grpc://other:2"
    journey.go("esc")
    journey.apply(.request(.replaced(other), of: .file(CallSamples.path)))
    #expect(reads(journey, fetches: false) == before + 1)
  }

  @Test func `Choosing a method sets it and fills in its message; undo restores the former one.`() throws {
    var journey = try CallSamples.opened()
    journey.go("S")
    #expect(journey.text.contains("Get  (Key) → Item") && journey.text.contains("Talk  (stream Item) → stream Item"))
    journey.go("down enter")
    #expect(journey.state.overlay == nil && journey.draft.method == "/shop.Shelf/Put")
    #expect(journey.draft.conversation.call.methodType == "unary")
    let message = journey.draft.conversation.messages[0].data
    #expect(message.contains("displayName") && message.contains("\"NEW\"") && message.contains("key"), "\(message)")
    #expect(journey.text.contains("grpc://h:1/shop.Shelf/Put"))
    journey.go("u")
    #expect(journey.draft == CallSamples.definition())
  }

  @Test func `The help begins with the keys of the services.`() throws {
    var journey = try CallSamples.opened(columns: 200, rows: 60)
    journey.go("S ?")
    #expect(
      journey.text.contains("What you can do now, in the services") && journey.text.contains("Call the method"),
      "\(journey.text)")
  }

  @Test func `In a wide window the services are beside the message, which a chosen method fills in.`() throws {
    var journey = try CallSamples.opened(columns: 200, rows: 60)
    journey.go("S")
    #expect(journey.text.contains("Get  (Key) → Item") && journey.text.contains("\"id\": 1"), "\(journey.text)")
    journey.go("down enter")
    #expect(journey.state.overlay == nil && journey.state.services != nil && journey.state.focus == .request)
    #expect(journey.text.contains("displayName") && journey.text.contains("Get  (Key) → Item"), "\(journey.text)")
    journey.go("S esc")
    #expect(journey.state.services == nil && !journey.text.contains("Get  (Key) → Item"))
  }

  @Test func `Tab moves between the services and the answer, and a number selects a tab of the request.`() throws {
    var journey = try CallSamples.opened(columns: 200, rows: 60)
    journey.go("S tab")
    #expect(journey.state.overlay == nil && journey.state.focus == .response)
    journey.go("⇧Tab")
    #expect(journey.state.overlay == .services)
    journey.go("2")
    #expect(journey.state.overlay == nil && journey.state.focus == .request && journey.state.services != nil)
  }

  @Test func `A message that fits another method is kept.`() throws {
    var journey = try CallSamples.opened(CallSamples.definition(#"{"id": 7}"#))
    journey.go("S enter")
    #expect(journey.draft.conversation.messages[0].data == #"{"id": 7}"#)
  }

  @Test func `The tree shows the fields and values of the messages with their descriptions.`() throws {
    var journey = try CallSamples.opened()
    journey.go("S down")
    #expect(journey.text.contains("/shop.Shelf/Put") && journey.text.contains("One message each way."))
    journey.go("right down right")
    #expect(journey.text.contains("takes  shop.Item") && journey.text.contains("displayName  string"))
    journey.go("down down right")
    #expect(journey.text.contains("SOLD  1") && journey.text.contains("shop.Item.state: shop.State, number 2"))
    journey.go("left left left")
    #expect(!journey.text.contains("SOLD"))
  }

  @Test func `A search finds methods, messages and fields by their names.`() throws {
    var journey = try CallSamples.opened()
    journey.go("S / ‹display›")
    #expect(journey.text.contains("shop.Item.display_name  string"))
    journey.go("esc / ‹talk› enter")
    #expect(journey.draft.method == "/shop.Shelf/Talk")
    #expect(journey.draft.conversation.call.methodType == "bidi-streaming")
  }

  @Test func `The message is filled in without the pane, but not without types.`() throws {
    var journey = try CallSamples.opened(CallSamples.definition(""))
    journey.apply(.schema(.variablesRequested))
    #expect(journey.draft.conversation.messages[0].data.contains("\"id\""))
    journey = try CallSamples.opened(CallSamples.definition(""), knowsTypes: false)
    journey.apply(.services(.arrived(.file(CallSamples.path), .absent("not fetched yet"))))
    journey.apply(.schema(.variablesRequested))
    #expect(journey.draft == CallSamples.definition("") && journey.footer.contains("types"))
  }

  @Test(arguments: [(20, 5), (30, 10), (72, 20), (80, 24), (200, 60)])
  func `The services are drawn at any size.`(columns: Int, rows: Int) throws {
    var journey = try CallSamples.opened(columns: columns, rows: rows)
    journey.go("S down right")
    #expect(rows < 20 || journey.text.contains("shop.Shelf"))
  }
}
