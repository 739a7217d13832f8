import Foundation
import Networking
import TestSupport
import Testing

@testable import Interchange

/// Without Windows, parsers written from its shells' documentation determine what they would pass to curl.
@Suite("Commands for Windows shells")
struct WindowsExportTests {
  /// Random combinations of everything that either shell or the C runtime interprets.
  private struct Source {
    var random = SeededGenerator(seed: 41)
    let naughty: [String]
    private static let pieces = [
      "^", "\"", "\\", "%", "!", "&", "|", "<", ">", "(", ")", "'", "$", "`", " ", "\n", "\t", "‘", "’", "‚", "‛", "“",
      "”", "„",
      "PATH", "%PATH%", "%PATH:a=b%", "%CD:~0,1%", "^%", "%^", "a", "b%", "é", "😀", ";", ",", "@", "#", "-", "--%",
      "${env:PATH}",
      "$(id)", "u{41}", "`n", "\\\\", "\\\"", "\"\"", "^\n", "%1", "%%", "{", "}", "~", "*", "?", "[", "=", ":", ".",
      "\u{1B}", "\u{7F}",
      "\u{85}", "\u{A0}", "\u{2028}", "/", "0x10", "1e3",
    ]

    mutating func next() -> String {
      if Bool.random(using: &random), let text = naughty.randomElement(using: &random) { return text }
      let count = Int.random(in: 0...8, using: &random)
      return (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
    }
  }

  private static let environment = ["PATH": "C:\\Windows", "CD": "C:\\", "A": "x", "B": "y"]

  private func source() throws -> Source {
    Source(naughty: try Corpora.naughtyStrings())
  }

  private func command(_ text: String, _ other: String) throws -> CurlCommand {
    let request = try Request.with {
      $0.host = "http://h"
      $0.path = "/p?q=[1]"
      $0.encoding = .asTyped
      $0.body = .text(other, contentType: nil)
    }
    return CurlCommand(
      request, redaction: .none, variables: [:], extraTerms: [.init("-x", text), .init(nil, other), .init("--y", text)])
  }

  @Test("2,000 of them reach the program unchanged, and are imported unchanged", .corpora("naughty-strings"))
  func words() throws {
    var source = try source()
    var done: [CurlCommand.Shell: Int] = [:]
    while done[.cmd, default: 0] < 2_000 || done[.pwsh, default: 0] < 2_000 {
      let (text, other) = (source.next(), source.next())
      // A program's arguments cannot contain NUL.
      guard !(text + other).utf8.contains(0) else { continue }
      let command = try command(text, other)
      let wanted = ["curl"] + command.options.flatMap(\.self)
      for shell in [CurlCommand.Shell.cmd, .pwsh] where command.limits(of: shell).isEmpty {
        done[shell, default: 0] += 1
        let written = command.text(for: shell)
        var power = PowerShellReference(variables: Self.environment)
        let arguments =
          try shell == .cmd ? CmdReference(variables: Self.environment).arguments(written) : power.arguments(written)
        #expect(arguments == wanted, "\(shell) \(wanted)\n\(written)")
        let read = ShellSyntax.guess(written).read(written).commands.first?.words.map(\.text)
        #expect(read == wanted, "read by us: \(shell) \(wanted)\n\(written)")
      }
    }
  }

  @Test("A requested variable is replaced, and a name that only a value contains is not")
  func variables() throws {
    let request = try Request.with(.identified(as: "apus/1")) {
      $0.host = "http://h/TOKEN1"
      $0.headers["X-A"] = "50%TOKEN1% %PATH% %PATH:a=b% ${env:PATH}"
    }
    let command = CurlCommand(request, variables: ["TOKEN1": "name"])
    let values = ["NAME": "v", "name": "v", "PATH": "p"]
    for shell in [CurlCommand.Shell.cmd, .pwsh] {
      let text = command.text(for: shell)
      var power = PowerShellReference(variables: values)
      let arguments = try shell == .cmd ? CmdReference(variables: values).arguments(text) : power.arguments(text)
      #expect(arguments[1] == "http://h/v", "\(text)")
      #expect(arguments.contains("X-A: 50%v% %PATH% %PATH:a=b% ${env:PATH}"), "\(text) \(arguments)")
    }
  }

  @Test(
    "No carriage return is written for the prompt, where it would end the command",
    arguments: ["hi\r\ncalc.exe \r\nbye", "a\n\rb", "a\rb", "a\r", "a\r\n", "%\rA%", "\\\r\"& b"])
  func carriageReturns(text: String) throws {
    let command = try command(text, "b")
    let written = command.text(for: .cmd)
    #expect(!written.utf8.contains(0x0D))
    let options: [String] = command.options.flatMap(\.self)
    let wanted = ["curl"] + options.map { String($0.unicodeScalars.filter { $0 != "\r" }) }
    #expect(try CmdReference(variables: Self.environment).arguments(written) == wanted)
    let read = ShellSyntax.guess(written).read(written).commands
    #expect(read.count == 1 && read.first?.words.map(\.text) == wanted)
  }

  @Test func `Control characters that edit the line or end a batch file are left out for the prompt, and reported.`()
    throws
  {
    let command = try command("a\u{1A}b\u{3}\u{8}c\u{7F}\td", "e\u{1B}[2J")
    let written = command.text(for: .cmd)
    #expect(!written.utf8.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F })
    #expect(command.limits(of: .cmd).count == 1 && command.limits(of: .pwsh).isEmpty)
    let arguments = try CmdReference(variables: Self.environment).arguments(written)
    #expect(arguments.contains("abc\td") && arguments.contains("e[2J"), "\(arguments)")
  }

  @Test("Input that the prompt cannot read is reported: binary input, carriage returns, too long a command")
  func limits() throws {
    #expect(try command("a", "b").limits(of: .cmd).isEmpty && command("a", "b").limits(of: .pwsh).isEmpty)
    #expect(try command("a\rb", "b").limits(of: .cmd).count == 1 && command("a\rb", "b").limits(of: .pwsh).isEmpty)
    let long = try command(String(repeating: "x", count: 9_000), "b")
    #expect(long.limits(of: .cmd).count == 1 && long.limits(of: .pwsh).isEmpty && long.limits(of: .sh).isEmpty)
    let binary = CurlCommand(
      try Request.with {
        $0.host = "http://h"
        $0.body = .bytes([0, 255])
      })
    #expect(binary.limits(of: .cmd).count == 1 && binary.limits(of: .pwsh).count == 1 && binary.limits(of: .sh).isEmpty)
  }

  @Test("The parsers themselves follow the documentation")
  func references() throws {
    let cmd = CmdReference(variables: ["A": "x y"])
    #expect(
      try cmd.arguments(#"p "a b" "c\\" "d\"e\"f" ^^ ^%A^% "" ^"q r^""#) == [
        "p", "a b", "c\\", "d\"e\"f", "^", "%A%", "", "q r",
      ])
    #expect(try cmd.arguments("p a^\n b") == ["p", "a", "b"] && cmd.arguments("p ^\"a^\n\nb^\"") == ["p", "a\nb"])
    #expect(throws: CmdReference.Failure.special("&")) { try cmd.arguments("p a & b") }
    #expect(try cmd.arguments(#"p "a & b" %A%"#) == ["p", "a & b", "x", "y"])
    var power = PowerShellReference(variables: ["A": "x"])
    #expect(try power.arguments("p 'a''b' \"c`\"d`u{41}${env:A}\" `\n  e") == ["p", "a'b", "c\"dAx", "e"])
    #expect(throws: PowerShellReference.Failure.special("$")) { try power.arguments("p \"$(id)\"") }
    #expect(throws: PowerShellReference.Failure.special(";")) { try power.arguments("p a;b") }
    #expect(throws: PowerShellReference.Failure.unclosed) { try power.arguments("p 'a") }
  }
}
