import Basics
import HTTPModel
import Workspaces

extension HTTPBlockReader {
  mutating func readBody() {
    var content: [HTTPFileReader.Line] = []
    while let line = lines.popFirst() {
      if !readMark(line) { content.append(line) }
    }
    if request.kind.isConversation { return readMessages(content) }
    if isGraphQL { for line in content { checkVariables(line) } }
    dropComments(from: &content)
    if !content.isEmpty { setBody(content) }
    if case .graphql = request.body { request.settleGraphQL(operation: operation) }
  }

  private var contentType: String {
    request.headers.first { $0.name.lowercased() == "content-type" }?.value ?? ""
  }

  // MARK: Lines outside the body

  /// Reads checks, scripts, and response handlers.
  /// - Returns: true if the line is one of these.
  mutating func readMark(_ line: HTTPFileReader.Line) -> Bool {
    let text = line.text
    if text.hasPrefix("?? ") {
      if let assertion = HTTPFileAssertion.assertion(value(line).text.dropFirst(3).trimmed) {
        request.assertions.append(assertion)
      } else {
        report(line, "the check is not carried over: \(text.dropFirst(3))")
      }
    } else if text.hasPrefix(">> ") || text.hasPrefix(">>! ") || text.hasPrefix("<> ") {
      report(line, "the handling of the answer is not carried over: \(text.prefix(60))")
    } else if text.hasPrefix("< {%") {
      keepScript(line, phase: "before-request")
    } else if Self.isHandler(text) || isScript(line) {
      keepScript(line, phase: "after-response")
    } else {
      return false
    }
    return true
  }

  /// True for a script `> {% … %}` or `> FILE`; a quotation in a text is neither.
  private static func isHandler(_ line: String) -> Bool {
    guard line.hasPrefix(">") else { return false }
    let rest = ForeignText.trimmed(String(line.dropFirst()))
    return rest.hasPrefix("{%")
      || line.hasPrefix("> ") && [".js", ".mjs", ".ts", ".lua", ".py"].contains { rest.hasSuffix($0) }
  }

  /// True if an httpYac script starts here: a line `{{`, up to a line `}}`.
  mutating func isScript(_ line: HTTPFileReader.Line) -> Bool {
    let text = ForeignText.trimmed(line.text)
    guard mayCloseScript, text == "{{" || text.hasPrefix("{{@") || text.hasPrefix("{{+"), !text.utf8.holds("}}") else {
      return false
    }
    mayCloseScript = lines.contains { ForeignText.trimmed($0.text) == "}}" }
    return mayCloseScript
  }

  /// Reads a script, from its first line to its end.
  mutating func keepScript(_ first: HTTPFileReader.Line, phase: String) {
    var text = [first.text]
    let isBlock = ForeignText.trimmed(first.text).hasPrefix("{{")
    let isOpen = isBlock || first.text.contains("{%") && !first.text.contains("%}")
    while isOpen, let line = lines.popFirst() {
      text.append(line.text)
      if isBlock ? ForeignText.trimmed(line.text) == "}}" : line.text.contains("%}") { break }
    }
    let script = HTTPFileScript(text, phase: phase)
    for loss in script.losses { report(first, loss) }
    guard let path = script.file else { return add(script.code, script.phase) }
    guard path.hasSuffix(".js") || path.hasSuffix(".mjs") else {
      return report(first, "a script in another language is not carried over: \(path)")
    }
    guard let code = file.text(ofFile: path, encoding: "") else {
      return report(first, "the file of the script is not found: \(path)")
    }
    add(code, script.phase)
  }

  private mutating func add(_ code: String, _ phase: String) {
    if code.utf8.contains(where: { $0 > 0x20 }) { request.scripts.append(Script(phase: phase, code: code)) }
  }

  /// Moves comments around the body into the documentation. In a text whose language has such comments, they stay.
  private mutating func dropComments(from content: inout [HTTPFileReader.Line]) {
    var (before, after): ([String], [String]) = ([], [])
    if commentsAreNoContent {
      while let last = content.last, HTTPFileText.isBlank(last.text) || HTTPFileText.isComment(last.text) {
        after.append(HTTPFileText.comment(content.removeLast().text))
      }
      if !contentType.isEmpty || isGraphQL {
        let above = content.prefix { HTTPFileText.isBlank($0.text) || HTTPFileText.isComment($0.text) }
        before = above.map { HTTPFileText.comment($0.text) }
        content.removeFirst(above.count)
      }
    }
    while let last = content.last, HTTPFileText.isBlank(last.text) { content.removeLast() }
    content = Array(content.drop { HTTPFileText.isBlank($0.text) })
    let comments = (before + after.reversed()).filter { !$0.isEmpty && !$0.hasPrefix("@variables") }
    if !comments.isEmpty { request.document(comments) }
  }

  private var commentsAreNoContent: Bool {
    let type = contentType.lowercased()
    return type.isEmpty || isGraphQL || ["json", "xml", "html", "form"].contains { type.contains($0) }
  }

  // MARK: The body

  private mutating func setBody(_ content: [HTTPFileReader.Line]) {
    let type = contentType
    if type.lowercased().hasPrefix("multipart/form-data") { return setParts(content, type: type) }
    if content.count == 1, let line = content.first, let file = HTTPFileInclusion(line.text) {
      return setFile(file, line, type: type)
    }
    let text = included(content)
    if isGraphQL || type.lowercased().contains("json") && text.first.map(HTTPFileText.startsQuery) == true {
      let parts = Self.graphQL(text)
      request.body = .graphql(query: parts.query, variables: parts.variables)
    } else if type.lowercased().hasPrefix(FormEncoding.contentType) {
      request.body = HTTPFormText.body(text) ?? .text(.init(contentType: type), text.joined(separator: "\n"))
    } else {
      request.body = .text(BodyDefinition.TextKind(contentType: type), text.joined(separator: "\n"))
    }
  }

  /// The content with `< FILE` replaced by the texts of the files.
  private mutating func included(_ content: [HTTPFileReader.Line]) -> [String] {
    content.flatMap { line -> [String] in
      guard let inclusion = HTTPFileInclusion(line.text) else { return [value(line).text] }
      guard let text = text(of: inclusion, line) else {
        report(line, "the file is not found, so the line is kept as text: \(inclusion.path)")
        return [line.text]
      }
      return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private mutating func text(of inclusion: HTTPFileInclusion, _ line: HTTPFileReader.Line) -> String? {
    guard var text = file.text(ofFile: inclusion.path, encoding: inclusion.encoding) else { return nil }
    if text.hasSuffix("\n") { text.removeLast() }
    return inclusion.hasVariables ? value(.init(text: text, number: line.number)).text : text
  }

  /// Reads a file into the body text if its variables are to be filled in.
  private mutating func setFile(_ inclusion: HTTPFileInclusion, _ line: HTTPFileReader.Line, type: String) {
    if inclusion.hasVariables || isGraphQL {
      if let text = text(of: inclusion, line) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let graphQL = Self.graphQL(lines)
        request.body =
          isGraphQL
          ? .graphql(query: graphQL.query, variables: graphQL.variables)
          : .text(BodyDefinition.TextKind(contentType: type), text)
        return
      }
      report(
        line, "the file is not found, so it is sent unchanged, without values for its variables: \(inclusion.path)")
    }
    request.body = .file([.init(path: inclusion.path, contentType: type)])
  }

  private mutating func setParts(_ content: [HTTPFileReader.Line], type: String) {
    let text = content.map { value($0).text }
    var form = HTTPFileForm { [file] in file.text(ofFile: $0.path, encoding: $0.encoding) }
    guard let parts = form.parts(text, type: type) else {
      if let line = content.first {
        report(line, "the boundary does not separate the parts, so the body is kept as text")
      }
      request.body = .text(BodyDefinition.TextKind(contentType: type), text.joined(separator: "\n"))
      return
    }
    for lost in form.lost { notices.warn(place, "of a part is not carried over: \(lost)") }
    request.body = .multipart(parts)
    request.headers.removeAll { $0.name.lowercased() == "content-type" }
  }

  /// Warns about variables in an included file, which a request cannot fill in.
  private mutating func checkVariables(_ line: HTTPFileReader.Line) {
    guard HTTPFileText.isComment(line.text), let mark = line.text.utf8.range(ofBytes: "@variables") else { return }
    let rest = ForeignText.trimmed(String(line.text[mark.upperBound...]))
    if !rest.isEmpty { report(line, "the variables are not carried over: \(rest)") }
  }

  /// The query, followed, after an empty line or `# @variables`, by its variables as JSON.
  private static func graphQL(_ content: [String]) -> (query: String, variables: String) {
    let mark = content.lastIndex { HTTPFileText.isComment($0) && $0.contains("@variables") }
    let gap =
      mark
      ?? content.indices.dropFirst().last { index in
        content[index].hasPrefix("{") && HTTPFileText.isBlank(content[index - 1])
      }.map { $0 - 1 }
    guard let gap else { return (content.joined(separator: "\n"), "") }
    let query = content[..<gap].reversed().drop(while: HTTPFileText.isBlank).reversed()
    return (query.joined(separator: "\n"), content[(gap + 1)...].joined(separator: "\n"))
  }
}

/// A line that includes a file: `< FILE`, `<@ FILE`, `<@latin1 FILE`.
struct HTTPFileInclusion {
  let path: String
  /// True if variables in the file are filled in.
  let hasVariables: Bool
  /// The encoding; empty for UTF-8.
  let encoding: String

  init?(_ line: String) {
    guard line.hasPrefix("< ") || line.hasPrefix("<@") else { return nil }
    hasVariables = line.hasPrefix("<@")
    let rest = line.dropFirst(hasVariables ? 2 : 1)
    encoding = String(rest.prefix { $0 != " " && $0 != "\t" })
    path = ForeignText.trimmed(String(rest.dropFirst(encoding.count)))
    // Markup that starts with a blank is text.
    if path.isEmpty || path.hasSuffix(">") { return nil }
  }
}

/// A multipart body in an `.http` file: parts between boundary lines, `< FILE` for the content of a file.
struct HTTPFileForm {
  /// The header lines of parts that a saved part cannot hold.
  private(set) var lost: [String] = []
  /// Returns the text of a file whose variables are to be filled in.
  let text: (HTTPFileInclusion) -> String?

  /// Parses the parts; `nil` if the text does not match its boundary and must be kept as text.
  mutating func parts(_ lines: [String], type: String) -> [FormPart]? {
    guard let boundary = ParameterizedField(type).parameters["boundary"], !boundary.isEmpty,
      lines.first == "--" + boundary, lines.last == "--\(boundary)--"
    else { return nil }
    var parts: [FormPart] = []
    for section in lines.dropFirst().dropLast().split(separator: "--" + boundary, omittingEmptySubsequences: false) {
      guard let part = part(section) else { return nil }
      parts.append(part)
    }
    return parts
  }

  private mutating func part(_ lines: ArraySlice<String>) -> FormPart? {
    let head = lines.prefix { !$0.isEmpty }
    var part = FormPart()
    for line in head {
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let value = ForeignText.trimmed(String(line[line.utf8.index(after: colon)...]))
      switch line[..<colon].lowercased() {
      case "content-disposition":
        part.name = Self.attribute("name", in: value) ?? ""
        part.fileName = Self.attribute("filename", in: value)
      case "content-type": part.contentType = value
      case "content-length": break
      default: lost.append(line)
      }
    }
    let content = lines.dropFirst(head.count + 1)
    let written = content.filter { !HTTPFileText.isBlank($0) }
    guard written.count == 1, let line = written.first, let file = HTTPFileInclusion(line) else {
      part.content = .text(content.joined(separator: "\n"))
      return part
    }
    if file.hasVariables, let text = text(file) {
      part.content = .text(text)
    } else {
      part.content = .files([file.path])
      if part.fileName == file.path.split(separator: "/").last.map(String.init) { part.fileName = nil }
    }
    return part
  }

  private static func attribute(_ name: String, in value: String) -> String? {
    guard let start = value.utf8.range(ofBytes: "; \(name)=\"") else {
      return ParameterizedField(value).parameters[name]
    }
    return String(value[start.upperBound...].prefix { $0 != "\"" })
  }
}

/// A form body (`application/x-www-form-urlencoded`) of an `.http` file, which may span several lines: a line that
/// starts with `&`, or follows one that ends with it, continues the form. Blanks around `=` and `&` are ignored.
enum HTTPFormText {
  /// The characters that a form may contain unencoded, including escapes.
  private static let kept = ASCIISet { (0x21..<0x7F).contains($0) && !#""<>\^`{|}"#.utf8.contains($0) }

  /// `nil` for a text that is not a form.
  static func body(_ lines: [String]) -> BodyDefinition? {
    let pieces = QueryText.pieces(of: joined(lines)) { $0 == UInt8(ascii: "&") }.map(\.trimmed).filter { !$0.isEmpty }
    var rows: [Row] = []
    var sent: [String] = []
    var isExact = true
    for piece in pieces {
      let parts = QueryText.pieces(of: piece) { $0 == UInt8(ascii: "=") }
      guard parts.count > 1 else { return nil }
      let name = FormEncoding.encodeForm(parts[0].trimmed, keeping: kept)
      let value = FormEncoding.encodeForm(parts[1...].joined(separator: "=").trimmed, keeping: kept)
      guard let plainName = decoded(name), let plainValue = decoded(value) else { return nil }
      rows.append(Row(plainName, plainValue))
      sent.append("\(name)=\(value)")
      isExact = isExact && FormEncoding.encodeForm(plainName) == name && FormEncoding.encodeForm(plainValue) == value
    }
    if rows.isEmpty { return nil }
    let text = sent.joined(separator: "&")
    // Only rows encode the values of variables; any other text is sent unchanged.
    return isExact || text.utf8.holds("{{") ? .form(rows) : .text(.text, text)
  }

  private static func joined(_ lines: [String]) -> String {
    var text = ""
    var isOpen = true
    for line in lines {
      let bare = ForeignText.trimmed(line)
      text += (isOpen || bare.hasPrefix("&") ? "" : "\n") + line
      isOpen = bare.hasSuffix("&")
    }
    return text
  }

  /// The text with escapes outside variables decoded; `nil` if the result is not UTF-8.
  private static func decoded(_ text: String) -> String? {
    var isText = true
    let plain = TemplateBraces.outside(text) { piece in
      let plain = FormEncoding.decode(piece.utf8)
      isText = isText && plain != nil
      return plain ?? ""
    }
    return isText ? plain : nil
  }
}
