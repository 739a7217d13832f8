import Terminal
import Testing
import Workspaces

@testable import Explorer

/// Words that people type into the palette, and what must be among the first five results.
@Suite struct PaletteWordsTests {
  /// The typed words and the entry that is meant, with a request and its answer open.
  static let meant: [(typed: String, id: String)] = [
    // Sending
    ("send", "send"), ("run request", "send"), ("execute", "send"), ("run folder", "runFolder"),
    ("runner", "runFolder"),
    ("test suite", "runFolder"), ("batch", "runFolder"), ("stop", "cancel"), ("abort", "cancel"),
    ("cancel", "cancel"), ("open url", "openScratch"), ("websocket", "openScratch"), ("paste curl", "openScratch"),
    ("dry run", "previewWire"), ("preview", "previewWire"), ("resend", "resendToday"), ("replay", "resendToday"),
    ("environments compare", "sendUnderSeveral"), ("graphql", "schema"), ("introspection", "schema"),
    ("load test", "runTempo"), ("benchmark", "runTempo"), ("poll", "runUntil"), ("csv", "runFolder"),
    ("junit", "runReport"), ("parallel", "runMore"), ("rerun", "send"), ("send again", "send"),
    // Requests and files
    ("new request", "newRequest"), ("new", "newRequest"), ("create request", "newRequest"),
    ("new folder", "newFolder"), ("new collection", "newCollection"), ("add header", "addRow"),
    ("add parameter", "addRow"), ("duplicate", "duplicate"), ("clone", "duplicate"), ("rename", "rename"),
    ("move", "move"), ("delete", "delete"), ("remove", "delete"), ("save", "save"), ("undo", "undo"),
    ("discard", "discard"), ("revert", "discard"), ("reset", "discard"),
    ("redo", "redo"), ("sort", "order"), ("import", "import"), ("postman", "import"), ("swagger", "import"),
    ("openapi", "import"), ("insomnia", "import"), ("har", "export"), ("export", "export"), ("python", "export"),
    ("code", "export"), ("share", "copyAsCurl"), ("curl", "copyAsCurl"), ("copy as curl", "copyAsCurl"),
    ("copy", "copy"), ("clipboard", "copy"), ("paste", "newFromClipboard"), ("disable", "toggle"),
    // Parts of the request
    ("method", "chooseMethod"), ("post", "chooseMethod"), ("put", "chooseMethod"), ("patch", "chooseMethod"),
    ("url", "editURL"), ("address", "editURL"), ("multipart", "chooseBodyKind"), ("form", "chooseBodyKind"),
    ("upload", "chooseBodyKind"), ("file", "chooseBodyKind"), ("json", "chooseBodyKind"), ("xml", "chooseBodyKind"),
    ("body type", "chooseBodyKind"), ("urlencoded", "chooseBodyKind"), ("binary", "chooseBodyKind"),
    ("oauth", "chooseAuthentication"), ("bearer", "chooseAuthentication"), ("basic auth", "chooseAuthentication"),
    ("api key", "chooseAuthentication"), ("login", "chooseAuthentication"), ("password", "chooseAuthentication"),
    ("jwt", "chooseAuthentication"), ("digest", "chooseAuthentication"), ("auth", "place:request.Auth"),
    ("header", "place:request.Headers"), ("header", "addRow"), ("kind", "chooseBodyKind"),
    ("kind", "chooseAuthentication"),
    ("headers", "place:request.Headers"), ("params", "place:request.Params"), ("query", "place:request.Params"),
    ("body", "place:request.Body"), ("vars", "place:request.Vars"), ("tests", "place:request.Tests"),
    ("scripts", "place:request.Scripts"), ("javascript", "place:request.Scripts"),
    ("console", "place:response.Console"), ("run scripts again", "rerunScripts"),
    ("assertions", "place:request.Tests"), ("docs", "place:request.Docs"), ("description", "place:request.Docs"),
    ("options", "place:request.Options"), ("settings", "place:request.Options"), ("settings", "place:settings"),
    ("proxy", "place:request.Proxy"),
    ("socks", "place:request.Proxy"), ("client certificate", "place:request.Certificates"),
    ("mtls", "place:request.Certificates"), ("format", "formatBody"), ("prettify", "formatBody"),
    ("beautify", "formatBody"), ("editor", "editExternally"), ("vim", "editExternally"),
    // Options
    ("timeout", "place:option.timeout"), ("set timeout", "place:option.timeout"),
    ("redirect", "place:option.followRedirects"), ("follow redirects", "place:option.followRedirects"),
    ("max redirects", "place:option.maxRedirects"), ("verify", "place:option.verify"), ("ssl", "place:option.verify"),
    ("insecure", "place:option.verify"), ("self signed", "place:option.verify"), ("ca", "place:option.ca"),
    ("gzip", "place:option.acceptCompression"), ("compression", "place:option.acceptCompression"),
    ("retry", "place:option.retries"), ("rate limit", "place:option.retryAfter"), ("tls", "place:option.minTls"),
    ("encode", "place:option.encodeUrl"), ("size limit", "place:option.maximumBodySize"), ("tags", "place:option.tags"),
    ("condition", "place:option.if"),
    // The answer
    ("response headers", "place:response.Headers"), ("timing", "place:response.Timing"),
    ("duration", "place:response.Timing"), ("sent", "place:response.Sent"), ("raw", "cycleMode"),
    ("pretty", "cycleMode"), ("hex", "cycleMode"), ("jq", "filter"), ("jsonpath", "filter"), ("filter", "filter"),
    ("search", "search"), ("find", "search"), ("grep", "findInFiles"), ("table", "showTable"), ("wrap", "wrap"),
    ("fold", "fold"), ("collapse", "fold"), ("expand all", "foldAll"), ("diff", "compare"), ("compare", "compare"),
    ("download", "saveBody"), ("save response", "saveBody"), ("pipe", "pipe"), ("snapshot", "recordAnswer"),
    ("extract", "valueMenu"), ("assert", "assertValue"),
    // Environments, history, cookies
    ("new env", "place:newEnvironment"), ("create environment", "place:newEnvironment"),
    ("env", "chooseEnvironment"), ("staging", "chooseEnvironment"), ("edit env", "editEnvironment"),
    ("variables", "editEnvironment"), ("secret", "editEnvironment"), ("cookies", "cookies"), ("jar", "cookies"),
    ("clear cookies", "cookieClear"), ("history", "history"), ("recent", "history"), ("past", "history"),
    ("retention", "keepHistory"), ("clean history", "keepHistory"),
    // The window and the program
    ("theme", "chooseTheme"), ("dark", "chooseTheme"), ("light", "chooseTheme"), ("colour", "chooseTheme"),
    ("dark mode", "chooseTheme"), ("nord", "chooseTheme"), ("zoom", "zoom"), ("fullscreen", "zoom"),
    ("maximize", "zoom"), ("layout", "cycleLayout"), ("split", "cycleLayout"), ("sidebar", "widenTree"),
    ("help", "help"), ("keys", "help"), ("shortcuts", "help"), ("quit", "quit"), ("exit", "quit"),
    ("open folder", "openWorkspace"), ("workspace", "openWorkspace"), ("project", "openWorkspace"),
    ("demo", "openDemo"), ("go to request", "jump"), ("jump", "jump"), ("mouse", "place:setting.layout.mouse"),
    ("vim mode", "place:setting.editor.vim"), ("keymap", "place:setting.keys"),
    ("http2", "place:setting.send.httpVersion"), ("config", "place:settings"), ("preferences", "place:settings"),
    ("borders", "place:setting.layout.borders"), ("animation", "place:setting.layout.motion"),
    ("screen reader", "place:setting.accessibility.linear"),
  ]

  private func found(_ typed: String, in journey: Journey) -> [Picker.Item] {
    var picker = Picker.palette(for: journey.state)
    picker.field.paste(typed)
    picker.filter()
    return picker.found.map { picker.items[$0] }
  }

  @Test func `The words that people type find what they mean among the first five.`() {
    #expect(Self.meant.count >= 150)
    let journey = Journey.answered()
    for (typed, id) in Self.meant {
      let first = found(typed, in: journey).prefix(5).map(\.id)
      // What the open request cannot do comes last, and is still found.
      let last = found(typed, in: journey).first { $0.id == id }
      #expect(first.contains(id) || last?.refusal != nil, "\(typed): \(first), not \(id)")
    }
  }

  @Test func `The name of a command finds it first, even if it can do nothing.`() {
    for name in ["undo", "redo", "save", "delete", "history", "cookies", "import", "export", "copy", "help"] {
      for journey in [Journey(), Journey.answered()] { #expect(found(name, in: journey).first?.id == name) }
    }
    #expect(found("openapi", in: Journey.answered()).first?.id == "import")
  }

  @Test func `Nothing that cannot be done now stands before something that can.`() {
    for journey in [Journey(), Journey.answered()] {
      for (typed, _) in Self.meant {
        let refused = found(typed, in: journey).filter { $0.id != typed }.map { $0.refusal != nil }
        #expect(refused == refused.filter { !$0 } + refused.filter { $0 }, "\(typed)")
      }
    }
  }

  @Test func `Every line has a sentence, and every entry of the table is a command.`() {
    let picker = Picker.palette(for: Journey().state)
    for item in picker.items where !item.isJumpTarget {
      #expect(item.sentence.hasSuffix(".") && item.sentence.first?.isUppercase == true, "\(item.id): \(item.sentence)")
    }
    let names = Set(CommandTable().records.map(\.name))
    #expect(CommandWords.all.keys.filter { !names.contains($0) }.isEmpty)
  }

  @Test func `A few letters still find a title if no word has them.`() {
    #expect(found("zoompane", in: Journey.answered()).first?.id == "zoom")
    #expect(found("xqzv", in: Journey.answered()).isEmpty)
  }

  @Test func `Every tab, option and setting has its own line.`() {
    let ids = Set(Picker.palette(for: Journey.answered().state).items.map(\.id))
    for tab in RequestTab.allCases { #expect(ids.contains("place:request.\(tab.rawValue)")) }
    for tab in ResponseTab.allCases { #expect(ids.contains("place:response.\(tab.rawValue)")) }
    for setting in SettingKind.shown { #expect(ids.contains("place:option.\(setting.key)")) }
    for key in ConfigurationKey.all { #expect(ids.contains("place:setting.\(key.name)")) }
    #expect(PalettePlace.all.count == Set(PalettePlace.all.map(\.id)).count)
  }

  @Test func `An option of the palette opens its field in the Options tab.`() {
    var journey = Journey.answered()
    journey.go(": ‹timeout› enter")
    #expect(journey.state.focus == .request && journey.state.session?.editor.tab == .options)
    guard case .field(let field)? = journey.state.session?.editor.editing else {
      Issue.record("no field is edited")
      return
    }
    #expect(field.target == .field("timeout"))
  }

  @Test func `A tab of the palette opens in its pane.`() {
    var journey = Journey.answered()
    journey.go(": ‹auth tab› enter")
    #expect(journey.state.focus == .request && journey.state.session?.editor.tab == .auth)
    journey.go(": ‹timing› enter")
    #expect(journey.state.focus == .response && journey.state.session?.response.tab == .timing)
  }

  @Test func `A tab that only a collection has opens the settings of the collection.`() {
    var journey = Journey.answered()
    journey.forget()
    journey.go(": ‹proxy› enter")
    #expect(
      journey.effects.contains { if case .files(.loadSettings) = $0 { true } else { false } }, "\(journey.effects)")
  }

  @Test func `A setting of the palette opens the file of settings in the editor.`() {
    var journey = Journey()
    journey.go(": ‹layout.mouse› enter")
    #expect(journey.effects.contains(.system(.editSettings)))
  }
}
