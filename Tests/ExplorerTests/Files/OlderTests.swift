import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Collections in the older format, and kinds that cannot be sent")
struct OlderTests {
  private static let path = "/w/demo/Old.bru"

  private func journey() -> Journey {
    var journey = Journey()
    var tree = Samples.workspace
    tree.collections[0].items = [.request(Samples.node("Old", Self.path, "Old", "GET"))]
    journey.apply(.files(.treeRefreshed(tree)))
    journey.open(RequestDefinition(name: "Old", url: "http://x"), path: Self.path)
    journey.forget()
    return journey
  }

  @Test("A request in the older format is read-only, and typing offers to convert the collection")
  func readOnly() {
    var journey = journey()
    #expect(journey.text.contains("older format: read-only"))
    journey.press(.control("l"))
    #expect(!journey.state.isEditingText)
    #expect(journey.text.contains("to the OpenCollection format"))
    journey.type("y")
    #expect(journey.effects == [.files(.convert(collection: Samples.root))])
  }

  @Test("A request in the older format can be sent")
  func sends() {
    var journey = journey()
    journey.press(.control("r"))
    #expect(!journey.sends.isEmpty)
  }

  @Test("The palette explains why a collection in the current format cannot be converted")
  func refusal() {
    #expect(Journey.request().state.refusal(of: ConversionCommands.convert) != nil)
    #expect(journey().state.refusal(of: ConversionCommands.convert) == nil)
  }

  @Test("WebSocket and gRPC requests are listed by kind, and refused with a message when sent")
  func unsupported() {
    var journey = Journey()
    var node = Samples.node("live", "/w/demo/Live.yml", "Live", "")
    node.kind = .unsupported("grpc")
    var tree = Samples.workspace
    tree.collections[0].items.append(.request(node))
    journey.apply(.files(.treeRefreshed(tree)))
    #expect(journey.text.contains("GRPC  Live"))
    journey.open(RequestDefinition(kind: .unsupported("grpc"), name: "Live"), path: node.path)
    journey.press(.control("r"))
    #expect(journey.footer.contains("but cannot send them"))
  }
}
