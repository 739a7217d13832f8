import Basics
import Networking
import Workspaces

extension CurlImport.Result {
  fileprivate mutating func leave(_ command: ShellCommand) {
    let words = command.words.map(\.text).joined(separator: " ")
    guard !words.isEmpty else { return }
    left.append(ImportNotice(.warning, line: command.line, "this command is not run: \(words)"))
  }
}

/// Parses pasted curl commands: from a terminal, a blog, or a browser's "Copy as cURL" in its bash, cmd and PowerShell
/// forms. Several commands, several URLs and globs give several requests. Nothing is executed.
package enum CurlImport {
  /// What an import may ask about the machine. The default provides nothing, so that parsing stays pure.
  package struct Surroundings: Sendable {
    /// The content of a file that a command names.
    package var readFile: @Sendable (String) -> [UInt8]?
    /// The value of a shell variable; without one it becomes `{{NAME}}`.
    package var variable: @Sendable (String) -> String?
    /// The bytes on standard input, for `@-` without a pipe in the text.
    package var standardInput: @Sendable () -> [UInt8]?
    /// The user's default options (`~/.curlrc`).
    package var configurationFile: String?
    /// The logins that `-n` reads (`~/.netrc`).
    package var netrcFile: String?
    /// The modification time of a file, in seconds since 1970.
    package var changeTime: @Sendable (String) -> Int? = { _ in nil }
    /// The version of the installed curl, `0x075801` for 7.88.1; `nil` for the newest.
    package var curlVersion: @Sendable () -> Int? = { nil }
    /// Whether the command runs here and now: then curl could not read an unreadable file either.
    package var isHere = false

    package init(
      readFile: @escaping @Sendable (String) -> [UInt8]? = { _ in nil },
      variable: @escaping @Sendable (String) -> String? = { _ in nil },
      standardInput: @escaping @Sendable () -> [UInt8]? = { nil }, configurationFile: String? = nil,
      netrcFile: String? = nil
    ) {
      self.readFile = readFile
      self.variable = variable
      self.standardInput = standardInput
      self.configurationFile = configurationFile
      self.netrcFile = netrcFile
    }
  }

  package struct Result: Sendable {
    package var requests: [Imported] = []
    package var notices: [ImportNotice] = []

    /// Whether curl would exit successfully despite its errors: an invalid URL fails only its own transfer, and the
    /// last transfer determines the exit code.
    package internal(set) var endsWell = true

    /// Comments of the script, in order, without the `#`.
    var comments: [(line: Int, text: String)] = []
    /// Commands of the script that are neither curl nor feed it: they are not run.
    var left: [ImportNotice] = []

    /// The text with quotes around each URL that a shell would cut at `&` or `<`; `nil` if there is none.
    package internal(set) var whole: String?

    /// Everything that is lost when the requests are saved.
    package var savingNotices: [ImportNotice] {
      notices
        + requests.flatMap { request in
          request.unsaved.map { ImportNotice(.warning, line: request.line, "a saved request cannot hold \($0)") }
        }
    }

    /// Whether curl itself would reject (part of) the text.
    package var isRefused: Bool { notices.contains { $0.severity == .error } }
  }

  /// Whether a text looks like a curl command, so that pasting it into the URL field sets the whole request.
  package static func recognizes(_ text: String) -> Bool {
    firstCommands(of: text).contains { isKnown($0.words.first) }
  }

  /// Whether the text starts with a curl command.
  static func opens(_ text: String) -> Bool {
    isKnown(firstCommands(of: text).first { !$0.words.isEmpty }?.words.first)
  }

  private static func firstCommands(of text: String) -> [ShellCommand] {
    let start = String(text.unicodeScalars.drop { $0.properties.isWhitespace }.prefix(4_000))
    guard start.utf8.holds("curl") || start.utf8.holds("websocat") else { return [] }
    return ShellSyntax.guess(start).read(start).commands
  }

  /// All requests in the text.
  package static func read(_ text: String, surroundings: Surroundings = Surroundings()) -> Result {
    let script = ShellSyntax.guess(text).read(text)
    var result = Result()
    result.whole = script.cuts.isEmpty ? nil : quoting(script.cuts, in: text)
    result.notices = script.problems.map { ImportNotice(.warning, line: $0.line, $0.message) }
    result.comments = script.comments.map { ($0.line, $0.message) }
    result.left = script.redirections.map {
      ImportNotice(.warning, line: $0.line, "the output's destination is not carried over: \($0.message)")
    }
    var variables = ShellVariables(surroundings)
    var found = false
    for (index, command) in script.commands.enumerated() {
      variables.assign(command.assignments)
      if WebsocatImport.isWebsocat(command.words.first) {
        found = true
        append(websocat: command, variables: variables, to: &result)
        continue
      }
      guard isCurl(command.words.first) else {
        if !feedsCurl(index, script.commands) { result.leave(command) }
        continue
      }
      found = true
      let words = command.words.dropFirst().flatMap { word in
        TypographicDash.hyphenated(word, notices: &result.notices).flatMap(variables.arguments)
      }
      let input = CurlInput(command.input, variables: variables)
      append(words, line: command.line, input: input, variables: variables, to: &result)
    }
    if !found { result.notices.append(ImportNotice(.error, line: 1, "there is no curl command here")) }
    result.notices += variables.notices
    return result
  }

  /// Whether a curl command reads the output of this command.
  private static func feedsCurl(_ index: Int, _ commands: [ShellCommand]) -> Bool {
    // In braces, the output of the whole group is read.
    guard let reader = commands[(index + 1)...].first(where: { $0.readsPipe || $0.groupStart == nil }) else {
      return false
    }
    return reader.readsPipe && isKnown(reader.words.first)
  }

  private static func quoting(_ places: [Range<Int>], in text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    for place in places.reversed() where place.upperBound <= scalars.count {
      scalars.insert("'", at: place.upperBound)
      scalars.insert("'", at: place.lowerBound)
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// The request of a command line that a shell has split into words (`apus curl ARG…`).
  /// - Parameter keepsVariables: whether `{{NAME}}` is one of our variables; for curl it is text.
  package static func read(
    arguments: [String], surroundings: Surroundings = Surroundings(), keepsVariables: Bool = false
  ) -> Result {
    var result = Result()
    let variables = ShellVariables(surroundings)
    append(
      arguments.map { CurlArgument(keepsVariables ? $0 : TemplateBraces.escaping($0)) }, line: 1,
      input: CurlInput(nil, variables: variables), variables: variables,
      to: &result)
    return result
  }

  private static func isKnown(_ word: ShellWord?) -> Bool { isCurl(word) || WebsocatImport.isWebsocat(word) }

  private static func append(websocat command: ShellCommand, variables: ShellVariables, to result: inout Result) {
    var reader = WebsocatImport(line: command.line)
    let words = command.words.dropFirst().flatMap { word in
      TypographicDash.hyphenated(word, notices: &result.notices).flatMap(variables.arguments)
    }
    let made = reader.request(words.map(\.text))
    result.notices += reader.notices
    guard var made else { return }
    let input = CurlInput(command.input, variables: variables)
    if input.hasSource, case .bytes(let bytes) = input.content(of: "-") {
      let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      made.conversation.messages = lines.enumerated().map { index, line in
        .init("message \(index + 1)", TemplateBraces.escaping(String(line)), isSelected: true)
      }
    }
    result.requests.append(Imported(request: made, options: TransferOptions(), line: command.line))
  }

  private static func isCurl(_ word: ShellWord?) -> Bool {
    guard let name = word?.literal else { return false }
    if name == "curl" { return true }
    let start = name.utf8.lastIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    let last = start.map { name[name.utf8.index(after: $0)...] } ?? Substring(name)
    return last == "curl" || last.utf8.count == 8 && last.lowercased() == "curl.exe"
  }

  private static func append(
    _ words: [CurlArgument], line: Int, input: CurlInput, variables: ShellVariables, to result: inout Result
  ) {
    let arguments = CurlArguments(words, input: input)
    result.notices += arguments.notices
    guard !arguments.notices.contains(where: { $0.severity == .error }) else { return }
    if arguments.operations.isEmpty {
      result.notices.append(ImportNotice(.error, line: line, "curl needs a URL here: add one"))
    }
    let refusals = arguments.operations.flatMap { CurlRequestBuilder.refusals(of: $0, line: line, input: input) }
    result.notices += refusals
    guard refusals.isEmpty else { return }
    let variables = variables.adding(arguments.variables.used)
    for operation in arguments.operations {
      var builder = CurlRequestBuilder(operation, line: line, input: input, variables: variables)
      result.requests += builder.requests()
      result.notices += builder.notices
      result.endsWell = !builder.givesUp && !builder.endsRefused
      // curl stops at the first transfer that it cannot set up.
      if builder.givesUp { return }
    }
  }
}
