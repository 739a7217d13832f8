import Basics
import HTTPModel
import Workspaces

/// Converts a path of the document to a URL: templates become our parameters, and a query in the path is kept.
struct OpenAPIPath {
  private enum Piece {
    case text(String)
    case name(String)
  }

  private let segments: [[Piece]]
  private let query: [QueryText.Pair]
  private let fragment: String?
  /// The names of the path parameters, in order, each once.
  private(set) var names: [String] = []

  init(_ key: String) {
    let outer = Self.cut(key, at: "#")
    let inner = Self.cut(outer.before, at: "?")
    fragment = outer.after
    query = inner.after.map { QueryText.pairs(of: "?" + $0) } ?? []
    let path = inner.before.hasPrefix("/") ? inner.before.dropFirst() : inner.before[...]
    segments = path.split(separator: "/", omittingEmptySubsequences: false).map(Self.pieces)
    var seen: Set<String> = []
    for case .name(let name) in segments.joined() where seen.insert(name).inserted { names.append(name) }
  }

  /// - Parameter templates: the templates by parameter name; a missing one gives a row without a value.
  func text(_ templates: [String: PathTemplate]) -> String {
    segments.map { pieces in
      // A parameter that is a whole segment gives a simple `:name`.
      if pieces.count == 1, case .name(let name) = pieces[0] {
        let template = templates[name]?.text ?? "{\(PathTemplate.placeholder(name))}"
        return "/"
          + (template == "{\(PathTemplate.placeholder(name))}" ? ":" + PathTemplate.placeholder(name) : template)
      }
      let text = pieces.map { piece in
        switch piece {
        case .text(let text): text
        case .name(let name): templates[name]?.text ?? "{\(PathTemplate.placeholder(name))}"
        }
      }.joined()
      // A leading colon would start one of our parameters.
      return "/" + (text.hasPrefix(":") ? "%3A" + text.dropFirst() : text)
    }.joined()
  }

  /// The rows of the query in the path itself: those of declared parameters with their values, which are always sent.
  func rows(declared: inout [Parameter]) -> [Parameter] {
    guard !query.isEmpty else { return [] }
    var indices: [String: Int] = [:]
    for (index, parameter) in declared.enumerated() {
      // A path parameter may also occur in the query.
      if parameter.place == .query || indices[parameter.row.name] == nil { indices[parameter.row.name] = index }
    }
    var taken: Set<Int> = []
    let rows = query.map { pair in
      let named = pair.value.flatMap(Self.template)
      guard let index = indices[named ?? pair.name], named != nil || declared[index].place == .query,
        taken.insert(index).inserted
      else { return Parameter(.query, Row(pair.name, named == nil ? pair.value ?? "" : "")) }
      var row = declared[index].row
      row.isEnabled = true
      if named == nil { row.value = pair.value ?? "" }
      row.name = pair.name
      return Parameter(.query, row)
    }
    declared = declared.indices.filter { !taken.contains($0) }.map { declared[$0] }
    return rows
  }

  func url(_ path: String, _ params: [Parameter]) -> String {
    let bare = Set(query.filter { $0.value == nil }.map(\.name))
    let rows = params.filter { $0.place == .query && $0.row.isEnabled }.map(\.row)
    let pairs = rows.map { QueryText.Pair($0.name, bare.contains($0.name) && $0.value.isEmpty ? nil : $0.value) }
    return QueryText.url(path, with: pairs) + (fragment.map { "#" + $0 } ?? "")
  }

  /// The name if the text is exactly `{name}`.
  private static func template(_ text: String) -> String? {
    guard text.hasPrefix("{"), text.hasSuffix("}"), text.utf8.count > 2 else { return nil }
    return String(text.dropFirst().dropLast())
  }

  private static func pieces(_ segment: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var rest = segment
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
      let name = String(rest[rest.index(after: open)..<close])
      pieces.append(name.isEmpty || name.contains("{") ? .text("{\(name)}") : .name(name))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty || pieces.isEmpty { pieces.append(.text(String(rest))) }
    return pieces
  }

  /// Splits at the first mark outside braces.
  private static func cut(_ text: String, at mark: Unicode.Scalar) -> (before: String, after: String?) {
    var depth = 0
    for (index, scalar) in zip(text.unicodeScalars.indices, text.unicodeScalars) {
      if scalar == "{" { depth += 1 }
      if scalar == "}" { depth -= 1 }
      if scalar == mark, depth <= 0 {
        return (String(text[..<index]), String(text.unicodeScalars[text.unicodeScalars.index(after: index)...]))
      }
    }
    return (text, nil)
  }
}

/// A path parameter as URL text, in which `{name}` represents the value of a row, and the rows.
///
/// The rows contain the values only; separators such as `,` or `;color=` are text of the URL, because values are
/// encoded when they are sent.
struct PathTemplate: Hashable {
  var text: String
  var rows: [Row]

  init(_ name: String, _ value: JSONValue?, _ style: ParameterStyle) {
    let name = Self.placeholder(name)
    let isMatrix = style.kind == .matrix
    let lead = isMatrix ? ";" : style.kind == .label ? "." : ""
    let own = isMatrix ? PercentEncoding.component(name) : ""
    let items = ParameterStyle.flat(value)
    // For null, the label and matrix styles write their prefix only.
    guard value != .null || lead.isEmpty else {
      (text, rows) = (lead + own, [])
      return
    }
    guard items.count > 1 || value?.members?.isEmpty == false else {
      rows = [Row(name, items.first.map { ForeignText.scalar($0) } ?? "")]
      text = lead + (isMatrix ? own + "=" : "") + "{\(name)}"
      return
    }
    var rows: [Row] = []
    func place(_ value: JSONValue) -> String {
      let inner = rows.isEmpty ? name : "\(name)[\(rows.count)]"
      rows.append(Row(inner, ForeignText.scalar(value)))
      return "{\(inner)}"
    }
    let delimiter = QueryEncoding.delimiter(style.delimiter)
    let between = style.explodes && !lead.isEmpty ? lead : delimiter
    if case .object(let members) = value, style.explodes {
      text =
        lead + members.map { "\(PercentEncoding.component($0.name))=\(place($0.value))" }.joined(separator: between)
    } else if case .object(let members) = value {
      let pieces = members.map { "\(PercentEncoding.component($0.name))\(delimiter)\(place($0.value))" }
      text = lead + (isMatrix ? own + "=" : "") + pieces.joined(separator: delimiter)
    } else {
      let isRepeated = isMatrix && style.explodes
      let pieces = items.map { (isRepeated ? own + "=" : "") + place($0) }
      text = lead + (isMatrix && !isRepeated ? own + "=" : "") + pieces.joined(separator: between)
    }
    self.rows = rows
  }

  /// The name without characters that would end the path.
  static func placeholder(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.filter { !"/?#{}".unicodeScalars.contains($0) }))
  }
}
