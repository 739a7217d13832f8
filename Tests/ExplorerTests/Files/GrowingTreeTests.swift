import Foundation
import Interchange
import Terminal
import Testing
import Workspaces

@testable import Explorer

/// Listing a large workspace takes long. The part listed so far is shown and can be used.
@Suite struct GrowingTreeTests {
  private static let whole = {
    var tree = Samples.workspace
    tree.collections.append(
      CollectionNode(
        name: "Later", path: "/w/later",
        items: [.request(Samples.node("last", "/w/later/Last.yml", "Last", "GET"))]))
    tree.notices = [Notice(.warning, "/w/demo/orders", "cannot be listed")]
    return tree
  }()

  /// The first collection with only its first folder.
  private static let part = {
    var tree = Samples.workspace
    tree.collections[0].items = Array(tree.collections[0].items.prefix(1))
    return tree
  }()

  private static func journey(_ preferences: Preferences = Preferences()) -> Journey {
    var state = AppState(
      size: Size(columns: 100, rows: 30), workspace: WorkspaceTree(name: "demo", path: Samples.root), formats: .all,
      now: Samples.now)
    state.restore(preferences)
    var journey = Journey(state)
    journey.apply(.started)
    journey.apply(.history(.loaded(Samples.history)))
    journey.forget()
    return journey
  }

  @Test("A partial tree is marked as partial, and its requests can be opened")
  func showsPart() {
    var journey = Self.journey()
    journey.apply(.files(.treeGrew(Self.part)))
    #expect(journey.text.contains("loading… 3") && journey.text.contains("Users"))
    #expect(!journey.text.contains("Health") && !journey.text.contains("No collection yet"))
    #expect(journey.effects == [.environment(.load(collection: Samples.root))])
    journey.forget()
    journey.press(.down, .right, .down, .enter)
    #expect(journey.effects == [.files(.loadRequest(.file("/w/demo/users/List users.yml")))])
  }

  @Test("The whole tree replaces the parts, expands new collections and shows notices")
  func becomesWhole() {
    var journey = Self.journey()
    journey.apply(.files(.treeGrew(Self.part)))
    journey.press(.down)
    let selected = journey.state.tree.selected?.id
    journey.forget()
    journey.apply(.files(.treeLoaded(Self.whole)))
    #expect(journey.state.workspace == Self.whole)
    #expect(!journey.text.contains("loading…") && journey.text.contains("Health") && journey.text.contains("Last"))
    #expect(journey.footer.contains("cannot be listed"))
    #expect(journey.state.tree.selected?.id == selected && journey.effects.isEmpty)
  }

  @Test("A collection collapsed meanwhile stays collapsed")
  func staysClosed() {
    var journey = Self.journey()
    journey.apply(.files(.treeGrew(Self.part)))
    journey.press(.left)
    journey.apply(.files(.treeLoaded(Self.whole)))
    #expect(!journey.text.contains("Users") && journey.text.contains("Last"))
  }

  @Test("The request of the last run opens once when it is listed")
  func remembered() {
    var journey = Self.journey(Preferences(request: "/w/demo/Health.yml"))
    journey.apply(.files(.treeGrew(Self.part)))
    #expect(!journey.effects.contains { if case .files(.loadRequest) = $0 { true } else { false } })
    #expect(journey.state.preferences.request == "/w/demo/Health.yml")
    journey.forget()
    journey.apply(.files(.treeGrew(Samples.workspace)))
    #expect(journey.effects == [.files(.loadRequest(.file("/w/demo/Health.yml")))])
    #expect(journey.state.tree.selected?.id == .request("/w/demo/Health.yml"))
    journey.forget()
    journey.apply(.files(.treeLoaded(Self.whole)))
    #expect(journey.effects.isEmpty)
  }

  @Test("A cursor moved by the user stays when the request of the last run is listed")
  func movedCursor() {
    var journey = Self.journey(Preferences(request: "/w/demo/Health.yml"))
    journey.apply(.files(.treeGrew(Self.part)))
    journey.press(.down)
    let selected = journey.state.tree.selected?.id
    journey.forget()
    journey.apply(.files(.treeLoaded(Self.whole)))
    #expect(journey.state.tree.selected?.id == selected && journey.effects.isEmpty)
  }

  @Test("A name and Enter in the jump open a listed request immediately and others when they are listed")
  func jump() {
    var journey = Self.journey()
    journey.apply(.files(.treeGrew(Self.part)))
    journey.press(.control("g"))
    journey.type("Last")
    journey.press(.enter)
    #expect(journey.text.contains("Loading the list…") && !journey.text.contains("Nothing matches."))
    journey.forget()
    journey.apply(.files(.treeGrew(Samples.workspace)))
    #expect(journey.effects.isEmpty)
    journey.apply(.files(.treeLoaded(Self.whole)))
    #expect(journey.effects.contains(.files(.loadRequest(.file("/w/later/Last.yml")))))
    var other = Self.journey()
    other.apply(.files(.treeGrew(Self.part)))
    other.press(.control("g"))
    other.type("List users")
    other.press(.enter)
    #expect(other.effects.contains(.files(.loadRequest(.file("/w/demo/users/List users.yml")))))
  }

  @Test("A part that arrives after the whole tree changes nothing")
  func latePart() {
    var journey = Self.journey()
    journey.apply(.files(.treeLoaded(Self.whole)))
    let before = journey.state
    journey.apply(.files(.treeGrew(Self.part)))
    #expect(journey.state == before)
  }

  @Test("The cursor stays on the open request while the listing catches up with what is shown")
  func smallerPart() {
    var journey = Self.journey(Preferences(request: "/w/demo/Health.yml"))
    journey.apply(.files(.treeGrew(Samples.workspace)))
    journey.apply(.files(.treeGrew(Self.part)))
    #expect(journey.text.contains("Health"))
    journey.apply(.files(.treeLoaded(Self.whole)))
    #expect(journey.state.tree.selected?.id == .request("/w/demo/Health.yml"))
  }
}
