import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Pending actions on a request being read") struct AwaitedRequestTests {
  private static let list = RequestKey.file("/w/demo/users/List users.yml")
  private static let getUser = RequestKey.file(Samples.getUserPath)
  private static let create = RequestKey.file("/w/demo/users/Create user.yml")

  /// Opens a request by name with the jump, which starts reading its file.
  private func jump(to name: String, _ journey: inout Journey) {
    journey.press(.control("g"))
    journey.type(name)
    journey.press(.enter)
  }

  private func loaded(_ key: RequestKey, _ journey: inout Journey) {
    let definition = RequestDefinition(name: "Any", method: "DELETE", url: "http://h/")
    journey.apply(.files(.requestLoaded(key, definition, id: nil, collection: Samples.root)))
    journey.apply(.files(.variablesLoaded(key, Samples.variables)))
  }

  @Test("A send requested while one request is being read does not send another")
  func otherRequest() {
    var journey = Journey()
    jump(to: "List", &journey)
    journey.press(.control("r"))
    jump(to: "Create", &journey)
    loaded(Self.create, &journey)
    #expect(journey.sends.isEmpty)
    // The send does not return when the first request is opened later.
    jump(to: "List", &journey)
    loaded(Self.list, &journey)
    #expect(journey.sends.isEmpty)
    journey.press(.control("r"))
    #expect(!journey.sends.isEmpty)
  }

  @Test("A send waiting for its request is performed")
  func same() {
    var journey = Journey()
    jump(to: "List", &journey)
    journey.press(.control("r"))
    loaded(Self.list, &journey)
    #expect(!journey.sends.isEmpty)
  }

  @Test("A request whose file is read twice keeps the send in between, and is not shown again")
  func twice() {
    var journey = Journey()
    jump(to: "Get user", &journey)
    jump(to: "Get user", &journey)
    loaded(Self.getUser, &journey)
    journey.press(.control("r"))
    #expect(journey.state.isSending)
    jump(to: "List", &journey)
    loaded(Self.list, &journey)
    // The second reading arrives.
    loaded(Self.getUser, &journey)
    #expect(journey.state.current == Self.list)
    #expect(journey.state.sessions[Self.getUser]?.isSending == true)
  }

  @Test("An exchange that could not be read for a resend is not sent when opened later")
  func unreadable() {
    var journey = Journey(columns: 120, rows: 40)
    journey.type("H")
    journey.apply(.history(.loaded(Samples.history)))
    journey.type("a")
    journey.apply(.files(.exchangeUnreadable(id: "2", .warning, "That exchange is no longer in the history")))
    #expect(journey.footer.contains("no longer in the history"))
    journey.type("Hg")
    journey.press(.enter)
    journey.apply(.files(.exchangeLoaded(id: "2", Samples.getUser, Samples.exchange())))
    #expect(journey.state.current == .history("2"))
    #expect(journey.sends.isEmpty)
  }

  @Test("A saved request that could not be read for a resend is not sent when opened later")
  func fromHistory() {
    var journey = Journey(columns: 120, rows: 40)
    journey.type("H")
    journey.apply(.history(.loaded(Samples.history)))
    journey.press(.alt("r"))
    jump(to: "Create", &journey)
    loaded(Self.create, &journey)
    jump(to: "Get user", &journey)
    loaded(Self.getUser, &journey)
    #expect(journey.state.current == Self.getUser)
    #expect(journey.sends.isEmpty)
  }
}
