import Basics
import HTTPModel
package import Workspaces

extension CurlImport.Result {
  fileprivate mutating func leave(_ command: ShellCommand) {
    let words = command.words.map(\.text).joined(separator: " ")
    guard !words.isEmpty else { return }
    left.append(Notice(.warning, line: command.line, "this command is not run: \(words)"))
  }
}

/// Parses pasted curl commands: from a terminal, a blog, or a browser's "Copy as cURL" in its bash, cmd and PowerShell
/// forms. Several commands and URLs give several requests. Nothing is executed.
package enum CurlImport {
  /// The information about the machine that an import may use. The default provides none, so that parsing stays pure.
  package struct Surroundings: Sendable {
    /// The content of a file that a command names.
    package var readFile: @Sendable (String) -> [UInt8]?
    /// The value of a shell variable; a variable without a value becomes `{{NAME}}`.
    package var variable: @Sendable (String) -> String?
    /// The bytes on standard input, for `@-`.
    package var standardInput: @Sendable () -> [UInt8]?
    /// True if the command runs here and now, so that a file unreadable for Apus is unreadable for curl.
    package var isHere = false

    package init(
      readFile: @escaping @Sendable (String) -> [UInt8]? = { _ in nil },
      variable: @escaping @Sendable (String) -> String? = { _ in nil },
      standardInput: @escaping @Sendable () -> [UInt8]? = { nil }
    ) {
      self.readFile = readFile
      self.variable = variable
      self.standardInput = standardInput
    }
  }

  package struct Result: Sendable {
    package var requests: [Imported] = []
    package var notices: [Notice] = []

    /// Comments of the script, in order, without the `#`.
    var comments: [(line: Int, text: String)] = []
    /// Notices of the other commands of the script, such as `| jq .`: they are not run.
    var left: [Notice] = []

    /// The text with quotes around each URL that a shell would cut at `&` or `<`; `nil` if there is none.
    package internal(set) var whole: String?

    /// Notices of everything that is lost when the requests are saved.
    package var savingNotices: [Notice] {
      notices
        + requests.flatMap { request in
          request.unsaved.map { Notice(.warning, line: request.line, "a saved request cannot contain \($0)") }
        }
    }

    /// True if (part of) the text is refused: curl itself would reject it, or Apus does not support it.
    package var isRefused: Bool { notices.contains { $0.severity == .error } }
  }

  /// True if a text looks like a curl command, so that pasting it into the URL field sets the whole request.
  package static func recognizes(_ text: String) -> Bool {
    firstCommands(of: text).contains { isKnown($0.words.first) }
  }

  /// True if the text starts with a curl command.
  static func opens(_ text: String) -> Bool {
    isKnown(firstCommands(of: text).first { !$0.words.isEmpty }?.words.first)
  }

  private static func firstCommands(of text: String) -> [ShellCommand] {
    ShellSyntax.firstCommands(of: text, naming: ["curl", "websocat"])
  }

  /// All requests in the text.
  package static func read(_ text: String, surroundings: Surroundings = Surroundings()) -> Result {
    let script = ShellSyntax.guess(text).read(text)
    var result = Result()
    result.whole = script.cuts.isEmpty ? nil : quoting(script.cuts, in: text)
    result.notices = script.problems.map { Notice(.warning, line: $0.line, $0.message) }
    result.comments = script.comments.map { ($0.line, $0.message) }
    result.left = script.redirections.map {
      Notice(.warning, line: $0.line, "the output's destination is not carried over: \($0.message)")
    }
    var variables = ShellVariables(surroundings: surroundings)
    var found = false
    for command in script.commands {
      variables.assign(command.assignments)
      guard isKnown(command.words.first) else {
        result.leave(command)
        continue
      }
      found = true
      let isWebsocat = command.words.first?.names("websocat") == true
      // websocat reads only its messages; the request would lack curl's data.
      if let input = command.unknownInput {
        result.notices.append(Notice(isWebsocat ? .warning : .error, line: command.line, input))
      }
      if let substitution = command.substitution {
        result.notices.append(Notice(.error, line: command.line, substitution))
      } else if isWebsocat {
        append(websocat: command, variables: variables, to: &result)
      } else if command.unknownInput == nil {
        append(curl: command, variables: variables, to: &result)
      }
    }
    if !found { result.notices.append(Notice(.error, line: 1, "there is no curl command here")) }
    result.notices += variables.notices
    result.notices = result.notices.map { Notice($0.severity, $0.location, TemplateBraces.text($0.message)) }
    return result
  }

  /// True if a URL contains `{{name}}`, which curl rejects without `-g`: the command was written for a tool with such
  /// variables.
  private static func namesTemplate(_ arguments: [CurlArgument]) -> Bool {
    guard arguments.contains(where: { TemplateBraces.holdsName($0.text) }) else { return false }
    return CurlArguments(arguments).operations.contains { operation in
      !operation.isOn("globoff") && operation.urls.contains { TemplateBraces.holdsName($0.text) }
    }
  }

  private static func quoting(_ places: [Range<Int>], in text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    for place in places.reversed() where place.upperBound <= scalars.count {
      scalars.insert("'", at: place.upperBound)
      scalars.insert("'", at: place.lowerBound)
    }
    return String(scalars[...])
  }

  /// The request of a command line that a shell has split into words (`apus curl ARG…`).
  /// - Parameter keepsVariables: true if `{{NAME}}` is one of our variables; for curl it is text.
  package static func read(
    arguments: [String], surroundings: Surroundings = Surroundings(), keepsVariables: Bool = false
  ) -> Result {
    var result = Result()
    let variables = ShellVariables(surroundings: surroundings)
    append(
      arguments.map { CurlArgument(text: keepsVariables ? $0 : TemplateBraces.escaping($0)) }, line: 1,
      input: CurlInput(nil, variables: variables), variables: variables, to: &result)
    return result
  }

  private static func isKnown(_ word: ShellWord?) -> Bool {
    word.map { $0.names("curl") || $0.names("websocat") } ?? false
  }

  private static func append(websocat command: ShellCommand, variables: ShellVariables, to result: inout Result) {
    var reader = WebsocatImport(line: command.line)
    let words = command.words.dropFirst().flatMap { TypographicDash.hyphenated($0, notices: &result.notices) }
    let made = reader.request(words.map(variables.expanded))
    result.notices += reader.notices
    guard let made else { return }
    result.requests.append(Imported(request: made, options: TransferOptions(), line: command.line))
  }

  private static func append(curl command: ShellCommand, variables: ShellVariables, to result: inout Result) {
    let words = command.words.dropFirst().flatMap { TypographicDash.hyphenated($0, notices: &result.notices) }
    var variables = variables
    variables.keepsTemplates = namesTemplate(words.map(variables.argument))
    let input = CurlInput(command.input, variables: variables)
    append(words.map(variables.argument), line: command.line, input: input, variables: variables, to: &result)
  }

  private static func append(
    _ words: [CurlArgument], line: Int, input: CurlInput, variables: ShellVariables, to result: inout Result
  ) {
    let arguments = CurlArguments(words)
    result.notices += arguments.notices
    guard !arguments.notices.contains(where: { $0.severity == .error }) else { return }
    if arguments.operations.isEmpty {
      result.notices.append(Notice(.error, line: line, "curl needs a URL here: add one"))
    }
    for operation in arguments.operations {
      var builder = CurlRequestBuilder(operation: operation, line: line, input: input, variables: variables)
      result.requests += builder.requests()
      result.notices += builder.notices
    }
  }
}

extension CurlImport.Result {
  /// Notices of everything that is lost, including output options and commands other than curl.
  package var lossNotices: [Notice] {
    let outputs = requests.flatMap { request in
      request.output.kept.map { Notice(.warning, line: request.line, "a saved request cannot contain \($0)") }
    }
    return savingNotices + outputs + left
  }

  /// The requests with their documentation, and notices of everything that is lost.
  var imported: (items: [ImportedCollection.Item], notices: [Notice]) {
    var items: [ImportedCollection.Item] = []
    var waiting = comments[...]
    for (index, request) in requests.enumerated() {
      // A comment belongs to the command below it, or the one on its line.
      let isLast = index == requests.count - 1
      let own = waiting.prefix { isLast || $0.line <= request.line }
      waiting = waiting.dropFirst(own.count)
      var definition = request.request
      definition.document(own.map(\.text))
      items.append(.request(definition, options: request.options))
    }
    return (items, lossNotices)
  }
}

extension CurlImport.Output {
  /// The output options, in curl's syntax.
  fileprivate var kept: [String] {
    [("--output", path), ("--dump-header", headPath), ("--write-out", format)]
      .compactMap { name, value in value.map { "\(name) \($0)" } }
  }
}

extension CurlImport {
  /// The output options of a command.
  package struct Output: Hashable, Sendable {
    /// `-o FILE`, or the name that `-O` derives from the URL; standard output if `nil`.
    package var path: String?
    /// `-o -`: the body is written to standard output unchanged, even to a terminal.
    package var isRaw = false
    /// True if the URL has no file name, which `-O` needs.
    package var lacksName = false
    /// `-i`
    package var includesHead = false
    /// `-v`
    package var isVerbose = false
    /// `-s`: no progress.
    package var isSilent = false
    /// `-f`, `--fail-with-body`: a status of 400 or above is a failure.
    package var fails = false
    /// `-f`: the body of such an answer is not shown.
    package var dropsErrors = false
    /// `--fail-early`: no transfers after a failed one.
    package var failsEarly = false
    /// `-D FILE`: the heads of all responses; `-` is standard output.
    package var headPath: String?
    /// `--create-dirs`
    package var makesFolders = false
    /// `-w FORMAT`
    package var format: String?
  }
}

extension CurlImport.Output {
  /// - Parameters:
  ///   - index: the index of the URL in the operation.
  ///   - url: the URL to request.
  init(_ operation: CurlOperation, index: Int, url: CurlURL) {
    includesHead = operation.isOn("include") || operation.isOn("show-headers") || operation.isOn("head")
    isVerbose = operation.isOn("verbose")
    isSilent = operation.isOn("silent")
    fails = operation.isOn("fail") || operation.isOn("fail-with-body")
    dropsErrors = operation.isOn("fail")
    failsEarly = operation.isOn("fail-early")
    format = operation.values("write-out").last
    headPath = operation.values("dump-header").last
    makesFolders = operation.isOn("create-dirs")
    let places = operation.settings.filter {
      ["output", "remote-name"].contains($0.option.name) && $0.isOn
    }
    let place = index < places.count ? places[index] : nil
    let name: String?
    switch place?.option.name {
    case "output": name = place?.value
    case "remote-name": name = url.fileName
    default: name = operation.isOn("remote-name-all") ? url.fileName : nil
    }
    let isRemote = place.map { $0.option.name == "remote-name" } ?? operation.isOn("remote-name-all")
    lacksName = isRemote && name == nil
    isRaw = name == "-"
    guard let name, name != "-" else { return }
    let folder = operation.values("output-dir").last
    path = folder.map { $0.hasSuffix("/") ? $0 + name : "\($0)/\(name)" } ?? name
  }
}
