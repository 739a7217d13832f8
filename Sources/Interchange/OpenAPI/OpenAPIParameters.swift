import Workspaces

/// The parameters of an operation: those of its path, replaced by its own of the same place and name.
struct OpenAPIParameters {
  private(set) var params: [Parameter] = []
  private(set) var headers: [Row] = []

  init(_ shared: JSONNode?, _ own: JSONNode?, _ references: JSONReferences) {
    var all = (shared?.array ?? []).map(references.resolved)
    for parameter in (own?.array ?? []).map(references.resolved) {
      if let index = all.firstIndex(where: { $0["in"] == parameter["in"] && $0["name"] == parameter["name"] }) {
        all[index] = parameter
      } else {
        all.append(parameter)
      }
    }
    let sample = SchemaSample(references)
    var cookies: [String] = []
    for parameter in all {
      guard let name = parameter["name"]?.string else { continue }
      let row = Row(
        name, sample.parameter(parameter), isEnabled: parameter["required"]?.bool ?? false,
        note: OpenAPIDocs.parameter(parameter))
      switch parameter["in"]?.string {
      case "query", "querystring":
        // A list is one row for each, unless it says otherwise.
        let values = parameter["explode"]?.bool == false ? [] : sample.list(parameter)
        params += (values.isEmpty ? [row.value] : values).map { value in
          Parameter(.query, Row(name, value, isEnabled: row.isEnabled, note: row.note))
        }
      case "path": params.append(Parameter(.path, Row(name, row.value, note: row.note)))
      case "header": headers.append(row)
      case "cookie": cookies.append("\(name)=\(row.value)")
      default: break
      }
    }
    if !cookies.isEmpty { headers.append(Row("Cookie", cookies.joined(separator: "; "))) }
  }

  /// The required rows, as they stand in the URL.
  var queryText: String {
    let rows = params.filter { $0.place == .query && $0.row.isEnabled }.map(\.row)
    return rows.isEmpty ? "" : "?" + rows.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }

  /// `/pets/{id}` as `/pets/:id`, where a parameter is a whole segment.
  static func colonPath(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      let inner = segment.dropFirst().dropLast()
      let isWhole = segment.hasPrefix("{") && segment.hasSuffix("}") && !inner.contains("{") && !inner.contains("}")
      return isWhole && !inner.isEmpty ? ":" + inner : String(segment)
    }.joined(separator: "/")
  }
}
