import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Keys without a command") struct UnusedKeyTests {
  private func said(_ key: Key, _ prepare: (inout Journey) -> Void = { _ in }) -> String? {
    var journey = Journey()
    prepare(&journey)
    journey.press(key)
    return journey.state.message?.text
  }

  @Test("A key without a command here names the places and the command elsewhere")
  func elsewhere() throws {
    for (context, key) in [(Context.tree, Key.character("a")), (.tree, .character("=")), (.tree, .character("t"))] {
      let table = CommandTable()
      try #require(table.command(for: key, in: context) == nil && table.records.contains { $0.keys.contains(key) })
      let text = try #require(said(key))
      #expect(text.hasPrefix("\(key.name) works "), "\(text)")
    }
  }

  @Test("Several places are listed")
  func places() {
    #expect(ContextSet([.tree]).words == "the tree")
    #expect(ContextSet([.tree, .history]).words == "the tree and the history")
    #expect(Context.request.union([.tree, .cookies]).words == "the request, the tree and the cookies")
  }

  @Test("A key without any command points to the list of keys; Esc stays silent")
  func nowhere() {
    #expect(said(.character("ö")) == "ö does nothing: ? shows the keys, : finds every command")
    #expect(said(Key(.function(11))) == "F11 does nothing: ? shows the keys, : finds every command")
    #expect(said(.escape) == nil)
  }

  @Test("The number of a missing tab reports the number of tabs or where tabs are")
  func tabs() {
    #expect(said(.character("5")) == "5 chooses a tab of the request or the response")
    #expect(said(.character("0")) { $0 = Journey.request() } == "This pane has 9 tabs")
  }

  @Test("Every key pressed in a context without its command names a place or is deliberately silent")
  func everyKey() {
    let table = CommandTable()
    for key in Set(table.records.flatMap(\.keys)) {
      guard case .character = key.code, key != .character(" ") else { continue }
      var state = Journey().state
      _ = state.explain(unused: key)
      let isListed = table.records.contains { $0.isListed && $0.keys.contains(key) }
      #expect(state.message?.text.contains(isListed ? " works " : " does nothing") == true, "\(key.name)")
    }
  }
}

@Suite("The order of a jump and of the palette") struct PickerOrderTests {
  private func request(_ name: String, _ url: String) -> Picker.Item {
    Picker.Item(id: name, title: "GET   \(name)  \(url)", name: name)
  }

  @Test("Exact names come first, then prefixes, words, and matches of method and URL")
  func jump() {
    var picker = Picker(
      "Jump", .jump,
      items: [
        request("Orders of a user", "/users/:id/orders"), request("Text in many scripts", "/text"),
        request("Status", "/get/user"), request("Get user", "/users/:id"), request("Get users", "/users"),
        request("Text", "/plain"),
      ])
    picker.field = TextField("get user")
    picker.filter()
    #expect(picker.found.prefix(2).map { picker.items[$0].id } == ["Get user", "Get users"])
    picker.field = TextField("text")
    picker.filter()
    #expect(picker.found.prefix(2).map { picker.items[$0].id } == ["Text", "Text in many scripts"])
  }

  @Test("The text after the names is aligned, unless a name is very long")
  func columns() throws {
    var journey = Journey(columns: 120, rows: 40)
    let long = String(repeating: "long ", count: 12)
    let items = [request("Get user", "/first"), request("Orders of a user", "/second"), request(long, "/third")]
    journey.apply(.overlay(.show(.picker(Picker("Jump", .jump, items: items)))))
    func column(_ text: String) throws -> Int {
      let line = try #require(journey.lines.first { $0.contains(text) })
      return line.distance(from: line.startIndex, to: try #require(line.firstIndex(of: "/")))
    }
    #expect(try column("/first") == column("/second"))
    #expect(try column("/third") > column("/second"))
    #expect(journey.text.contains("Orders of a user  /second"))
  }

  @Test("A command that does not apply to the screen says where it works")
  func elsewhere() {
    var journey = Journey(columns: 120, rows: 40)
    journey.keys(":")
    journey.type("delete an exch")
    #expect(journey.lines.contains { $0.contains("Delete an exchange") && $0.contains("Works in the history") })
  }

  @Test("Available commands come first, then the refused ones, the best match first")
  func palette() {
    var picker = Picker(
      "Commands", .palette,
      items: [
        Picker.Item(id: "a", title: "Send the request", refusal: "no"), Picker.Item(id: "b", title: "Send it later"),
        Picker.Item(id: "c", title: "Send", refusal: "no"), Picker.Item(id: "d", title: "Resend"),
      ])
    picker.field = TextField("send")
    picker.filter()
    #expect(picker.found.map { picker.items[$0].id } == ["b", "c", "a"])
  }
}
