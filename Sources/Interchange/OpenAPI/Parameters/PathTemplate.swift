import Basics
import Networking
import Workspaces

/// A path parameter: the text in its place, in which `{name}` stands for the value of a row, and these rows.
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
    guard items.count > 1 || Self.isStructured(value) else {
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

  /// A name without characters that would end the path.
  static func placeholder(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.filter { !"/?#{}".unicodeScalars.contains($0) }))
  }

  private static func isStructured(_ value: JSONValue?) -> Bool {
    if case .object(let members) = value { !members.isEmpty } else { false }
  }
}
