import Basics
import HTTPModel
import Workspaces

/// Reads `.http` files for the clients of JetBrains, Visual Studio Code and others: requests between lines that start
/// with `###`, comments with `# @` directives, file variables, a body after an empty line.
package enum HTTPFileImport {
  /// - Parameter origin: the location of the file: environments and files with variables are in the same folder.
  /// - Throws: `ImportError` if the text has no request.
  package static func read(
    _ bytes: [UInt8], name: String, from origin: ImportOrigin = ImportOrigin()
  ) throws(ImportError) -> ImportedCollection {
    // Requests are not JSON, but environment files are.
    if case .object? = try? JSONValue(parsing: bytes) { return environments(bytes, name, origin) }
    let text = try ForeignText.text(bytes, as: "http")
    var reader = HTTPFileReader(text, origin)
    var root = reader.read(name: name)
    guard !root.items.isEmpty || !reader.notices.isEmpty else { throw ImportError("http", "there is no request here") }
    var around = HTTPFileEnvironments(near: origin)
    around.hide(root.settings.variables)
    root.settings.variables = around.shared + root.settings.variables
    return ImportedCollection(
      format: "http", root: root, environments: around.environments, notices: reader.notices + around.notices)
  }

  /// Imports a file that only contains environments.
  private static func environments(_ bytes: [UInt8], _ name: String, _ origin: ImportOrigin) -> ImportedCollection {
    let alone = HTTPFileEnvironments(bytes, fileName: origin.fileName)
    var root = ImportedCollection.Folder(name: name)
    root.settings.variables = alone.shared
    return ImportedCollection(
      format: "http", root: root, environments: alone.environments, notices: alone.notices)
  }

  static func recognizes(_ text: String) -> Bool {
    let lines = text.unicodeScalars.prefix(100_000).split(whereSeparator: { $0 == "\n" || $0 == "\r" })
    guard let first = lines.first(where: { !HTTPFileText.isComment(String($0)) && $0.contains { !$0.isBlank } })
    else {
      return false
    }
    let line = String(first)
    return HTTPFileText.requestLine(line)?.hasMethod == true || line.hasPrefix("@")
  }
}

extension HTTPFileImport {
  /// True if some line is a request line.
  static func holdsRequest(_ text: String) -> Bool {
    text.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" }).contains { slice in
      let line = String(slice)
      return HTTPFileText.requestLine(line) != nil || line.hasPrefix("curl ")
    }
  }
}

/// Reads one file, line by line.
struct HTTPFileReader {
  struct Line {
    var text: String
    var number: Int
  }

  private(set) var notices: [Notice] = []
  private let lines: [Line]
  private let context: HTTPFileContext

  init(_ text: String, _ origin: ImportOrigin) {
    lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      Line(text: String($0.element.last == "\r" ? $0.element.dropLast() : $0.element), number: $0.offset + 1)
    }
    context = HTTPFileContext(lines.map(\.text), text, origin)
  }

  mutating func read(name: String) -> ImportedCollection.Folder {
    var root = ImportedCollection.Folder(name: name)
    var block: [Line] = []
    var title = ""
    // The remarks in blocks without a request, for the next request.
    var remarks: [String] = []
    func flush(_ reader: inout HTTPFileReader) {
      for lines in Self.requests(in: block) {
        var parser = HTTPBlockReader(lines, title: title, above: remarks, in: reader.context)
        root.items += parser.read()
        remarks = parser.remarks
        root.settings.variables += parser.fileVariables
        reader.notices += parser.notices
        title = ""
      }
      block = []
    }
    for line in lines {
      if line.text.hasPrefix("###") {
        flush(&self)
        title = ForeignText.trimmed(String(line.text.drop { $0 == "#" }))
      } else {
        block.append(line)
      }
    }
    flush(&self)
    root.items.document(remarks)
    if root.items.isEmpty, !remarks.isEmpty {
      notices.warn("line 1", "there is no request for these comments: \(remarks.joined(separator: "; "))")
    }
    settleVariables(&root.settings.variables)
    return root
  }

  /// Splits a block into requests. httpYac needs no line `###` between them: a request line after an empty line starts
  /// the next one, with the comments and variables above it. A plain text may contain such lines.
  private static func requests(in block: [Line]) -> [[Line]] {
    var parts: [[Line]] = [[]]
    var (isBehindBlank, isInRequest, isText) = (true, false, false)
    for line in block {
      if HTTPFileText.startsRequest(line.text) {
        if isInRequest, isBehindBlank, !isText { parts.append(leavingAbove(&parts[parts.count - 1])) }
        isInRequest = true
      }
      if line.text.lowercased().hasPrefix("content-type: text/") { isText = isInRequest }
      if !isAbove(line) { isBehindBlank = HTTPFileText.isBlank(line.text) }
      parts[parts.count - 1].append(line)
    }
    return parts
  }

  private static func isAbove(_ line: Line) -> Bool {
    HTTPFileText.isComment(line.text) || line.text.hasPrefix("@")
  }

  /// Removes and returns the comments and variables at the end, which belong to the next request.
  private static func leavingAbove(_ lines: inout [Line]) -> [Line] {
    let kept = lines.lastIndex { !HTTPFileText.isBlank($0.text) && !isAbove($0) }
    let above = Array(lines[((kept ?? -1) + 1)...])
    lines.removeLast(above.count)
    return above
  }

  /// The variables of a text without requests.
  static func variables(in text: String) -> [Row] {
    var reader = HTTPFileReader(text, ImportOrigin())
    let root = reader.read(name: "")
    return root.items.isEmpty && reader.notices.isEmpty ? root.settings.variables : []
  }

  /// Keeps the last of several variables with the same name.
  private mutating func settleVariables(_ rows: inout [Row]) {
    let last = Dictionary(rows.map { ($0.name, $0.value) }) { _, later in later }
    var seen: Set<String> = []
    var kept: [Row] = []
    for row in rows {
      let value = last[row.name] ?? row.value
      if row.value != value {
        notices.warn("@\(row.name)", "only the last value of the variable is carried over, not \(row.value)")
      }
      if seen.insert(row.name).inserted { kept.append(Row(row.name, value)) }
    }
    rows = kept
  }
}

/// The shared context of the blocks of one file.
struct HTTPFileContext {
  let dialect: HTTPDialect
  let values: HTTPFileValues
  /// The file with the types of gRPC calls; empty for none.
  private(set) var protoFile = ""
  private let origin: ImportOrigin

  init(_ lines: [String], _ text: String, _ origin: ImportOrigin) {
    self.origin = origin
    dialect = HTTPDialect.of(text)
    var names: Set<String> = []
    var variables: [String: String] = [:]
    for line in lines {
      if HTTPFileText.isComment(line), let directive = HTTPFileText.directive(HTTPFileText.comment(line)) {
        if directive.word == "name" { names.insert(directive.value) }
      } else if let variable = HTTPFileText.variable(line) {
        variables[variable.name] = variable.value
      } else if let path = HTTPBlockReader.protoFile(line) {
        protoFile = path
      }
    }
    values = HTTPFileValues(dialect: dialect, requests: names, variables: variables)
  }

  /// The text of a file in the same folder; `nil` if it cannot be decoded.
  /// - Parameter encoding: for example `latin1`; empty for UTF-8.
  func text(ofFile path: String, encoding: String) -> String? {
    // The caller reports an unreadable file.
    guard let reading = origin.reading, let bytes = try? reading(path) else { return nil }
    switch encoding.lowercased().filter({ $0 != "-" }) {
    case "", "utf8", "ascii": return String(validating: ByteOrderMark.removed(from: bytes), as: UTF8.self)
    case "latin1", "iso88591", "binary":
      return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    default: return nil
    }
  }
}

/// The clients with different dialects of `.http` files. The dialect is detected from the lines of a file; one reader
/// reads them all, and the tables here describe the differences.
enum HTTPDialect: CaseIterable {
  case restClient, intelliJ, httpYac, kulala

  /// The dialect with the most marks in the text; REST Client if there are none.
  static func of(_ text: String) -> HTTPDialect {
    let counts = allCases.map { dialect in dialect.marks.count { text.utf8.holds($0) } }
    guard let most = counts.max(), most > 0, let index = counts.firstIndex(of: most) else { return .restClient }
    return allCases[index]
  }

  /// Texts that only occur in files of this client.
  private var marks: [String] {
    switch self {
    case .restClient:
      [
        ".response.body.", ".response.headers.", "{{$guid", "{{$datetime", "{{$processEnv", "{{$shared", "<@",
        "@prompt ",
      ]
    case .intelliJ:
      [
        "> {%", "< {%", "{{$random.", "{{$env.", "@no-auto-encoding", "@connection-timeout", "\n>> ", "\n>>! ",
        "\nrun #",
      ]
    case .httpYac:
      ["\n?? ", "\n{{\n", "\n{{@", "\n{{+", "@ref ", "@forceRef ", "@loop ", "{{$input", "{{$password", "{{$pick"]
    case .kulala: ["# @curl-", "# @grpc-", "# @kulala", "# @env-stdin", "# @jq ", "# @accept ", ".lua\n", "# @secret "]
    }
  }

  /// True if a gRPC server without a scheme is plain text, unless a directive overrides it.
  var isPlainGRPC: Bool { self != .kulala }
  /// True if a bare path is sent to the host of a variable.
  var prependsHost: Bool { self == .httpYac }
  /// True if `{{name.path}}` is a value in the response to the request with that name.
  var namesAnswers: Bool { self == .httpYac }

  /// The meaning of a directive (`# @word value`).
  enum Directive: Hashable {
    case name, title, description, tags, note
    case prompt(isHidden: Bool)
    case timeout, noRedirects, noCookies, noHistory, asWritten, unverified, disabled
    case authentication, graphQL, operation, webSocket, call, plain, protoFile
    /// Only affects how the other tool displays or stores something.
    case display
  }

  private static let common: [String: Directive] = [
    "name": .name, "no-redirect": .noRedirects, "no-cookie-jar": .noCookies, "note": .note,
    "prompt": .prompt(isHidden: false),
  ]

  private var own: [String: Directive] {
    switch self {
    case .restClient: [:]
    case .intelliJ: ["no-log": .noHistory, "no-auto-encoding": .asWritten, "timeout": .timeout]
    case .httpYac:
      [
        "title": .title, "description": .description, "no-log": .noHistory, "disabled": .disabled, "debug": .display,
        "no-reject-unauthorized": .unverified, "verbose": .display, "no-response-view": .display,
        "no-streaming-log": .display,
      ]
    case .kulala:
      [
        "secret": .prompt(isHidden: true), "curl-insecure": .unverified, "curl-max-time": .timeout, "curl-m": .timeout,
        "curl-k": .unverified, "grpc-plaintext": .plain, "grpc-proto": .protoFile, "grpc-protoset": .protoFile,
      ]
    }
  }

  /// The directives of other clients and of our own export.
  private static let others: [String: Directive] = [
    "tag": .tags, "description": .description, "auth": .authentication, "graphql": .graphQL, "operation": .operation,
    "websocket": .webSocket, "grpc": .call, "grpc-plaintext": .plain, "grpc-descriptor": .protoFile,
  ]

  /// `nil` for an unknown word. The dialect's own table has priority.
  func directive(_ word: String) -> Directive? {
    own[word] ?? Self.common[word] ?? Self.others[word] ?? Self.allCases.lazy.compactMap { $0.own[word] }.first
  }
}

/// The environments of clients of `.http` files: `http-client.env.json` and `http-client.private.env.json` of
/// JetBrains, whose private values are secrets, and `rest-client.environmentVariables` in the settings of Visual Studio
/// Code.
struct HTTPFileEnvironments {
  /// The variables shared by all environments.
  private(set) var shared: [Row] = []
  private(set) var environments: [Environment] = []
  private(set) var notices: [Notice] = []

  static let setting = "rest-client.environmentVariables"
  private static let everywhere = "$shared"
  private static let files = ["http-client.env.json", "http-client.private.env.json", ".vscode/settings.json"]

  /// Reads the environment files in the same folder.
  init(near origin: ImportOrigin) {
    guard let reading = origin.reading else { return }
    for file in Self.files {
      // Most folders have no such file.
      guard let bytes = try? reading(file) else { continue }
      read(bytes, file: file)
    }
  }

  init(_ bytes: [UInt8], fileName: String) { read(bytes, file: fileName) }

  /// True if the path is that of a file with environments only.
  static func isName(_ path: String) -> Bool {
    path.hasSuffix("http-client.env.json") || path.hasSuffix("http-client.private.env.json")
  }

  private mutating func read(_ bytes: [UInt8], file: String) {
    let node: JSONValue
    do { node = try ForeignText.json(bytes) } catch {
      notices.warn(file, "the environments are not carried over: \(error.message)")
      return
    }
    let isSecret = file.hasSuffix(".private.env.json")
    guard case .object(let members) = node[Self.setting] ?? (file.hasSuffix("settings.json") ? .null : node) else {
      return
    }
    for member in members {
      guard case .object(let variables) = member.value else {
        notices.warn(file, "this is not an environment: \(member.name)")
        continue
      }
      for variable in variables { add(variable, to: member.name, isSecret: isSecret, file) }
    }
  }

  private mutating func add(_ member: JSONValue.Member, to name: String, isSecret: Bool, _ file: String) {
    switch member.value {
    case .object, .array:
      notices.warn("\(file), \(name)", "not carried over: \(member.name)")
      return
    default: break
    }
    let values = HTTPFileValues(dialect: .restClient, requests: [], variables: [:])
    let row = Row(member.name, values.converted(ForeignText.scalar(member.value)).text)
    // Shared variables cannot be secret: only environments have secrets.
    guard name != Self.everywhere || isSecret else {
      shared.removeAll { $0.name == row.name }
      shared.append(row)
      return
    }
    let place = environments.firstIndex { $0.name == name } ?? environments.count
    if place == environments.count { environments.append(Environment(name: name)) }
    environments[place].variables.removeAll { $0.row.name == row.name }
    environments[place].variables.append(Environment.Variable(row, isSecret: isSecret))
  }

  /// Removes variables that the file itself defines. The file takes precedence in those clients, but environments take
  /// precedence in Apus.
  mutating func hide(_ variables: [Row]) {
    let names = Set(variables.map(\.name))
    shared.removeAll { names.contains($0.name) }
    for index in environments.indices {
      let hidden = environments[index].variables.map(\.row.name).filter(names.contains)
      if hidden.isEmpty { continue }
      environments[index].variables.removeAll { names.contains($0.row.name) }
      notices.warn(
        environments[index].name,
        "variables of the file hide these of the environment, which are left out: \(hidden.joined(separator: ", "))")
    }
  }
}
