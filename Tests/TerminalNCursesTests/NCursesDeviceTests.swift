import Foundation
import Terminal
import TestSupport
import Testing

@testable import TerminalNCurses

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct NCursesDeviceTests {
  func ready(_ terminal: PseudoTerminal) throws { #expect(try terminal.report().hasPrefix("ready")) }

  @Test("The size and the capabilities of the terminal are known from the start")
  func capabilities() throws {
    #expect(
      try PseudoTerminal("TerminalProbe", columns: 93, rows: 31).report() == "ready 93x31 colors=256 unicode=true")
    #expect(
      try PseudoTerminal("TerminalProbe", environment: ["NO_COLOR": "1"]).report()
        == "ready 80x24 colors=0 unicode=true")
    #expect(
      try PseudoTerminal("TerminalProbe", environment: ["TERM": "linux"]).report()
        == "ready 80x24 colors=8 unicode=true")
    #expect(
      try PseudoTerminal("TerminalProbe", environment: ["LC_ALL": "C"]).report()
        == "ready 80x24 colors=256 unicode=false")
    #expect(
      try PseudoTerminal("TerminalProbe", environment: ["LC_ALL": "xx_XX.UTF-8"]).report()
        == "ready 80x24 colors=256 unicode=true")
  }

  @Test("A terminal without cursor movement is rejected in one line", arguments: ["dumb", "", "no-such-terminal"])
  func refused(term: String) throws {
    let terminal = try PseudoTerminal("TerminalProbe", environment: ["TERM": term])
    let status = try terminal.waitForEnd()
    let said = String(decoding: terminal.output, as: UTF8.self)
    #expect(status >> 8 & 0xFF == 2)
    #expect(said.contains("TERM") && said.hasSuffix("\r\n") && said.filter { $0 == "\r\n" }.count == 1)
  }

  @Test("Keys arrive as keys, and the terminal driver takes none of them")
  func keys() throws {
    let terminal = try PseudoTerminal("TerminalProbe")
    try ready(terminal)
    let typed: [(String, String)] = [
      ("a", "a"), ("\u{3}", "^C"), ("\u{1A}", "^Z"), ("\u{13}", "^S"), ("\u{11}", "^Q"), ("\u{1B}[1;5C", "^→"),
      ("\u{1B}OA", "↑"), ("\u{1B}[Z", "⇧Tab"), ("\u{1B}[15~", "F5"), ("\u{1B}x", "Alt-x"), ("\r", "Enter"), ("日", "日"),
    ]
    for (bytes, name) in typed {
      terminal.type(bytes)
      #expect(try terminal.report() == "key \(name)")
    }
  }

  @Test("The background is requested if the terminal may answer, and the answer is an event")
  func background() throws {
    let question = Array("\u{1B}]11;?\u{7}".utf8)
    let terminal = try PseudoTerminal("TerminalProbe")
    try ready(terminal)
    terminal.type("\u{1B}]11;rgb:fdfd/f6f6/e3e3\u{1B}\\")
    #expect(try terminal.report() == "light background")
    #expect(terminal.output.firstRange(of: question) != nil)
    let console = try PseudoTerminal("TerminalProbe", environment: ["TERM": "linux"])
    try ready(console)
    console.type("x")
    #expect(try console.report() == "key x")
    #expect(console.output.firstRange(of: question) == nil)
  }

  @Test("Esc alone is a key, although it begins every sequence")
  func escape() throws {
    let terminal = try PseudoTerminal("TerminalProbe")
    try ready(terminal)
    terminal.type("\u{1B}")
    #expect(try terminal.report() == "key Esc")
  }

  @Test("A paste of five thousand lines is one event, for any content")
  func paste() throws {
    let terminal = try PseudoTerminal("TerminalProbe")
    try ready(terminal)
    let line = "q \u{1B}[31m \u{1B}[200~ \u{3} \u{1B}OA\r"
    terminal.type("\u{1B}[200~" + String(repeating: line, count: 5_000) + "\u{1B}[201~z")
    let length = 5_000 * line.utf8.count
    #expect(try terminal.report().hasPrefix("paste \(length) q ␛[31m ␛[200~ ␃ ␛OA␊q "))
    #expect(try terminal.report() == "key z")
  }

  @Test("The mouse and the focus are reported, in columns beyond 223 too")
  func mouse() throws {
    let terminal = try PseudoTerminal("TerminalProbe", columns: 300, rows: 50)
    try ready(terminal)
    try terminal.waitForOutput("\u{1B}[?1006h")
    terminal.type("\u{1B}[<0;251;3M\u{1B}[<32;252;3M\u{1B}[<0;252;3m\u{1B}[<65;1;1M\u{1B}[O\u{1B}[I")
    #expect(try terminal.report() == "mouse press 250,2 1 0")
    #expect(try terminal.report() == "mouse drag 251,2 1 0")
    #expect(try terminal.report() == "mouse release 251,2 1 0")
    #expect(try terminal.report() == "mouse wheelDown 0,0 1 0")
    #expect(try terminal.report() == "focus lost")
    #expect(try terminal.report() == "focus gained")
  }

  @Test("A new size is reported immediately")
  func resize() throws {
    let terminal = try PseudoTerminal("TerminalProbe")
    try ready(terminal)
    terminal.resize(columns: 200, rows: 60)
    #expect(try terminal.report() == "resized 200x60")
    terminal.resize(columns: 20, rows: 5)
    #expect(try terminal.report() == "resized 20x5")
  }

  @Test(
    "After every frame the terminal shows the screen, wide characters in their columns",
    arguments: [(80, 24), (21, 6), (1, 1), (200, 60)])
  func frames(columns: Int, rows: Int) throws {
    let terminal = try PseudoTerminal("TerminalProbe", columns: columns, rows: rows)
    try ready(terminal)
    for round in 0..<60 {
      terminal.type("n")
      #expect(try terminal.report() == "key n")
      let wanted = try terminal.report().dropFirst("frame ".count).replacingOccurrences(of: "\u{1F}", with: "\n")
      // The answer to the next key comes after the frame is drawn.
      terminal.type("_")
      #expect(try terminal.report() == "key _")
      var model = TerminalModel(columns: columns, rows: rows)
      model.feed(terminal.output)
      #expect(model.text == wanted, "frame \(round)")
      #expect(model.unknown == [])
      if model.text != wanted { return }
    }
  }

  @Test(
    "Other kinds of terminals get sequences that they understand, without delays",
    arguments: ["xterm", "linux", "vt100", "vt220", "screen-256color", "tmux-256color", "rxvt"])
  func kinds(term: String) throws {
    let terminal = try PseudoTerminal("TerminalProbe", environment: ["TERM": term])
    try ready(terminal)
    for round in 0..<20 {
      terminal.type("n")
      #expect(try terminal.report() == "key n")
      let wanted = try terminal.report().dropFirst("frame ".count).replacingOccurrences(of: "\u{1F}", with: "\n")
      terminal.type("_")
      #expect(try terminal.report() == "key _")
      var model = TerminalModel(columns: 80, rows: 24)
      model.feed(terminal.output)
      #expect(model.text == wanted, "frame \(round)")
      #expect(model.unknown == [])
      if model.text != wanted { return }
    }
    let said = String(decoding: terminal.output, as: UTF8.self)
    #expect(!said.contains("$<"))
    #expect(
      (said.firstMatch(of: #/\e\[(3\d|38;5;\d+)m/#) != nil) == !term.hasPrefix("vt"), "colours, where there are any")
  }

  @Test("A terminal that adds light to colours gets the bright palette entries")
  func direct() throws {
    let terminal = try PseudoTerminal("TerminalProbe", environment: ["TERM": "xterm-direct"])
    #expect(try terminal.report().hasSuffix("colors=16777216 unicode=true"))
    for _ in 0..<10 {
      terminal.type("n")
      #expect(try terminal.report() == "key n")
      _ = try terminal.report()
    }
    terminal.type("_")
    #expect(try terminal.report() == "key _")
    let said = String(decoding: terminal.output, as: UTF8.self)
    let colours = said.matches(of: #/\e\[[34]8:2::(\d+):(\d+):(\d+)m/#).map {
      [$0.1, $0.2, $0.3].compactMap { Int($0) }
    }
    let known = (UInt8.min...UInt8.max).map { Palette.xterm[$0] }.map { [Int($0.red), Int($0.green), Int($0.blue)] }
    #expect(colours.count > 20 && colours.allSatisfy { known.contains($0) }, "\(colours)")
    #expect(colours.contains { $0[0] > 100 })
  }

  @Test("A terminal with one screen is cleared, so that only the shell's output remains")
  func oneScreen() throws {
    let terminal = try PseudoTerminal("TerminalProbe", environment: ["TERM": "vt100"])
    try ready(terminal)
    terminal.type("E")
    #expect(try terminal.report() == "key E")
    kill(terminal.process, SIGTERM)
    _ = try terminal.waitForEnd()
    var model = TerminalModel(columns: 80, rows: 24)
    model.feed(terminal.output)
    #expect(!model.text.contains("e"), "\(model.text)")
  }

  @Test("The last cell is skipped on a terminal that scrolls when it is written")
  func corner() throws {
    let terminal = try PseudoTerminal("TerminalProbe", columns: 20, rows: 4, environment: ["TERM": "ansi"])
    try ready(terminal)
    terminal.type("E")
    #expect(try terminal.report() == "key E")
    terminal.type("_")
    #expect(try terminal.report() == "key _")
    var model = TerminalModel(columns: 20, rows: 4)
    model.feed(terminal.output)
    let row = String(repeating: "e", count: 20)
    #expect(model.text == [row, row, row, String(row.dropLast())].joined(separator: "\n"))
  }

  @Test("No character is sent as a repetition, which many terminals cannot show", arguments: ["C", "C.UTF-8"])
  func repetitions(locale: String) throws {
    let terminal = try PseudoTerminal("TerminalProbe", columns: 200, environment: ["LC_ALL": locale])
    try ready(terminal)
    terminal.type("R")
    #expect(try terminal.report() == "key R")
    try terminal.waitForOutput("\u{1B}[?2026l")
    terminal.type("_")
    #expect(try terminal.report() == "key _")
    let said = String(decoding: terminal.output, as: UTF8.self)
    #expect(said.contains(String(repeating: "=", count: 100)))
    #expect(said.firstMatch(of: #/\e\[[0-9;]*b/#) == nil)
  }

  @Test("Escape sequences in text are drawn instead of executed, even in cells filled by force")
  func inert() throws {
    let terminal = try PseudoTerminal("TerminalProbe")
    try ready(terminal)
    terminal.type("h")
    #expect(try terminal.report() == "key h")
    #expect(try terminal.report() == "shown")
    try terminal.waitForOutput("z")
    var model = TerminalModel(columns: 80, rows: 24)
    model.feed(terminal.output)
    #expect(
      model.text.hasPrefix("␛]0;owned␇␛[2J<U+009B>31m<U+202E>x日本e\u{301}|\n\u{FFFD}\u{FFFD}z\n"), "\(model.text)")
    #expect(model.unknown == [])
  }

  @Test("Text is copied with OSC 52, inside tmux also in tmux's wrapping")
  func clipboard() throws {
    let terminal = try PseudoTerminal("TerminalProbe", environment: ["TMUX": "/tmp/tmux"])
    try ready(terminal)
    terminal.type("c")
    try terminal.waitForOutput("\u{1B}]52;c;Y29waWVk\u{7}")
    try terminal.waitForOutput("\u{1B}Ptmux;\u{1B}\u{1B}]52;c;Y29waWVk\u{7}\u{1B}\\")
  }

  @Test("Another program gets the original terminal, and the next frame is drawn completely")
  func suspended() throws {
    let terminal = try PseudoTerminal("TerminalProbe")
    try ready(terminal)
    terminal.type("n")
    #expect(try terminal.report() == "key n")
    _ = try terminal.report()
    terminal.type("s")
    try terminal.waitForOutput("\u{1B}[?1049l")
    try terminal.waitForOutput("someone else's screen\r\n")
    #expect(try terminal.report() == "key s")
    #expect(try terminal.report() == "resized 80x24")
    terminal.type("a")
    #expect(try terminal.report() == "key a")
  }

  @Test(
    "A stopped program releases the terminal to the shell and takes it again when continued", arguments: [true, false])
  func stopped(bySignal: Bool) throws {
    let terminal = try PseudoTerminal("TerminalProbe", underShell: true)
    let before = terminal.settings
    try ready(terminal)
    // A program that answers a key also receives signals; before that, one would be lost.
    terminal.type("k")
    #expect(try terminal.report() == "key k")
    if bySignal {
      kill(-terminal.foreground, SIGTSTP)
    } else {
      terminal.type("p")
      #expect(try terminal.report() == "key p")
    }
    #expect(terminal.waitForStop())
    #expect(terminal.currentSettings.c_lflag == before.c_lflag)
    kill(terminal.process, SIGCONT)
    #expect(try terminal.report() == "resized 80x24")
    #expect(terminal.currentSettings.c_lflag != before.c_lflag)
  }

  @Test("Every crash signal restores the terminal", arguments: [SIGSEGV, SIGBUS, SIGFPE])
  func crashed(signal: Int32) throws {
    let terminal = try PseudoTerminal("TerminalProbe")
    try ready(terminal)
    kill(terminal.process, signal)
    #expect(try terminal.waitForEnd() & 0x7F == signal)
    #expect(terminal.currentSettings.c_lflag == terminal.settings.c_lflag)
    try terminal.waitForOutput("\u{1B}[?1049l")
  }

  enum Exit: String, CaseIterable {
    case quit, terminated, hungUp, trap, exit, aborted
  }

  @Test("Every end of the program restores the terminal", arguments: Exit.allCases)
  func restored(exit: Exit) throws {
    let terminal = try PseudoTerminal("TerminalProbe")
    let before = terminal.settings
    try ready(terminal)
    terminal.type("n")
    #expect(try terminal.report() == "key n")
    _ = try terminal.report()
    #expect(terminal.currentSettings.c_lflag != before.c_lflag)
    switch exit {
    case .quit: terminal.type("q")
    case .terminated: kill(terminal.process, SIGTERM)
    case .hungUp: kill(terminal.process, SIGHUP)
    case .trap: terminal.type("x")
    case .exit: terminal.type("e")
    case .aborted: kill(terminal.process, SIGABRT)
    }
    let status = try terminal.waitForEnd()
    switch exit {
    case .quit, .terminated, .hungUp: #expect(status == 0)
    case .exit: #expect(status >> 8 & 0xFF == 3)
    case .trap: #expect([SIGILL, SIGTRAP].contains(status & 0x7F))
    case .aborted: #expect(status & 0x7F == SIGABRT)
    }
    let after = terminal.currentSettings
    #expect(after.c_lflag == before.c_lflag && after.c_iflag == before.c_iflag && after.c_oflag == before.c_oflag)
    let said = String(decoding: terminal.output, as: UTF8.self)
    for mode in ["2004", "1004", "1000", "1002", "1006", "1049"] {
      let on = said.range(of: "\u{1B}[?\(mode)h", options: .backwards)
      let off = said.range(of: "\u{1B}[?\(mode)l", options: .backwards)
      #expect(on != nil && off != nil)
      if let on, let off { #expect(on.lowerBound < off.lowerBound, "mode \(mode)") }
    }
    // The extra modes are disabled while the program's own screen is still shown.
    let mouseOff = said.range(of: "\u{1B}[?1000l")
    let screenOff = said.range(of: "\u{1B}[?1049l")
    if let mouseOff, let screenOff { #expect(mouseOff.lowerBound < screenOff.lowerBound) }
    let hidden = said.range(of: "\u{1B}[?25l", options: .backwards)?.lowerBound ?? said.startIndex
    #expect(said.range(of: "\u{1B}[?25h", options: .backwards).map { $0.lowerBound > hidden } == true)
  }
}
