import Foundation
import TestSupport
import Testing

/// `$EDITOR` takes over the text and the terminal, and returns both.
@Suite("Journeys: the external editor", .serialized) struct EditorJourneys {
  let server: NumberingServer
  let sample: Sample
  let home: TemporaryDirectory

  init() throws {
    server = try NumberingServer()
    sample = try Sample(
      url: server.url, requests: ["echo": Sample.request("POST", body: #"{"a": 1}"#, name: "Echo")])
    home = try TemporaryDirectory("home")
  }

  private func editor(_ script: String) throws -> [String: String] {
    let path = try home.writeProgram("editor", "#!/bin/sh\n\(script)\n")
    return ["EDITOR": "\(path) --wait", "TMPDIR": home.path]
  }

  @Test("A body is edited in the editor, which has the terminal meanwhile")
  func edited() throws {
    let script = """
      cp "$2" "$HOME/seen.json"
      stty -a > "$HOME/stty"
      printf 'on the screen of the editor\\r\\n'
      printf '{"from": "the editor"}\\n' > "$2"
      """
    let journey = try Journey(sample, home: home, environment: try editor(script))
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("3", see: #"{"a": 1}"#)
    try journey.type("\u{05}", see: #"{"from": "the editor"}"#)
    #expect(try home.readText("seen.json") == #"{"a": 1}"#)
    #expect(try home.readText("stty").contains(" icanon"))
    #expect(String(decoding: journey.terminal.output, as: UTF8.self).contains("on the screen of the editor"))
    #expect(!journey.screen.contains("on the screen of the editor"))
    try journey.see("● unsaved")
    try journey.type("\u{12}", see: "answer 1 of server")
    #expect(server.requests.first?.bodyText == #"{"from": "the editor"}"#)
    #expect(home.files().filter { $0.hasPrefix("apus-") } == [])
    try journey.type("u", see: #"{"a": 1}"#)
  }

  #if os(Linux)
  @Test("An editor receives interrupts, stops and resizes as if a shell had started it")
  func signals() throws {
    // Runs Python directly, because a shell would unblock the signals itself.
    let python = try #require(Tool.path("python3"), "python3 is what the set-up installs first")
    let lines = "[l for l in open('/proc/self/status') if l.startswith('SigBlk') or l.startswith('SigIgn')]"
    let script = "exec \(python) -c \"open('$HOME/signals', 'w').writelines(\(lines)); open('$2', 'w').write('seen')\""
    let journey = try Journey(sample, home: home, environment: try editor(script))
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("3", see: #"{"a": 1}"#)
    try journey.type("\u{05}", see: "seen")
    let signals = try home.readText("signals").split(separator: "\n").map { $0.split(separator: "\t")[1] }
    let numbers = try signals.map { try #require(UInt64($0, radix: 16)) }
    let bits = [SIGINT, SIGQUIT, SIGTSTP, SIGTERM, SIGHUP, SIGWINCH, SIGCHLD].map { UInt64(1) << UInt64($0 - 1) }
    for number in numbers { #expect(bits.allSatisfy { number & $0 == 0 }, "\(signals)") }
  }
  #endif

  @Test("A stopped editor stops Apus, and both continue together")
  func stopped() throws {
    let script = "printf 'one moment'; kill -STOP $$; echo after > \"$2\""
    let journey = try Journey(sample, home: home, underShell: true, environment: try editor(script))
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("3", see: #"{"a": 1}"#)
    try journey.type("\u{05}")
    #expect(journey.waitForStop())
    #expect(String(decoding: journey.terminal.output, as: UTF8.self).contains("one moment"))
    kill(journey.terminal.process, SIGCONT)
    try journey.see("after")
    try journey.see("● unsaved")
  }

  @Test("A failing or missing editor changes nothing and is reported")
  func failing() throws {
    let journey = try Journey(sample, home: home, environment: try editor("echo gone > \"$2\"; exit 3"))
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("3\u{05}", see: "status 3")
    try journey.see(#"{"a": 1}"#)
    let kept = try #require(home.files().first { $0.hasPrefix("apus-") })
    #expect(try home.readText(kept) == "gone\n" && journey.screen.contains(kept))
    let without = try Journey(sample, home: home, environment: ["EDITOR": "/no/such/editor"])
    try without.open("Echo", see: "{{base_url}}/echo")
    try without.type("3\u{05}", see: "could not be started")
    try without.see(#"{"a": 1}"#)
  }

  @Test("Text that is no longer UTF-8 after editing is not applied, but kept")
  func otherCharset() throws {
    let journey = try Journey(sample, home: home, environment: try editor(#"printf 'caf\351' > "$2""#))
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("3\u{05}", see: "not UTF-8")
    try journey.see(#"{"a": 1}"#)
    let kept = try #require(home.files().first { $0.hasPrefix("apus-") })
    #expect(try home.read(kept) == Array("caf".utf8) + [0xE9])
  }
}
